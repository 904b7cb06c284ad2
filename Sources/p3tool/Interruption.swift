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
/// The signals are blocked in every thread and one thread waits for them, so that the answer may take locks
/// and call anything, which a signal handler may not. A closed pipe arrives as EPIPE instead of SIGPIPE.
enum Interruption {
  static func install() {
    _ = signal(SIGPIPE, SIG_IGN)
    var signals = sigset_t()
    fill(&signals)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    unsafe pthread_create(&thread, nil, { _ in Interruption.waitAndLeave() }, nil)
  }

  private static func waitAndLeave() -> Never {
    var signals = sigset_t()
    fill(&signals)
    var received: Int32 = 0
    unsafe sigwait(&signals, &received)
    TemporaryFiles.removeAll()
    _exit(received == SIGINT ? Outcome.interrupted.rawValue : Outcome.terminated.rawValue)
  }

  private static func fill(_ signals: inout sigset_t) {
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
  }
}
