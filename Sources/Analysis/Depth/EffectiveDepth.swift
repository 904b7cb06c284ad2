package import Pixels

/// The least bits per sample that hold an image without loss: a 16-bit file may hold 8-bit values.
package struct EffectiveDepth: Sendable {
  /// The bits of the samples so far: 1, 2, 4, 8 or 16.
  package private(set) var bits = 1

  /// Once this many bits are found, samples are not read any more.
  private let most: Int

  /// - Parameter most: bits of the file's samples, up to 16.
  package init(most: Int = 16) { self.most = most }

  /// Adds the depth of another part of the image.
  package mutating func merge(_ other: EffectiveDepth) { bits = max(bits, other.bits) }

  /// Adds the samples of a strip.
  package mutating func scan(_ strip: borrowing PixelBuffer) {
    while bits < most, !fits(strip.samples.span) { bits *= 2 }
  }

  /// Whether every sample is a code of `bits` bits. A code widened to 16 bits repeats itself, so rotating the sample by
  /// `bits` does not change it. The inner loop has no branch, so that the compiler vectorises it.
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
public enum OutputDepth: String, Sendable, Hashable, Codable, CaseIterable {
  /// 16 bits for wide gamuts, whose 8-bit codes are too far apart, and if the values need more than 8; else 8 bits.
  case auto
  /// 16 bits.
  case sixteen = "16"
  /// 8 bits.
  case eight = "8"
  /// 16 bits for 16-bit inputs, 8 bits for all others.
  case keep

  /// The bits per sample of an output: 8 or 16.
  ///
  /// - Parameters:
  ///   - inputDepth: the bits per sample (or per index of a palette) of the input, 1 to 16.
  ///   - valueBits: the least bits that hold the input's samples: 1, 2, 4, 8 or 16.
  ///   - toWideGamut: whether the output's space is wider than sRGB, or may be.
  package func bits(inputDepth: Int, valueBits: Int, toWideGamut: Bool) -> Int {
    switch self {
    case .auto: toWideGamut || valueBits > 8 ? 16 : 8
    case .sixteen: 16
    case .eight: 8
    case .keep: inputDepth == 16 ? 16 : 8
    }
  }
}

/// Bits per sample of the display of an image.
public enum TargetDepth: String, Sendable, Hashable, Codable, CaseIterable {
  /// 8 bits, as in most displays.
  case eight = "8"
  /// 16 bits.
  case sixteen = "16"

  /// 8 or 16.
  package var bits: Int { self == .eight ? 8 : 16 }
}
