import Reports

/// A help page as a man page, in the macros of man(7).
struct ManualPage {
  let page: HelpPage
  /// The other pages of the program.
  let others: [String]

  /// `p3tool-convert`.
  var name: String { page.names.joined(separator: "-") }

  /// `p3tool-convert.1`.
  var fileName: String { "\(name).1" }

  /// The page's source.
  var source: String {
    var lines = [
      ".TH \(Self.escaped(name.uppercased())) 1 \"\" \"p3tool \(Version.current)\" \"User Commands\"",
      ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(page.abstract))",
      ".SH SYNOPSIS", ".nf", Self.line(page.usage), ".fi",
    ]
    if !page.discussion.isEmpty { lines += [".SH DESCRIPTION"] + paragraphs(page.discussion).dropFirst() }
    for section in page.sections {
      lines.append(".SH \(Self.escaped(section.title.uppercased()))")
      for entry in section.entries { lines += self.entry(entry) }
    }
    lines += [".SH EXIT STATUS"] + exitStatus
    if !others.isEmpty {
      lines += [".SH SEE ALSO", others.map { ".BR \(Self.escaped($0)) (1)" }.joined(separator: " ,\n")]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func entry(_ entry: HelpPage.Entry) -> [String] {
    [".TP", "\\fB\(Self.escaped(entry.label))\\fR", Self.line(entry.text)]
      + (entry.discussion.map { [".br", Self.line($0)] } ?? [])
  }

  /// Paragraphs, separated by empty lines, each with its macro. Examples and tables keep their lines, so that columns
  /// stay aligned.
  private func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n\n").flatMap { paragraph -> [String] in
      let lines = paragraph.split(separator: "\n").map { String($0) }
      let isFixed = lines.contains { $0.hasPrefix("p3tool ") || $0.hasPrefix(" ") || $0.contains("  ") }
      let escaped = lines.map(Self.line)
      return [".PP"] + (isFixed ? [".nf"] + escaped + [".fi"] : escaped)
    }
  }

  private var exitStatus: [String] {
    let codes = [
      ("0", "Done, nothing to complain about."), ("1", "Findings."),
      ("2", "An input failed; the others are done."),
      ("64", "A mistake on the command line."), ("70", "An internal error."), ("130", "Interrupted."),
    ]
    return codes.flatMap { [".TP", ".B \($0.0)", $0.1] }
  }

  /// `text` as a line, protected if it starts with a full stop or an apostrophe, which would begin a macro.
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// `text` with escaped backslashes, and with hyphens that can be copied from a terminal.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
  }
}
