import Analysis
import ColorManagement
import ImageFiles
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

  /// For an image with `input`, whose rows come in `format` and whose samples need `valueBits`: a palette stays one where
  /// `bits` are 8 and `mayKeepPalette`; without a word about dithering only values that lose bits are dithered.
  init(
    for input: PNGHeader, format: PixelFormat, bits: Int, valueBits: Int, dither: Dither?,
    mayKeepPalette: Bool = true
  ) {
    keepsPalette = mayKeepPalette && bits == 8 && input.colorType == .palette
    if keepsPalette {
      (header, self.dither) = (input, .none)
    } else {
      header = PNGHeader(width: input.width, height: input.height, bitDepth: bits, format: format)
      self.dither = dither ?? (valueBits > bits ? .blueNoise : .none)
    }
  }
}

/// Writes one converted image in the way that was decided: entry by entry where its palette stays, in strips otherwise.
struct ConversionWriter: Sendable {
  let output: ConversionOutput
  let work: StripWork
  let colorChunks: [PNGChunk]
  let metadata: MetadataFilter
  let compression: PNGWriteOptions.Compression
  let limits: PNGLimits
  let budget: StripPermits
  /// Whether a palette that stays loses alpha that is opaque everywhere.
  var reduces = false
  /// What other images are written without.
  var reduction: ImageReduction?

  /// What IHDR will say.
  var outputHeader: PNGHeader { reduction?.header(for: output.header) ?? output.header }

  /// Reads `reader` to its end, writes the image of `input` to `descriptor`, and tells `observe` of each strip, in order.
  ///
  /// - Parameter name: the output's, for errors.
  /// - Returns: the bytes written.
  func write(
    _ input: borrowing ReplayableInput, _ reader: inout PNGReader, into descriptor: Int32, named name: String,
    banding: inout BandingStage?, observe: (GamutSums?, EffectiveDepth) -> Void
  ) async throws(ImageError) -> Int {
    if output.keepsPalette {
      return try await PaletteConversion(
        work: work, colorChunks: colorChunks, metadata: metadata, limits: limits,
        dropsOpaqueAlpha: reduces, budget: budget
      ).run(input, &reader, into: descriptor, banding: &banding, observe: observe)
    }
    return try await StripPipeline(
      work: work, outputHeader: outputHeader, colorChunks: colorChunks, metadata: metadata,
      compression: compression, budget: budget, reduction: reduction
    ).run(&reader, into: descriptor, name: name, banding: &banding) { outcome in
      observe(outcome.gamut, outcome.effectiveDepth)
    }
  }
}

extension ConversionRequest {
  /// Whether images may have to be read more than once: for softening, for the bits that their values need, because a palette
  /// is kept, or to see what can be left out.
  var mayReadTwice: Bool {
    softening != nil || reduces || !(depth == .sixteen || depth == .auto && goesToWideGamut)
  }

  /// Whether the target is wider than sRGB; true also where that cannot be told.
  private var goesToWideGamut: Bool { target.profile.isWideGamut ?? (target.profile.colorSpace != .gray) }

  /// What is written for an image with `header`, whose rows come in `format` and whose samples need `valueBits`.
  func output(for header: PNGHeader, format: PixelFormat, valueBits: Int) -> ConversionOutput {
    ConversionOutput(
      for: header, format: format,
      bits: depth.bits(inputDepth: header.bitDepth, valueBits: valueBits, toWideGamut: goesToWideGamut),
      valueBits: valueBits, dither: dither, mayKeepPalette: softening == nil)
  }
}
