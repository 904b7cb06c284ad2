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

  func perform(_ task: BatchTask) async throws(ConversionError) -> BatchResult {
    guard let output = task.output else { preconditionFailure("a conversion has an output") }
    let report = try await conversion.convert(
      .file(task.input), to: .file(output),
      settings: ImageConversion.Settings(overwrite: true, budget: task.budget))
    return BatchResult(bytesIn: report.bytesIn, bytesOut: report.bytesOut, notes: report.notes)
  }
}
