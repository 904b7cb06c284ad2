import PNGCodec

/// The step `catalog`: an image set from each image, as `p3tool catalog build` makes it.
struct CatalogOperation: BatchOperation {
  /// The options of `p3tool catalog build`, as a pipeline file spells them.
  static let options = SchemaObject(
    "catalog step",
    [
      .init("into", .text, "The catalog, or a folder in it, relative to this file."),
      .init("name", .text, "The set's name, from {stem} and the other placeholders (default {stem})."),
      .init("scales", .oneOrMore(.choice(["1x", "2x", "3x", "single"])), "Scales (default 1x, 2x, 3x)."),
      .init("master-scale", .integer(1...3), "The master's scale (default: the largest of 'scales')."),
      .init("idiom", .oneOrMore(.choice(AssetIdiom.self)), "Devices (default universal)."),
      .init("dark", .choice(["soften"]), "Make a dark variant by softening white backgrounds."),
      .init("filter", .choice(ResamplingFilter.self), "How smaller scales are made (default lanczos3)."),
      .init("srgb-depth", .choice(OutputDepth.self), "Bits per sample of sRGB images (default 16)."),
      .init(
        "metadata", .oneOrMore(.choice(["all", "none"] + PNGMetadata.Category.allCases.map(\.rawValue))),
        "Other chunks kept (default none)."),
      .init(
        "compression", .choice(PNGWriteOptions.Compression.self),
        "Trade of time and size (default balanced)."),
    ])

  /// What every set has in common; name and master come with the source.
  private let common: ImageSetRequest
  private let name: NameTemplate
  private let into: String

  init(_ options: BatchOptions, context: BatchContext) throws(ConfigurationError) {
    guard let into = options["into"] else {
      throw context.error(at: options.place, "the step catalog lacks 'into'")
    }
    self.into = FilePath.normalized(into.text)
    do {
      name = try NameTemplate(options["name"]?.text ?? "{stem}")
    } catch {
      throw context.error(at: (options["name"] ?? into).place, error.description)
    }
    var request = ImageSetRequest(
      name: "", catalog: FilePath.join(context.folder, self.into), master: "")
    if let scales = options["scales"] {
      let words = scales.elements.map(\.text)
      request.scales = words == ["single"] ? [] : words.compactMap { Int($0.dropLast()) }.sorted()
      guard words == ["single"] || request.scales.count == Set(request.scales).count,
        words.count == 1 || !words.contains("single")
      else {
        throw context.error(at: scales.place, "'scales' takes single alone, or some of 1x, 2x, 3x once each")
      }
    }
    request.masterScale = options["master-scale"]?.integer ?? request.scales.max() ?? 1
    guard request.masterScale >= request.scales.max() ?? 1 else {
      throw context.error(
        at: (options["master-scale"] ?? into).place,
        "a \(request.masterScale)x master cannot be enlarged to \(request.scales.max() ?? 1)x")
    }
    if let idioms = options["idiom"] {
      request.idioms = idioms.elements.compactMap { AssetIdiom(rawValue: $0.text) }
    }
    request.dark = options["dark"] == nil ? nil : .softened
    request.filter = options.choice("filter") ?? request.filter
    request.srgbDepth = options.choice("srgb-depth") ?? request.srgbDepth
    request.metadata = try options.metadata(context: context) ?? request.metadata
    request.compression = options.choice("compression") ?? request.compression
    request.limits = context.limits
    request.overwrite = true
    common = request
  }

  var targetName: String? { nil }

  var recipe: String {
    [
      "scales \(common.scales) of \(common.masterScale)", "idioms \(common.idioms.map(\.rawValue))",
      "dark \(common.dark != nil)", "filter \(common.filter.rawValue)", "depth \(common.srgbDepth.rawValue)",
      "metadata \(common.metadata.categories.map(\.rawValue).sorted().joined(separator: ","))",
      "compression \(common.compression.rawValue)",
    ].joined(separator: "\n")
  }

  func outputs(for source: BatchSource, named: String?) throws(BatchOutputConflict) -> [String] {
    let request = try request(for: source)
    let folder = FilePath.join(into, request.name + ".imageset")
    return (request.possibleFileNames + ["Contents.json"]).map { FilePath.join(folder, $0) }
  }

  private func request(for source: BatchSource) throws(BatchOutputConflict) -> ImageSetRequest {
    guard let name = name.name(source.values(target: "", step: "catalog")), !name.contains("/") else {
      throw BatchOutputConflict(description: "its set's name is no plain name (use {stem} without {dir})")
    }
    var request = common
    request.name = name
    return request
  }

  func perform(_ task: BatchTask) async throws(ImageError) -> BatchResult {
    var request: ImageSetRequest
    do throws(BatchOutputConflict) {
      request = try self.request(for: task.source)
    } catch {
      throw .setNameIsPath(path: task.input)
    }
    request.master = task.input
    let report = try await ImageSetBuilder(request, budget: task.budget).build()
    return BatchResult(
      bytesIn: FileStatus(path: task.input)?.size ?? 0, bytesOut: report.images.map(\.bytes).reduce(0, +),
      notes: report.notes)
  }
}
