/// The byte order of 16-bit samples.
public enum SampleOrder: Sendable, Hashable {
  /// As the machine has them.
  case native
  /// Most significant byte first, as PNG stores them (PNG 3rd edition, clause 7.1).
  case bigEndian

  /// Whether samples in this order must be swapped on this machine.
  var isSwapped: Bool {
    switch self {
    case .native: false
    case .bigEndian: UInt16(1).bigEndian != 1
    }
  }
}
