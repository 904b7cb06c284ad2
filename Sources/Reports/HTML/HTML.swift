/// A part of a page. Literals are markup; every interpolated value is escaped, so that names and texts of files cannot
/// become markup.
package struct HTML: ExpressibleByStringInterpolation {
  /// The markup.
  package let text: String

  package init(stringLiteral markup: String) { text = markup }

  package init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ markup: String) { text += markup }

    /// Appends a value of a file or of the program, escaped scalar by scalar: to a browser, a quote followed by a
    /// combining mark is a quote.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += value.description.xmlEscaped
    }

    package mutating func appendInterpolation(_ part: HTML) { text += part.text }

    package mutating func appendInterpolation(_ part: HTML?) { text += part?.text ?? "" }

    package mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { text += part.text }
    }
  }
}

extension HTML {
  /// A sentence. Text between backticks becomes code.
  static func prose(_ sentence: String) -> HTML {
    let pieces = sentence.piecesOfCode.map { text, isCode -> HTML in
      isCode && !text.isEmpty ? "<code>\(text)</code>" : "\(text)"
    }
    return "\(pieces)"
  }

  /// A short label on a coloured ground.
  static func badge(_ kind: String, _ words: String) -> HTML {
    "<span class=\"badge \(kind)\">\(words)</span>"
  }

  /// A table with column heads. It may be wider than a telephone, so it scrolls separately.
  static func table(_ table: ReportTable) -> HTML {
    // Names in the first column, figures in the others.
    func cells(_ texts: [String], _ cell: (HTMLPage.Cell) -> HTML) -> [HTML] {
      texts.enumerated().map { cell($0 == 0 ? .name($1) : .number($1)) }
    }
    let rows = table.rows.map { row -> HTML in "<tr>\(cells(row, HTML.cell))</tr>\n" }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(table.caption)">
      <table>
      <thead><tr>\(cells(table.heads, HTML.head))</tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </div>

      """
  }

  static func head(_ cell: HTMLPage.Cell) -> HTML {
    "<th scope=\"col\" class=\"\(cell.kind)\">\(cell.text)</th>"
  }

  static func cell(_ cell: HTMLPage.Cell) -> HTML { "<td class=\"\(cell.kind)\">\(cell.text)</td>" }
}

extension HTMLPage {
  /// The start of a page, up to its contents. The page loads nothing from elsewhere.
  ///
  /// - Parameters:
  ///   - policy: what the page may contain: directives of a content security policy.
  ///   - style: styles beside those of all pages.
  ///   - lead: the line below the heading.
  package static func start(
    of command: String, policy: HTML, title: String, style: HTML, heading: String, lead: String
  ) -> HTML {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \(policy)">
    <meta name="generator" content="p3tool \(Version.current)">
    <title>\(title)</title>
    <style>
    \(HTMLPage.style)
    \(style)
    </style>
    </head>
    <body>
    <header>
    <p class="tool">p3tool \(command)</p>
    <h1>\(heading)</h1>
    <p class="lead">\(lead)</p>
    </header>

    """
  }
}
