/// A help page as lines for a terminal.
struct HelpText {
  let page: HelpPage
  /// The width of the terminal in columns.
  let width: Int

  /// The column of an entry's text.
  private static let labelWidth = 26
  /// The column of further text on an entry.
  private static let discussionIndent = 8

  /// The whole text, without a newline at its end.
  var text: String {
    var parts = [wrapped("OVERVIEW: \(page.abstract)")]
    if !page.discussion.isEmpty { parts.append(wrapped(page.discussion)) }
    parts.append("USAGE: \(page.usage)")
    parts += page.sections.map(section)
    if page.sections.contains(where: { $0.title == "Commands" }) {
      parts.append(
        "See '\(([page.names[0], "help"] + page.names.dropFirst()).joined(separator: " ")) <command>' for more."
      )
    }
    return parts.joined(separator: "\n\n")
  }

  private func section(_ section: HelpPage.Section) -> String {
    (["\(section.title.uppercased()):"] + section.entries.map(entry)).joined(separator: "\n")
  }

  private func entry(_ entry: HelpPage.Entry) -> String {
    let label = "  \(entry.label)"
    var text = wrapped(entry.text, indent: Self.labelWidth)
    if label.count < Self.labelWidth {
      text = label + text.dropFirst(label.count)
    } else {
      text = "\(label)\n\(text)"
    }
    guard let discussion = entry.discussion else { return text }
    return "\(text)\n\(wrapped(discussion, indent: Self.discussionIndent))"
  }

  /// The lines of `text`, indented by `indent` columns. Longer lines are broken between words, and continue at the
  /// column where they started.
  private func wrapped(_ text: String, indent: Int = 0) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard !line.isEmpty else { return "" }
      let blanks = line.prefix { $0 == " " }.count
      let margin = String(repeating: " ", count: indent + blanks)
      guard indent + line.count > width else { return String(repeating: " ", count: indent) + line }
      var lines: [String] = []
      var current = margin
      for word in line.split(separator: " ") {
        if current.count > margin.count, current.count + 1 + word.count > width {
          lines.append(current)
          current = margin
        }
        current += (current.count > margin.count ? " " : "") + word
      }
      return (lines + [current]).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
