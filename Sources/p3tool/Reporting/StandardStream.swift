#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output or standard error, unbuffered: what is written is out, in order, whatever happens next.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Whether a person is looking at it.
  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes `text` and a newline.
  func write(line text: String) { write(text + "\n") }

  /// Writes all of `text`. A reader that went away ends the program silently, as SIGPIPE would (141); any
  /// other failure of standard output is an error that must not pass unseen.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let count = unsafe systemWrite(
          rawValue, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done)
        if count > 0 { done += count } else if errno != EINTR { return fail(code: errno) }
      }
    }
  }

  private func fail(code: Int32) {
    guard self == .output else { return }
    if code == EPIPE { Outcome.closedPipe.exit() }
    StandardStream.error.write(line: "p3tool: standard output: \(unsafe String(cString: strerror(code)))")
    Outcome.failedInputs.exit()
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
