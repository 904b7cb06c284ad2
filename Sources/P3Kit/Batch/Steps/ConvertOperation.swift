import ColorManagement
import PNGCodec

/// The step `convert`.
struct ConvertOperation: BatchOperation {
  private let conversion: ImageConversion
  let recipe: String

  init(_ options: BatchOptions, context: BatchContext) throws(ConfigurationError) {
    guard let to = options["to"] else {
      throw context.error(at: options.place, "the step convert lacks 'to'")
    }
    var request = ConversionRequest(target: try context.target(to))
    if let node = options["from"] { request.sourceOverride = try context.target(node).profile }
    if let node = options["assume"] { request.assumedProfile = try context.target(node).profile }
    request.intent = options.choice("intent") ?? request.intent
    request.blackPointCompensation =
      options["black-point-compensation"]?.boolean ?? request.blackPointCompensation
    request.gamutMapping = options.choice("gamut") ?? request.gamutMapping
    request.depth = options.choice("depth") ?? request.depth
    request.dither = options.choice("dither") ?? request.dither
    request.tagging = options.choice("tag") ?? request.tagging
    request.compression = options.choice("compression") ?? request.compression
    request.metadata = try options.metadata(context: context) ?? request.metadata
    if options["soften"]?.boolean == true { request.softening = SofteningOptions() }
    request.limits = context.limits
    // The report of a run has findings of the step `check`; what convert would count nobody reads.
    request.scansGamut = false
    request.scansBanding = false
    do {
      try request.validate()
    } catch {
      throw context.error(at: (options["tag"] ?? to).place, error.description)
    }
    conversion = ImageConversion(request)
    recipe = Self.recipe(request)
  }

  var targetName: String? { conversion.request.target.outputSuffix }

  private static func recipe(_ request: ConversionRequest) -> String {
    [
      "to \(SHA256.hash(request.target.profile.bytes))",
      "from \(request.sourceOverride.map { "\(SHA256.hash($0.bytes))" } ?? "the file")",
      "assume \(SHA256.hash(request.assumedProfile.bytes))", "intent \(request.intent.rawValue)",
      "black point \(request.blackPointCompensation)", "gamut \(request.gamutMapping.rawValue)",
      "depth \(request.depth.rawValue)", "dither \(request.dither.rawValue)",
      "tag \(request.tagging.rawValue)",
      "metadata \(request.metadata.categories.map(\.rawValue).sorted().joined(separator: ","))",
      "compression \(request.compression.rawValue)", "soften \(request.softening != nil)",
    ].joined(separator: "\n")
  }

  func outputs(for source: BatchSource, named: String?) throws(BatchOutputConflict) -> [String] {
    named.map { [$0] } ?? []
  }

  func perform(_ task: BatchTask) async throws(ImageError) -> BatchResult {
    guard let output = task.output else { preconditionFailure("a conversion has an output") }
    let report = try await conversion.convert(
      .file(task.input), to: .file(output),
      settings: OutputSettings(overwrite: true, budget: task.budget))
    return BatchResult(bytesIn: report.bytesIn, bytesOut: report.bytesOut, notes: report.notes)
  }
}

// The options of `p3tool convert`, as a pipeline file spells them.

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
