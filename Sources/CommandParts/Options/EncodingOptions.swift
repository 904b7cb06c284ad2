package import Analysis
package import ArgumentParser
package import Conversion

/// The encoding of converted images.
package struct EncodingOptions: ParsableArguments {
  @Option(
    help: """
      Bits per sample: auto (16 to wide gamuts and wherever the values need more than 8, else 8), 16, 8 or keep \
      (16 stays 16, all else becomes 8). At 8 bits a palette stays a palette.
      """)
  package var depth: OutputDepth = .auto

  @OptionGroup package var storage: StorageOptions

  @Option(
    help: ArgumentHelp(
      """
      How 16 bits become 8: blue-noise (keeps gradients smooth) or none (plain rounding). \
      Default: blue-noise where the values need more than 8 bits, else none.
      """))
  package var dither: Dither?

  @Flag(
    help: """
      Leave out alpha that is opaque everywhere and, at 8 bits, write a palette where 256 colours suffice and \
      that is smaller. Takes about twice the time where that is so.
      """)
  package var reduce = false

  @Flag(
    help: """
      Compress again where nothing changes, neither colours nor depth. By default the compressed pixels of such an image \
      are copied, and its colour chunks corrected.
      """)
  package var reencode = false

  @Option(
    help: """
      Colour chunks: auto (an ICC profile always, cICP beside it for Display P3), icc, cicp, both, \
      srgb-chunk (the smallest sRGB file).
      """)
  package var tag: ColorTagging = .auto

  package func apply(to request: inout ConversionRequest) {
    request.depth = depth
    request.dither = dither
    request.reduces = reduce
    request.reencodes = reencode
    request.tagging = tag
    request.metadata = storage.metadata
    request.compression = storage.compression
  }

  package init() {}
}
