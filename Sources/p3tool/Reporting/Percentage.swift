/// Shares in words.
enum Percentage {
  /// `1.8 %`; what is not zero never reads as `0.0 %`, what is not all never as `100.0 %`.
  static func text(_ share: Double) -> String {
    let tenths = (share * 1000).rounded() / 10
    if share > 0, tenths == 0 { return "under 0.1 %" }
    if share < 1, tenths == 100 { return "over 99.9 %" }
    return "\(tenths) %"
  }
}
