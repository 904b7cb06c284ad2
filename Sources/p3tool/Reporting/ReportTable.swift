/// A table of a report: a first column of names, then figures.
struct ReportTable {
  let caption: String
  let heads: [String]
  let rows: [[String]]

  /// What the template wants of a table, folded.
  var values: [String: Any] {
    [
      "caption": caption, "open": false, "heads": Self.cells(heads),
      "rows": rows.map { ["cells": Self.cells($0)] },
    ]
  }

  private static func cells(_ texts: [String]) -> [[String: Any]] {
    texts.enumerated().map { ["text": $1, "kind": $0 == 0 ? "name" : "number"] }
  }
}
