/// Parses whole numbers from outside: options, environment, JSON, YAML, state files.
///
/// Numbers are limited to the range that their use allows, so that arithmetic on them cannot overflow.
package enum BoundedInteger {
  /// The decimal number in `text`, with or without a sign; nil for other text and for numbers outside `range`.
  package static func parse(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// The sum of `numbers`; nil if it overflows `Int`.
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
