import PNGCodec

/// The step `soften`.
struct SoftenOperation: BatchOperation {
  /// The options of `p3tool soften`, as a pipeline file spells them.
  static let options = SchemaObject(
    "soften step",
    [
      .init("mode", .choice(SofteningMode.self), "How (default auto: photographs are left alone)."),
      .init("white", .number(0.01...1), "The relative luminance that white ends at (default 0.72)."),
      .init("on", .text, "The dark background the image will sit on, as #rrggbb (default #1C1C1E)."),
      .init("depth", .choice(OutputDepth.self), "Bits per sample (default 16)."),
      .init(
        "metadata", .oneOrMore(.choice(["all", "none"] + PNGMetadata.Category.allCases.map(\.rawValue))),
        "Other chunks kept (default all)."),
      .init(
        "compression", .choice(PNGWriteOptions.Compression.self),
        "Trade of time and size (default balanced)."),
    ])

  private let softening: ImageSoftening

  init(_ options: BatchOptions, context: BatchContext) throws(ConfigurationError) {
    var aims = SofteningOptions()
    aims.mode = options.choice("mode") ?? aims.mode
    aims.whiteLuminance = options["white"]?.number ?? aims.whiteLuminance
    if let node = options["on"] {
      do throws(CSSColorError) {
        aims.background = try BackgroundColor(node.text).encoded
      } catch {
        throw context.error(at: node.place, "'on' takes a colour such as '#1C1C1E': \(error)")
      }
    }
    var softening = ImageSoftening(aims)
    softening.depth = options.choice("depth") ?? softening.depth
    softening.compression = options.choice("compression") ?? softening.compression
    softening.metadata = try options.metadata(context: context) ?? softening.metadata
    softening.limits = context.limits
    self.softening = softening
  }

  var targetName: String? { "dark" }

  var recipe: String {
    let aims = softening.options
    return [
      "mode \(aims.mode.rawValue)", "white \(aims.whiteLuminance)", "on \(aims.background)",
      "depth \(softening.depth.rawValue)",
      "metadata \(softening.metadata.categories.map(\.rawValue).sorted().joined(separator: ","))",
      "compression \(softening.compression.rawValue)",
    ].joined(separator: "\n")
  }

  func outputs(for source: BatchSource, named: String?) throws(BatchOutputConflict) -> [String] {
    named.map { [$0] } ?? []
  }

  func perform(_ task: BatchTask) async throws(ImageError) -> BatchResult {
    guard let output = task.output else { preconditionFailure("softening has an output") }
    let report = try await softening.soften(
      .file(task.input), to: .file(output),
      settings: OutputSettings(overwrite: true, budget: task.budget))
    return BatchResult(
      bytesIn: report.bytesIn, bytesOut: report.bytesOut, notes: [report.summary] + report.notes)
  }
}
