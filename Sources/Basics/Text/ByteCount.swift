/// File sizes as text.
package enum ByteCount {
  /// Decimal units, two significant digits from 1 to 10: `812 B`, `6.1 kB`, `142 MB`.
  package static func text(_ count: Int) -> String {
    var value = Double(count)
    for unit in ["B", "kB", "MB"] {
      if value < 999.5 { return "\(rounded(value)) \(unit)" }
      value /= 1000
    }
    return "\(rounded(value)) GB"
  }

  private static func rounded(_ value: Double) -> String {
    value < 9.95 && value != value.rounded() ? Numbers.oneDecimal(value) : "\(Int(value.rounded()))"
  }
}
