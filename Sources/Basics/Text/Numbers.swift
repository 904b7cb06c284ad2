/// Numbers for messages and reports: rounded, the same in every locale. (Adding 0 turns −0 into 0.)
package enum Numbers {
  /// `1,234,567`.
  package static func count(_ number: Int) -> String {
    var digits = Array(String(number))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return String(digits)
  }

  /// `1 image`, `2,000 images`, `0 images`.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(self.count(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `6.4`.
  package static func oneDecimal(_ number: Double) -> String { "\((number * 10).rounded() / 10 + 0)" }

  /// `2:1`, `1.6:1`.
  package static func ratio(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number)):1" : "\(oneDecimal(number)):1"
  }

  /// `0.93`.
  package static func twoDecimals(_ number: Double) -> String { "\((number * 100).rounded() / 100 + 0)" }

  /// `0.928`.
  package static func threeDecimals(_ number: Double) -> String { "\((number * 1000).rounded() / 1000 + 0)" }
}
