import ArgumentParser
import P3Kit

/// How converted results are stored.
struct EncodingOptions: ParsableArguments {
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
    request.depth = storage.depth
    request.dither = dither
    request.tagging = tag
    request.metadata = storage.metadata
    request.compression = storage.compression
  }
}
