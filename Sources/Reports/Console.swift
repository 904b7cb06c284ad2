import ImageFiles

/// Writes a command's results to one stream and everything else to standard error.
package struct Console: Sendable {
  /// The stream of results: standard output, or standard error while standard output carries an image.
  package let results: StandardStream

  /// No notes and no progress.
  package let isQuiet: Bool

  /// More notes.
  package let isVerbose: Bool

  /// The colours of both streams.
  package let palette: ConsolePalette

  package init(results: StandardStream, isQuiet: Bool, isVerbose: Bool, palette: ConsolePalette) {
    self.results = results
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
    self.palette = palette
  }

  /// Writes a line of results, or several; on a terminal those that are wider are broken at its width.
  package func result(_ text: String) {
    guard let width = results.lineWidth else { return results.write(line: text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.columnCount <= width ? String(line) : String(line).wrapped(to: width)
    }
    results.write(line: lines.joined(separator: "\n"))
  }

  /// Writes a remark, unless `--quiet` is given.
  package func note(_ text: String) {
    if !isQuiet { StandardStream.error.write(line: "\(palette.dim("note:")) \(text.printable)") }
  }

  /// Writes a remark if `--verbose` is given.
  func detail(_ text: String) {
    if isVerbose, !isQuiet { StandardStream.error.write(line: text.printable) }
  }

  /// Writes an error, with `--quiet` too.
  package func error(_ text: String) {
    StandardStream.error.write(line: "\(palette.red("error:")) \(text.printable)")
  }
}

/// `--color`.
package enum ColorChoice: String, CaseIterable {
  case auto
  case always
  case never

  /// Whether `stream` gets colours: `auto` needs a terminal, no `NO_COLOR` (no-color.org) and a `TERM`
  /// that is not `dumb`.
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

  /// Whether it is a terminal.
  package var isTerminal: Bool { SystemCall.isTerminal(rawValue) }

  /// Columns of text: the terminal's, where it is one.
  package var width: Int { SystemCall.terminalWidth(rawValue).map { max($0, 40) } ?? 80 }

  /// Columns at which lines are broken: a terminal's; nil where lines stay whole, so that other programs find them.
  package var lineWidth: Int? { isTerminal ? width : nil }

  /// Writes one line about `error`, for those that have no console.
  package func write(error: any Error) { write(line: "error: \("\(error)".printable)") }

  /// Writes `text` and a newline.
  package func write(line text: String) { write(text + "\n") }

  /// Writes all of `text`. A closed pipe ends the program without a message, with 141 as SIGPIPE would; any other
  /// failure of standard output ends it with a message and 2. Failures of standard error are ignored.
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

/// SGR colours of terminal output, or none.
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

  private func paint(_ text: String, _ code: String) -> String {
    isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
