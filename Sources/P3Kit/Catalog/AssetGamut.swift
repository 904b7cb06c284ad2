/// The display gamut a slot is for, as image sets spell it.
public enum AssetGamut: String, Sendable, Hashable, CaseIterable {
  case sRGB
  case displayP3 = "display-P3"
}
