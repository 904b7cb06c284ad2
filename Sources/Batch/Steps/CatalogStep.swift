import Catalogs
import ImageFiles
import PNGCodec

/// The step `catalog`: an image set from each image, as `p3tool catalog build` makes it.
struct CatalogStep: PipelineStep {
  /// What the options of the step decide.
  struct Settings: LimitedSettings {
    /// What every set has in common; names and files come with the source.
    var request = ImageSetRequest(name: "", catalog: "", master: "")
    /// Relative to the pipeline's folder.
    var into = ""
    var name = NameTemplate.stem
    var scales = ScaleList.standard
    var masterScale: Int?
    var dark: DarkSource?
    var highContrast: NameTemplate?
    var darkHighContrast: NameTemplate?
    var stepLimits = StepLimits()
  }

  /// Where the dark variant of each source comes from.
  enum DarkSource: Sendable {
    case softened
    case file(NameTemplate)
  }

  /// The options of `p3tool catalog build`.
  static let table = StepTable(.catalog, Settings()) {
    StepOption(
      "into", \.into, .folder(example: "App/Assets.xcassets"),
      "The catalog, or a folder in it, relative to this file", isRequired: true)
    StepOption(
      "name", \.name, .template(examples: ["{stem}", "Icon-{stem}"]),
      "The set's name, from {stem} and the other placeholders")
    StepOption("scales", \.scales, .scales, "Scales, or single alone")
    StepOption(
      "master-scale", \.masterScale, OptionValue.integer(1...3).optional, "The master's scale",
      absence: "default: the largest of 'scales'", example: "3")
    StepOption("idiom", \.request.idioms, OptionValue.choice.list, "Devices")
    StepOption(
      "dark", \.dark, OptionValue.dark.optional,
      "The dark variant: 'soften' for the source softened, or a file by placeholders")
    StepOption(
      "high-contrast", \.highContrast,
      OptionValue.template(examples: ["contrast/{stem}.png", "{dir}/{stem}-hc.png"]).optional,
      "The high-contrast variant: a file by placeholders")
    StepOption(
      "dark-high-contrast", \.darkHighContrast,
      OptionValue.template(examples: ["dark-contrast/{stem}.png", "{dir}/{stem}-dark-hc.png"]).optional,
      "The dark high-contrast variant: a file by placeholders")
    StepOption("filter", \.request.filter, .choice, "How smaller scales are made")
    StepOption("srgb-depth", \.request.srgbDepth, .choice, "Bits per sample of sRGB images")
    StepOption("metadata", \.request.metadata, .metadata, "Other chunks kept")
    StepOption("compression", \.request.compression, .choice, "Trade of time and size")
    Settings.limitOptions
  }

  /// What every set has in common.
  let common: ImageSetRequest
  let recipe: String
  private let settings: Settings
  /// The pipeline's folder.
  private let folder: String

  init(
    _ values: StepValues, in configuration: BatchConfiguration, limits: PNGLimits
  ) throws(ConfigurationError) {
    settings = try Self.table.settings(values, in: configuration)
    if let node = values["into"] { try configuration.check(settings.into, node) }
    folder = configuration.folder
    var request = settings.request
    request.catalog = FilePath.join(folder, settings.into)
    request.scales = settings.scales.scales
    let largest = request.scales.max() ?? 1
    request.masterScale = settings.masterScale ?? largest
    guard request.masterScale >= largest else {
      throw configuration.error(
        at: values["master-scale"]?.place ?? values.place,
        "a \(request.masterScale)x master cannot be enlarged to \(largest)x")
    }
    if case .softened = settings.dark { request.dark = .softened }
    request.limits = settings.stepLimits.applied(to: limits)
    common = request
    recipe = Self.table.key(settings)
  }

