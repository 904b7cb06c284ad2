import ArgumentParser
import P3Kit
import PNGCodec

/// How results are stored, whatever their colours.
struct StorageOptions: ParsableArguments {
  @Option(help: "Bits per sample: 16, 8 or keep (16 stays 16, all else becomes 8).")
  var depth: OutputDepth = .sixteen

  @Option(
    help: ArgumentHelp(
      "Other chunks kept: all, none, or a list of exif, xmp, text, resolution, time and other.",
      valueName: "kinds"))
  var metadata: MetadataSelection = .all

  @Option(help: "fast (least time), balanced, or small (fewest bytes, several times slower).")
  var compression: PNGWriteOptions.Compression = .balanced
}
