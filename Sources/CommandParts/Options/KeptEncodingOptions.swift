package import Analysis
package import ArgumentParser

/// The encoding of the results of `soften` and `simulate`; by default, that of their inputs.
package struct KeptEncodingOptions: ParsableArguments {
  @Option(
    help: """
      Bits per sample: keep (16 stays 16, all else becomes 8), auto (16 in wide gamuts and wherever the values need \
      more than 8, else 8), 16 or 8.
      """)
  package var depth: OutputDepth = .keep

  @Option(
    help: """
      How 16 bits become 8: blue-noise (keeps gradients smooth) or none (plain rounding). Without it, images that need \
      more than 8 bits get blue-noise.
      """)
  package var dither: Dither?

  @OptionGroup package var storage: StorageOptions

  package init() {}
}