  var targetName: String? { nil }

  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String] {
    let request = try request(for: source)
    let set = FilePath.join(settings.into, request.name + ".imageset")
    return (request.possibleFileNames + ["Contents.json"]).map { FilePath.join(set, $0) }
  }

  var sharedOutputs: [String] { [FilePath.join(settings.into, "Contents.json")] }

  func otherInputs(for source: PipelineSource) throws(OutputConflict) -> [String] {
    try variantFiles(source).paths
  }

  /// The files of the variants that are no softened masters, relative to the pipeline's folder.
  private struct VariantFiles {
    var dark: String?
    var highContrast: String?
    var darkHighContrast: String?

    var paths: [String] { [dark, highContrast, darkHighContrast].compactMap { $0 } }
  }

  private func variantFiles(_ source: PipelineSource) throws(OutputConflict) -> VariantFiles {
    func path(_ template: NameTemplate?, _ option: String) throws(OutputConflict) -> String? {
      guard let template else { return nil }
      guard let path = template.name(source.values(target: "", step: "catalog")) else {
        throw .variantLeavesFolder(option: option)
      }
      return path
    }
    var files = VariantFiles()
    if case .file(let template) = settings.dark { files.dark = try path(template, "dark") }
    files.highContrast = try path(settings.highContrast, "high-contrast")
    files.darkHighContrast = try path(settings.darkHighContrast, "dark-high-contrast")
    return files
  }

  /// What is built from `source`, without its path.
  func request(for source: PipelineSource) throws(OutputConflict) -> ImageSetRequest {
    guard let name = settings.name.name(source.values(target: "", step: "catalog")),
      FilePath.isPlainName(name)
    else {
      throw .setNameIsPath
    }
    let files = try variantFiles(source)
    var request = common
    request.name = name
    if let dark = files.dark { request.dark = .file(FilePath.join(folder, dark)) }
    request.highContrast = files.highContrast.map { FilePath.join(folder, $0) }
    request.darkHighContrast = files.darkHighContrast.map { FilePath.join(folder, $0) }
    return request
  }

  func perform(_ task: StepTask) async throws(ImageError) -> StepWork {
    // Planning names the outputs by the same request: a source whose set has no plain name is never performed.
    guard var request = try? request(for: task.source) else {
      preconditionFailure("\(task.input) was planned with a set's name")
    }
    request.master = task.input
    request.replaceable = task.replaceable
    let report = try await ImageSetBuilder(request, budget: task.budget).build()
    let files = report.images.map(\.file) + ["Contents.json"]
    return StepWork(
      result: StepResult(
        bytesIn: task.byteCount, bytesOut: report.images.map(\.bytes).reduce(0, +),
        notes: report.notes),
      written: files.map { FilePath.join(report.output, $0) })
  }
}

// Values of catalogs.

extension OptionValue<CatalogStep.DarkSource> {
  /// `soften`, or a file's name.
  fileprivate static var dark: OptionValue {
    let file = OptionValue<NameTemplate>.template(examples: [
      "soften", "dark/{stem}.png", "{dir}/{stem}-dark.png",
    ])
    return OptionValue(
      file.type,
      key: { source in
        switch source {
        case .softened: "soften"
        case .file(let template): "file \(template.text)"
        }
      },
      spelling: { _ in nil },
      read: { (text) throws(ConfigurationError) in
        text.text == "soften" ? .softened : .file(try file.read(text))
      })
  }
}

extension OptionValue<ScaleList> {
  /// `single` alone, or some of 1x, 2x and 3x.
  fileprivate static var scales: OptionValue {
    OptionValue(
      .oneOrMore(.choice(["1x", "2x", "3x", "single"])), key: { "[\($0.words.joined(separator: ", "))]" },
      read: { (text) throws(ConfigurationError) in
        guard let scales = ScaleList(text.elements.map(\.text)) else {
          throw text.error("'\(text.name)' takes single alone, or some of 1x, 2x, 3x once each")
        }
        return scales
      })
  }
}

extension NameTemplate {
  /// The source's stem alone.
  fileprivate static let stem: NameTemplate = {
    do { return try NameTemplate("{stem}") } catch { preconditionFailure("the default name is well-formed") }
  }()
}
