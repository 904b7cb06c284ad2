import ImageFiles
import Reports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C, SIGTERM and SIGHUP: no half-written file stays, then the process ends at once. (No other file of p3tool
/// imports the C library.)
///
/// A signal handler may call next to nothing, so ours writes the signal's number into a pipe, and a thread that waits
/// for the other end of the pipe takes locks and removes files. (Blocking the signals and waiting for them with
/// sigwait(3) does not work: while Swift's `async` main waits, libdispatch parks the main thread in sigsuspend(2) with
/// nothing blocked.)
enum Interruption {
  /// Where the thread reads the number. Written once, before that thread starts.
  nonisolated(unsafe) private static var readingEnd: Int32 = -1
  /// Where the handlers write the number. Written once, before they are set.
  nonisolated(unsafe) private static var writingEnd: Int32 = -1

  /// From now on a closed pipe arrives as EPIPE instead of SIGPIPE.
  static func ignoreClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  static func install() {
    ignoreClosedPipes()
    guard makePipe() else { return }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    unsafe pthread_create(&thread, nil, { _ in Interruption.waitAndLeave() }, nil)
    for number in [SIGINT, SIGTERM, SIGHUP] { handle(number) }
  }

  private static func makePipe() -> Bool {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    unsafe readingEnd = ends[0]
    unsafe writingEnd = ends[1]
    return true
  }

  private static func handle(_ number: Int32) {
    let previous = signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = unsafe write(Interruption.writingEnd, &byte, 1)
      errno = error
    }
    // A signal that was ignored when the process began stays so: nohup, and shells for jobs in the background.
    let isIgnored = unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored { _ = signal(number, SIG_IGN) }
  }

  private static func waitAndLeave() -> Never {
    var number: UInt8 = 0
    while unsafe read(readingEnd, &number, 1) != 1 {}
    TemporaryFiles.removeAll()
    ProgressLine.sayInterrupted()
    _exit(Int32(number) == SIGINT ? Outcome.interrupted.rawValue : Outcome.terminated.rawValue)
  }
}
