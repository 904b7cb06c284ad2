import Catalogs
import ImageFiles
import PNGCodec

/// The step `catalog`: builds an image set from each image, as `p3tool catalog build` does.
struct CatalogStep: PipelineStep {
  /// The options that all sets share.
  let common: ImageSetRequest
  let recipe: String
  /// The platforms of an app icon; nil for an image set.
  let icon: [AppIconPlatform]?
  /// The catalog or a folder inside it, relative to the pipeline's folder.
  private let into: String
  private let name: NameTemplate
  /// The templates of the variants' files, by option.
  private let variants: [String: NameTemplate]
  /// The pipeline's folder.
  private let folder: String

  init(
    _ request: ImageSetRequest, icon: [AppIconPlatform]?, _ arguments: StepArguments, limits: PNGLimits
  ) throws(ConfigurationError) {
    let (configuration, values) = (arguments.configuration, arguments.values)
    func template(_ text: String?, _ option: String) throws(ConfigurationError) -> NameTemplate? {
      guard let text else { return nil }
      do {
        return try NameTemplate(text)
      } catch {
        throw configuration.error(at: values[option]?.place ?? values.place, "\(error)")
      }
    }
    into = FilePath.normalized(request.catalog)
    if let node = values["into"] { try configuration.check(into, node) }
    guard let name = try template(request.name, "name") else { preconditionFailure("a request has a name") }
    self.name = name
    var variants: [String: NameTemplate] = [:]
    if case .file(let dark) = request.dark { variants["dark"] = try template(dark, "dark") }
    variants["high-contrast"] = try template(request.highContrast, "high-contrast")
    variants["dark-high-contrast"] = try template(request.darkHighContrast, "dark-high-contrast")
    variants["tinted"] = try template(request.tinted, "tinted")
    self.variants = variants
    self.icon = icon
    folder = configuration.folder
    var request = request
    request.catalog = FilePath.join(folder, into)
    request.limits = arguments.limits(request.limits, of: limits)
    common = request
    recipe = arguments.key
  }

  var targetName: String? { nil }

  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String] {
    let request = try request(for: source)
    let builder = icon.map { AppIconBuilder(request, platforms: $0) }
    let set = FilePath.join(into, FilePath(builder?.request.folder ?? request.folder).name)
    let files = builder?.possibleFileNames ?? request.possibleFileNames
    return (files + ["Contents.json"]).map { FilePath.join(set, $0) }
  }

  var sharedOutputs: [String] { [FilePath.join(into, "Contents.json")] }

  func otherInputs(for source: PipelineSource) throws(OutputConflict) -> [String] {
    try variantFiles(source).sorted { $0.key < $1.key }.map(\.value)
  }

  /// The variants' files by option, relative to the pipeline's folder, except softened masters.
  private func variantFiles(_ source: PipelineSource) throws(OutputConflict) -> [String: String] {
    var files: [String: String] = [:]
    for (option, template) in variants.sorted(by: { $0.key < $1.key }) {
      guard let path = template.name(source.values(target: "", step: "catalog")) else {
        throw .variantLeavesFolder(option: option)
      }
      files[option] = path
    }
    return files
  }

  /// The request for `source`, without its path.
  func request(for source: PipelineSource) throws(OutputConflict) -> ImageSetRequest {
    guard let name = name.name(source.values(target: "", step: "catalog")), FilePath.isPlainName(name) else {
      throw .setNameIsPath
    }
    let files = try variantFiles(source).mapValues { FilePath.join(folder, $0) }
    var request = common
    request.name = name
    if let dark = files["dark"] { request.dark = .file(dark) }
    request.highContrast = files["high-contrast"]
    request.darkHighContrast = files["dark-high-contrast"]
    request.tinted = files["tinted"]
    return request
  }

  func perform(_ task: StepTask) async throws(ImageError) -> StepWork {
    // Never fails here: planning made the same request, and a source with an invalid set name is not performed.
    guard var request = try? request(for: task.source) else {
      preconditionFailure("\(task.input) was planned with a set's name")
    }
    request.master = task.input
    request.replaceable = task.replaceable
    let report =
      if let icon {
        try await AppIconBuilder(request, platforms: icon, budget: task.budget).build()
      } else {
        try await ImageSetBuilder(request, budget: task.budget).build()
      }
    let files = report.images.map(\.file) + ["Contents.json"]
    return StepWork(
      result: StepResult(
        bytesIn: task.byteCount, bytesOut: report.images.map(\.bytes).reduce(0, +),
        notes: report.notes),
      written: files.map { FilePath.join(report.output, $0) })
  }
}
