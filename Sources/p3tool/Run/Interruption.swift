import P3Kit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C and its relatives: no half-written file stays, then the process ends at once.
///
/// A signal handler may hardly do anything, so ours only rings a bell: it writes the signal's number into a pipe, and
/// a thread that reads the pipe takes locks and removes files. (Blocking the signals and waiting for them with
/// sigwait(3) does not work: while Swift's `async` main waits, libdispatch parks the main thread in sigsuspend(2) with
/// nothing blocked.) A closed pipe arrives as EPIPE instead of SIGPIPE.
enum Interruption {
  /// The reading end of the bell's pipe. Written once, before the thread that looks at it starts.
  nonisolated(unsafe) private static var listeningEnd: Int32 = -1
  /// The writing end. Written once, before the handlers that use it are set.
  nonisolated(unsafe) private static var ringingEnd: Int32 = -1

  static func install() {
    _ = signal(SIGPIPE, SIG_IGN)
    guard makeBell() else { return }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    unsafe pthread_create(&thread, nil, { _ in Interruption.waitAndLeave() }, nil)
    for number in [SIGINT, SIGTERM, SIGHUP] { ring(on: number) }
  }

  private static func makeBell() -> Bool {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    unsafe listeningEnd = ends[0]
    unsafe ringingEnd = ends[1]
    return true
  }

  private static func ring(on number: Int32) {
    let previous = signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = unsafe write(Interruption.ringingEnd, &byte, 1)
      errno = error
    }
    // Who ignores a signal passes that on to us: nohup, and shells for jobs in the background.
    let isIgnored = unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored { _ = signal(number, SIG_IGN) }
  }

  private static func waitAndLeave() -> Never {
    var number: UInt8 = 0
    while unsafe read(listeningEnd, &number, 1) != 1 {}
    TemporaryFiles.removeAll()
    _exit(Int32(number) == SIGINT ? Outcome.interrupted.rawValue : Outcome.terminated.rawValue)
  }
}
