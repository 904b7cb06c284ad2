/// Figures in messages: rounded as people say them, and alike in every locale.
enum Numbers {
  /// `1,234,567`.
  static func count(_ number: Int) -> String {
    var digits = Array(String(number))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return String(digits)
  }

  /// `43 %`, `1.8 %`, `0.02 %`, `under 0.01 %`.
  static func share(_ share: Double) -> String {
    let percent = share * 100
    if percent > 0, percent < 0.01 { return "under 0.01 %" }
    if percent < 1 { return "\((percent * 100).rounded() / 100) %" }
    if percent >= 9.95 { return "\(Int(percent < 100 ? min(percent.rounded(), 99) : 100)) %" }
    return "\(oneDecimal(percent)) %"
  }

  /// `6.4`.
  static func oneDecimal(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

  /// `0.93`.
  static func twoDecimals(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
