// Pads columns of text tables and digits of codes.

extension String {
  /// The string with spaces appended, at least `width` characters long.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The string with `filler` prepended, at least `width` characters long.
  package func padded(onLeftTo width: Int, with filler: Character = " ") -> String {
    String(repeating: filler, count: max(0, width - count)) + self
  }
}
