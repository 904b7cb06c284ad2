// Columns of text tables.

extension String {
  /// The string with spaces behind it, at least `width` characters long.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The string with spaces in front, at least `width` characters long.
  func padded(onLeftTo width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
