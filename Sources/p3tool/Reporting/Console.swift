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
