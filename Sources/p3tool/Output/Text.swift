// Columns of text tables.

extension String {
  /// The string with spaces behind it, at least `width` characters long.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The string with spaces in front, at least `width` characters long.
  func padded(onLeftTo width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

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

/// Shares in words.
enum Percentage {
  /// `1.8 %`; what is not zero never reads as `0.0 %`, what is not all never as `100.0 %`.
  static func text(_ share: Double) -> String {
    let tenths = (share * 1000).rounded() / 10
    if share > 0, tenths == 0 { return "under 0.1 %" }
    if share < 1, tenths == 100 { return "over 99.9 %" }
    return "\(tenths) %"
  }
}

/// Sizes of files in words.
enum ByteCount {
  /// Decimal units, two significant digits from 1 to 10: `812 B`, `6.1 kB`, `142 MB`.
  static func text(_ count: Int) -> String {
    var value = Double(count)
    for unit in ["B", "kB", "MB"] {
      if value < 999.5 { return "\(rounded(value)) \(unit)" }
      value /= 1000
    }
    return "\(rounded(value)) GB"
  }

  private static func rounded(_ value: Double) -> String {
    value < 9.95 && value != value.rounded() ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
  }
}
