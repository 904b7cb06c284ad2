/// Rows under a header, as Markdown with aligned columns.
struct MarkdownTable {
  private let header: [String]
  private var rows: [[String]] = []

  init(header: [String]) { self.header = header }

  mutating func add(_ row: [String]) { rows.append(row) }

  /// With an empty line before it. The first and the last column are text, the others numbers.
  var text: String {
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
    let ruler = header.indices.map { String(repeating: "-", count: widths[$0]) + (isText($0) ? "-" : ":") }
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - cells[column].count)
        return isText(column) ? cells[column] + padding : padding + cells[column]
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let separator = "|-" + ruler.joined(separator: "|-") + "|"
    return "\n" + ([line(header), separator] + rows.map(line)).joined(separator: "\n")
  }

  private func isText(_ column: Int) -> Bool { column == 0 || column == header.count - 1 }
}
