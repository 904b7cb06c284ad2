import ColorManagement
import PNGCodec
import Pixels

/// How a conversion writes one image: decided when its header is known and, where it counts, its values.
struct ConversionOutput: Sendable, Hashable {
  /// What IHDR will say.
  let header: PNGHeader
  /// How samples lose their low bits.
  let dither: Dither
  /// Whether the palette is converted and the indices are copied as they are.
  let keepsPalette: Bool

  /// Bits per sample: 8 or 16.
  var depth: Int { header.bitDepth == 16 ? 16 : 8 }
}

extension ConversionRequest {
  /// Whether images may have to be read more than once: for softening, for the bits that their values need, or because
  /// a palette is kept.
  var mayReadTwice: Bool { softening != nil || !(depth == .sixteen || depth == .auto && goesToWideGamut) }

  /// Whether the target is wider than sRGB; true also where that cannot be told.
  private var goesToWideGamut: Bool { target.profile.isWideGamut ?? (target.profile.colorSpace != .gray) }

  /// What is written for an image with `header`, whose rows come in `format` and whose samples need `valueBits`.
  func output(for header: PNGHeader, format: PixelFormat, valueBits: Int) -> ConversionOutput {
    let bits = depth.bits(
      inputDepth: header.bitDepth, valueBits: valueBits, toWideGamut: goesToWideGamut)
    if bits == 8, header.colorType == .palette, softening == nil {
      return ConversionOutput(header: header, dither: .none, keepsPalette: true)
    }
    return ConversionOutput(
      header: PNGHeader(width: header.width, height: header.height, bitDepth: bits, format: format),
      dither: dither ?? (valueBits > 8 ? .blueNoise : .none), keepsPalette: false)
  }
}
