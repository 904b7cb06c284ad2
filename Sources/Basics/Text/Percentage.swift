/// Shares (0 to 1) as percentages, written the same way everywhere.
package enum Percentage {
  /// Whole numbers from 10 % on: `43 %`, `1.8 %`, `0.02 %`, `under 0.01 %`, `0 %`. Only a share of 1 is `100 %`.
  package static func text(_ share: Double) -> String {
    let percent = share * 100
    if percent <= 0 { return "0 %" }
    if percent < 0.01 { return "under 0.01 %" }
    if percent < 1 { return "\(Numbers.twoDecimals(percent)) %" }
    if percent >= 9.95 { return "\(Int(percent < 100 ? min(percent.rounded(), 99) : 100)) %" }
    return "\(Numbers.oneDecimal(percent)) %"
  }
}
