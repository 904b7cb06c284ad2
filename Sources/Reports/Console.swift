package import Checking
import ImageFiles

/// Writes a command's results to one stream, and everything else to standard error.
package struct Console: Sendable {
  /// The stream of results: standard output, or standard error if standard output carries an image.
  package let results: StandardStream

  /// Whether notes and progress are left out.
  package let isQuiet: Bool

  /// Whether details are written.
  package let isVerbose: Bool

  /// The colours of both streams.
  package let palette: ConsolePalette

  package init(results: StandardStream, isQuiet: Bool, isVerbose: Bool, palette: ConsolePalette) {
    self.results = results
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
    self.palette = palette
  }

  /// Writes one or more lines of results. On a terminal, lines wider than the terminal are wrapped.
  package func result(_ text: String) {
    guard let width = results.lineWidth else { return results.write(line: text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.columnCount <= width ? String(line) : String(line).wrapped(to: width)
    }
    results.write(line: lines.joined(separator: "\n"))
  }

  /// Writes a remark, except with `--quiet`.
  package func note(_ text: String) {
    if !isQuiet { StandardStream.error.write(line: "\(palette.dim("note:")) \(text.printable)") }
  }

  /// Writes a remark only with `--verbose`.
  func detail(_ text: String) {
    if isVerbose, !isQuiet { StandardStream.error.write(line: text.printable) }
  }

  /// Writes an error, even with `--quiet`.
  package func error(_ text: String) {
    StandardStream.error.write(line: "\(palette.red("error:")) \(text.printable)")
  }
}

/// The values of `--color`.
package enum ColorChoice: String, CaseIterable {
  case auto
  case always
  case never

  /// Whether output to `stream` is coloured. For `auto`: if the stream is a terminal, NO_COLOR (no-color.org) is not
  /// set, and TERM is not `dumb`.
  package func isEnabled(on stream: StandardStream) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      guard stream.isTerminal else { return false }
      return (SystemCall.environment("NO_COLOR") ?? "").isEmpty && SystemCall.environment("TERM") != "dumb"
    }
  }
}

/// Standard output or standard error, unbuffered: each call writes its text with write(2) before it returns.
package enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Whether the stream is a terminal.
  package var isTerminal: Bool { SystemCall.isTerminal(rawValue) }

  /// The width in columns of text, at least 40 on a terminal; 80 elsewhere.
  package var width: Int { SystemCall.terminalWidth(rawValue).map { max($0, 40) } ?? 80 }

  /// The width in columns at which lines are wrapped: the terminal's. Nil elsewhere: other programs get whole lines.
  package var lineWidth: Int? { isTerminal ? width : nil }

  /// Writes one line about `error`, for code without a console.
  package func write(error: any Error) { write(line: "error: \("\(error)".printable)") }

  /// Writes `text` and a newline.
  package func write(line text: String) { write(text + "\n") }

  /// Writes all of `text`. If the pipe is closed, ends the program without a message and with exit code 141, as SIGPIPE
  /// would; after any other failure of standard output, with a message and exit code 2. Failures of standard error are
  /// ignored.
  package func write(_ text: String) {
    do throws(FileError) {
      try SystemCall.write(Array(text.utf8), to: rawValue, path: "standard output")
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: FileError) {
    guard self == .output else { return }
    if error.isBrokenPipe { Outcome.closedPipe.exit() }
    StandardStream.error.write(line: "p3tool: \(error.path): \(error.fact)")
    Outcome.failedInputs.exit()
  }
}

/// SGR colours for terminal output, or no colours.
package struct ConsolePalette: Sendable {
  package let isEnabled: Bool

  package init(isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  package func red(_ text: String) -> String { paint(text, "31") }
  package func green(_ text: String) -> String { paint(text, "32") }
  package func yellow(_ text: String) -> String { paint(text, "33") }
  package func bold(_ text: String) -> String { paint(text, "1") }
  package func dim(_ text: String) -> String { paint(text, "2") }

  /// `text` in the colour of `level`.
  package func level(_ level: FindingLevel, _ text: String) -> String {
    switch level {
    case .error: red(text)
    case .warning: yellow(text)
    case .note: dim(text)
    }
  }

  private func paint(_ text: String, _ code: String) -> String {
    isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
