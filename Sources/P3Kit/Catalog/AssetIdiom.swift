/// The device a slot is for.
public enum AssetIdiom: String, Sendable, Hashable, CaseIterable {
  case universal, iphone, ipad, mac, tv, watch

  /// Whether a Display P3 image at 1x is ever used: no iPhone or iPad has a wide gamut at 1x, and for
  /// `universal` the sRGB one is taken.
  var usesWideGamutAt1x: Bool { self == .mac || self == .tv || self == .watch }
}
