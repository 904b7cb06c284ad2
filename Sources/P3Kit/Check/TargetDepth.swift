/// Bits per sample of the place where an image will be shown.
public enum TargetDepth: String, Sendable, Hashable, CaseIterable {
  case eight = "8"
  case sixteen = "16"

  /// 8 or 16.
  public var bits: Int { self == .eight ? 8 : 16 }
}
