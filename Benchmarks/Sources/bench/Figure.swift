import Foundation

/// Numbers as the tables print them.
enum Figure {
  /// Three significant digits or so.
  static func text(_ value: Double) -> String {
    switch value {
    case 100...: String(format: "%.0f", value)
    case 10..<100: String(format: "%.1f", value)
    case 0.1..<10: String(format: "%.2f", value)
    default: String(format: "%.4f", value)
    }
  }
}
