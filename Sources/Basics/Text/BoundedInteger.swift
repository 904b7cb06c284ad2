/// The way in for whole numbers that come from outside: options, environment, JSON, YAML, state files.
///
/// A number that is read here has the range that its use can bear, so that arithmetic on it cannot overflow.
package enum BoundedInteger {
  /// The number that `text` spells in decimal digits, with a sign or without; nil for other text and for a number
  /// outside `range`.
  package static func parse(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// The sum of `numbers`; nil where it does not fit an `Int`.
  package static func sum(_ numbers: some Sequence<Int>) -> Int? {
    var total = 0
    for number in numbers {
      let (sum, isTooLarge) = total.addingReportingOverflow(number)
      if isTooLarge { return nil }
      total = sum
    }
    return total
  }
}
