import ArgumentParser
import P3Kit

/// How converted results are stored.
struct EncodingOptions: ParsableArguments {
  @Option(help: "Bits per sample: 16, 8 or keep (16 stays 16, all else becomes 8).")
  var depth: OutputDepth = .sixteen

  @OptionGroup var storage: StorageOptions

  @Option(help: "How 16 bits become 8: blue-noise (keeps gradients smooth) or none (plain rounding).")
  var dither: Dither = .blueNoise

  @Option(
    help: """
      Colour chunks: auto (an ICC profile always, cICP beside it for Display P3), icc, cicp, both, \
      srgb-chunk (the smallest sRGB file).
      """)
  var tag: ColorTagging = .auto

  func apply(to request: inout ConversionRequest) {
    request.depth = depth
    request.dither = dither
    request.tagging = tag
    request.metadata = storage.metadata
    request.compression = storage.compression
  }
}
