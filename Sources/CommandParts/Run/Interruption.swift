import ImageFiles
import Reports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Handles Ctrl-C, SIGTERM and SIGHUP: removes half-written files, then ends the process. (No other file of p3tool
/// imports the C library.)
///
/// A signal handler may call very few functions. Therefore it only writes the signal's number into a pipe; a thread
/// that reads from the pipe takes locks and removes files. (Blocking the signals and waiting with sigwait(3) does not
/// work: while Swift's `async` main waits, libdispatch parks the main thread in sigsuspend(2) with no signal blocked.)
package enum Interruption {
  /// The descriptor from which the thread reads. Written once, before the thread starts.
  nonisolated(unsafe) private static var readingEnd: Int32 = -1
  /// The descriptor to which the handlers write. Written once, before the handlers are installed.
  nonisolated(unsafe) private static var writingEnd: Int32 = -1

  /// Makes writing to a closed pipe fail with EPIPE instead of SIGPIPE.
  package static func ignoreClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  package static func install() {
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
    // A signal that was ignored when the process started stays ignored: nohup and shells rely on it.
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
