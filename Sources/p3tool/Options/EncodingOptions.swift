import ArgumentParser
import P3Kit
import PNGCodec

/// How results are stored.
struct EncodingOptions: ParsableArguments {
  @Option(help: "Bits per sample: 16, 8 or keep (16 stays 16, all else becomes 8).")
  var depth: OutputDepth = .sixteen

  @Option(help: "How 16 bits become 8: blue-noise (keeps gradients smooth) or none (plain rounding).")
  var dither: Dither = .blueNoise

  @Option(
    help: """
      Colour chunks: auto (an ICC profile always, cICP beside it for Display P3), icc, cicp, both, \
      srgb-chunk (the smallest sRGB file).
      """)
  var tag: ColorTagging = .auto

  @Option(
    help: ArgumentHelp(
      "Other chunks kept: all, none, or a list of exif, xmp, text, resolution, time and other.",
      valueName: "kinds"))
  var metadata: MetadataSelection = .all

  @Option(help: "fast (least time), balanced, or small (fewest bytes, several times slower).")
  var compression: PNGWriteOptions.Compression = .balanced

  func apply(to request: inout ConversionRequest) {
    request.depth = depth
    request.dither = dither
    request.tagging = tag
    request.metadata = metadata
    request.compression = compression
  }
}
