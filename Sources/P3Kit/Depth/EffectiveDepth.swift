import Pixels

/// How many bits per sample an image really uses: a 16-bit file may hold 8-bit values.
struct EffectiveDepth: Sendable {
  /// Of the samples seen so far: 1, 2, 4, 8 or 16.
  private(set) var bits = 1

  /// Takes what another part of the image needs into account.
  mutating func merge(_ other: EffectiveDepth) { bits = max(bits, other.bits) }

  /// Takes the samples of a strip into account.
  mutating func scan(_ strip: borrowing PixelBuffer) {
    while bits < 16, !fits(strip.samples.span) { bits *= 2 }
  }

  /// Whether every sample is a code of `bits` bits: widened to 16 it repeats them, so that turning it by `bits` leaves
  /// it as it is. Blocks without a branch within them run several samples at a time.
  private func fits(_ samples: Span<UInt16>) -> Bool {
    var start = 0
    while start < samples.count {
      let end = min(start + 1024, samples.count)
      var changed: UInt16 = 0
      for index in start..<end {
        let sample = samples[index]
        changed |= sample ^ (sample &<< UInt16(bits) | sample &>> UInt16(16 - bits))
      }
      if changed != 0 { return false }
      start = end
    }
    return true
  }
}

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

/// Bits per sample of the place where an image will be shown.
public enum TargetDepth: String, Sendable, Hashable, CaseIterable {
  case eight = "8"
  case sixteen = "16"

  /// 8 or 16.
  public var bits: Int { self == .eight ? 8 : 16 }
}
