/// Shares, 0 to 1, in percent.
///
/// Findings, lines of text and the table of the HTML page round differently: 0.1624 is `16 %`, `16.2 %` and `16.24 %`.
package enum Percentage {
  /// For messages of findings, whole from 10 % on: `43 %`, `1.8 %`, `0.02 %`, `under 0.01 %`. What is not all never
  /// reads as `100 %`.
  package static func significant(_ share: Double) -> String {
    let percent = share * 100
    if percent > 0, percent < 0.01 { return "under 0.01 %" }
    if percent < 1 { return "\(Numbers.twoDecimals(percent)) %" }
    if percent >= 9.95 { return "\(Int(percent < 100 ? min(percent.rounded(), 99) : 100)) %" }
    return "\(Numbers.oneDecimal(percent)) %"
  }

  /// For lines of text: `1.8 %`, `under 0.1 %`, `over 99.9 %`. What is not zero never reads as `0.0 %`, what is not all
  /// never as `100.0 %`.
  package static func tenths(_ share: Double) -> String {
    let tenths = (share * 1000).rounded() / 10
    if share > 0, tenths == 0 { return "under 0.1 %" }
    if share < 1, tenths == 100 { return "over 99.9 %" }
    return "\(tenths) %"
  }

  /// For columns of figures: `16.24 %`, `< 0.01 %`.
  package static func hundredths(_ share: Double) -> String {
    let percent = share * 100
    return percent < 0.01 ? "< 0.01 %" : "\(Numbers.twoDecimals(percent)) %"
  }
}
