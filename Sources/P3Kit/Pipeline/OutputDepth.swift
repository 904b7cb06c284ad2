/// Bits per sample of the output.
public enum OutputDepth: String, Sendable, Hashable, CaseIterable {
  case sixteen = "16"
  case eight = "8"
  /// 16 stays 16, all else becomes 8.
  case keep

  /// The bits per sample for an input of `inputDepth` bits: 8 or 16.
  public func bits(inputDepth: Int) -> Int {
    switch self {
    case .sixteen: 16
    case .eight: 8
    case .keep: inputDepth == 16 ? 16 : 8
    }
  }
}
