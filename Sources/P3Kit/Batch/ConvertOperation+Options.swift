// The options of `p3tool convert`, as a pipeline file spells them.
import ColorManagement
import PNGCodec

extension ConvertOperation {
  static let options = SchemaObject(
    "convert step",
    [
      .init(
        "to", .text,
        "Target: srgb, display-p3, adobe-rgb, rec2020, prophoto, a name of 'profiles', or an ICC file."),
      .init("from", .text, "Use this profile whatever the file says."),
      .init("assume", .text, "The profile of untagged images (default srgb)."),
      .init("intent", .choice(RenderingIntent.self), "ICC rendering intent (default relative)."),
      .init("black-point-compensation", .boolean, "Map the darkest colours onto each other (default true)."),
      .init("gamut", .choice(GamutMapping.self), "Colours that the target cannot hold (default clip)."),
      .init("depth", .choice(OutputDepth.self), "Bits per sample (default 16)."),
      .init("dither", .choice(Dither.self), "How the depth is reduced (default blue-noise)."),
      .init("tag", .choice(ColorTagging.self), "Colour chunks of the output (default auto)."),
      .init(
        "metadata", .oneOrMore(.choice(["all", "none"] + PNGMetadata.Category.allCases.map(\.rawValue))),
        "Other chunks kept (default all)."),
      .init(
        "compression", .choice(PNGWriteOptions.Compression.self), "Trade of time and size (default balanced)."
      ),
      .init("soften", .boolean, "Also soften white backgrounds for dark mode (default false)."),
    ])
}

extension SchemaType {
  /// One of the words of an enumeration.
  static func choice<Choice: CaseIterable & RawRepresentable<String>>(_ type: Choice.Type) -> SchemaType {
    .choice(type.allCases.map(\.rawValue))
  }
}

extension BatchOptions {
  /// The value of an option whose words have been checked already.
  func choice<Choice: RawRepresentable<String>>(_ name: String) -> Choice? {
    self[name].flatMap { Choice(rawValue: $0.text) }
  }
}

extension BatchOptions {
  /// The value of `metadata`.
  func metadata(context: BatchContext) throws(ConfigurationError) -> MetadataSelection? {
    guard let node = self["metadata"] else { return nil }
    guard let selection = MetadataSelection(node.elements.map(\.text).joined(separator: ",")) else {
      throw context.error(at: node.place, "'metadata' takes all or none alone, or a list of kinds")
    }
    return selection
  }
}
