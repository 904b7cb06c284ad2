import Catalogs
import ImageFiles

/// The step `catalog-color`: writes one colour set, as `p3tool catalog color` does. It takes no source.
struct CatalogColorStep: PipelineStep {
  let builder: ColorSetBuilder
  /// The catalog or a folder inside it, relative to the pipeline's folder.
  private let into: String
  /// The pipeline's folder.
  private let folder: String
  let recipe: String

  init(_ builder: ColorSetBuilder, _ arguments: StepArguments) throws(ConfigurationError) {
    let configuration = arguments.configuration
    into = FilePath.normalized(builder.catalog)
    if let node = arguments.values["into"] { try configuration.check(into, node) }
    self.builder = builder
    folder = configuration.folder
    recipe = arguments.key
  }

  var targetName: String? { nil }

  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String] {
    [FilePath.join(into, "\(builder.name).colorset/Contents.json")]
  }

  var sharedOutputs: [String] { [FilePath.join(into, "Contents.json")] }

  func perform(_ task: StepTask) async throws(ImageError) -> StepWork {
    try ColorSetBuilder(
      name: builder.name, catalog: FilePath.join(folder, into), colors: builder.colors,
      overwrite: task.outputs.allSatisfy(task.replaceable.contains)
    ).build()
    let bytes = task.outputs.reduce(0) { $0 + (FileStatus(path: $1)?.size ?? 0) }
    return StepWork(result: StepResult(bytesOut: bytes), written: task.outputs)
  }
}
