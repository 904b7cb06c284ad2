#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a command's words go: results to one stream, everything else to standard error.
struct Console: Sendable {
  /// The stream of results: standard output, or standard error while standard output carries an image.
  let results: StandardStream

  /// No notes and no progress.
  let isQuiet: Bool

  /// More notes.
  let isVerbose: Bool

  /// How both streams may be painted.
  let palette: ConsolePalette

  /// Writes one line of results.
  func result(_ line: String) { results.write(line: line) }

  /// A remark that a careful user wants to read.
  func note(_ text: String) {
    if !isQuiet { StandardStream.error.write(line: "\(palette.dim("note:")) \(text)") }
  }

  /// A remark for `--verbose`.
  func detail(_ text: String) {
    if isVerbose, !isQuiet { StandardStream.error.write(line: text) }
  }

  /// Something that went wrong; said even when quiet.
  func error(_ text: String) { StandardStream.error.write(line: "\(palette.red("error:")) \(text)") }
}

/// `--color`.
enum ColorChoice: String, CaseIterable {
  case auto
  case always
  case never

  /// Whether `stream` gets colours: `auto` asks for a terminal, no `NO_COLOR` (no-color.org) and a `TERM`
  /// that is not `dumb`.
  func isEnabled(on stream: StandardStream) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      guard stream.isTerminal else { return false }
      let environment = ProcessInfo.processInfo.environment
      return (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }
}

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

/// SGR colours of terminal output, or none.
struct ConsolePalette: Sendable {
  let isEnabled: Bool

  func red(_ text: String) -> String { paint(text, "31") }
  func green(_ text: String) -> String { paint(text, "32") }
  func yellow(_ text: String) -> String { paint(text, "33") }
  func bold(_ text: String) -> String { paint(text, "1") }
  func dim(_ text: String) -> String { paint(text, "2") }

  private func paint(_ text: String, _ code: String) -> String {
    isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
