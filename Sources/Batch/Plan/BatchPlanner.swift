import Catalogs
import ImageFiles
import PNGCodec

/// Makes a plan from a configuration and the files on disk.
struct BatchPlanner {
  let configuration: BatchConfiguration
  /// The limits beyond which the run refuses images before it allocates memory.
  let limits: PNGLimits
  /// The state of earlier runs: their outputs are never sources.
  let state: BatchState

  /// Steps made so far, by id and by the overrides that apply. Most sources share them.
  private var steps: [StepKey: any PipelineStep] = [:]

  /// The most outputs of one source.
  static let mostOutputs = 1000
  /// The most steps with different options, including those of overrides.
  static let mostSteps = 3000

  private struct StepKey: Hashable {
    let step: String
    let overrides: [Int]
  }

  init(_ configuration: BatchConfiguration, limits: PNGLimits, state: BatchState) {
    self.configuration = configuration
    self.limits = limits
    self.state = state
  }

  /// The plan for all sources.
  ///
  /// - Throws: `ConfigurationError` for options with which no source could be processed.
  mutating func plan() throws(ConfigurationError) -> BatchPlan {
    try checkSteps()
    let takesPalettes = kinds.contains(.palette)
    let tree = SourceTree(
      folder: configuration.folder, excluded: configuration.excluded, passedOver: outputFolders,
      isFolderSource: { takesPalettes && SourceKind.isPaletteFolder($0) })
    let found = tree.search(configuration.sources)
    guard found.sources.count <= SourceTree.mostSources else {
      throw configuration.error(
        at: configuration.sourcesPlace,
        "the patterns find more than \(SourceTree.mostSources) sources (split the pipeline, or exclude some)")
    }
    var plan = BatchPlan()
    plan.unmatchedPatterns = configuration.allowsEmpty ? [] : found.unmatchedPatterns
    // With a mistyped pattern, sources would only seem to be gone.
    plan.isIncomplete = !found.failures.isEmpty || !plan.unmatchedPatterns.isEmpty
    plan.items = found.failures.map {
      .init(path: $0.path, work: .failure(.unusableSource(fact: $0.fact)))
    }
    plan.found = Set(found.sources.map(\.status.identity))
    let known = state.outputPaths
    for source in found.sources where !state.isOutput(source.path, among: known) {
      plan.items.append(try item(source))
    }
    if let item = try pipelineItem() { plan.items.append(item) }
    plan.items.sort { $0.path < $1.path }
    plan.passOverOutputs()
    plan.rules = steps.values.reduce(into: []) { $0.formUnion($1.rules) }
    plan.refuseConflicts(folder: configuration.folder)
    return plan
  }

  /// The kinds of sources that the steps take.
  private var kinds: Set<SourceKind> { Set(configuration.steps.map(\.kind.takes)) }

  /// Makes every step once, so that mistakes are reported even if there is no source.
  private mutating func checkSteps() throws(ConfigurationError) {
    for step in configuration.steps { _ = try self.step(step, overrides: []) }
    for index in configuration.overrides.indices {
      for step in configuration.steps { _ = try self.step(step, overrides: [index]) }
    }
  }

  /// Folders that contain only outputs.
  private var outputFolders: Set<String> {
    Set(([configuration.output] + configuration.steps.compactMap(\.output)).map(\.folder)).subtracting([""])
  }

  private mutating func item(_ found: SourceTree.Source) throws(ConfigurationError) -> BatchPlan.Item {
    let kind = SourceKind.of(found.path, among: kinds)
    guard kinds.contains(kind) else { return .init(path: found.path, work: .failure(.noStepForImages)) }
    return try item(
      PipelineSource(path: found.path, root: found.root, members: members(of: found)), found.status, kind)
  }

  /// The item for steps that take no source file, such as `catalog-color`; nil if no step is of that kind.
  private mutating func pipelineItem() throws(ConfigurationError) -> BatchPlan.Item? {
    let name = FilePath(configuration.path).name
    guard kinds.contains(.pipeline), let status = FileStatus(path: configuration.path) else { return nil }
    return try item(PipelineSource(path: name, root: "", members: []), status, .pipeline)
  }

  private mutating func item(
    _ source: PipelineSource, _ status: FileStatus, _ kind: SourceKind
  ) throws(ConfigurationError) -> BatchPlan.Item {
    let overrides = configuration.overrides.indices.filter {
      configuration.overrides[$0].applies(to: source.path)
    }
    let skipped = overrides.reduce(into: Set<String>()) { $0.formUnion(configuration.overrides[$1].skipped) }
    var products: [BatchPlan.Product] = []
    for step in configuration.steps where step.kind.takes == kind && !skipped.contains(step.id) {
      let input = products.firstIndex { $0.step == step.input }
      // A step whose input step was left out has no input.
      if step.input != nil, input == nil { continue }
      let made = try self.step(step, overrides: overrides)
      do throws(OutputConflict) {
        products.append(
          try product(of: step, made, source: source, input: input, among: products))
      } catch {
        return .init(path: source.path, work: .failure(error))
      }
    }
    let count = products.reduce(0) { $0 + $1.outputs.count }
    if count > Self.mostOutputs {
      return .init(path: source.path, work: .failure(.tooManyOutputs(count, limit: Self.mostOutputs)))
    }
    return .init(path: source.path, work: .success((source, status, products)))
  }

  /// The files of a folder; nil for a file. An unreadable folder has no files here; its step reports the error.
  private func members(of found: SourceTree.Source) -> [String]? {
    guard found.status.kind == .directory else { return nil }
    let files = (try? ColorSetPalette.files(in: FilePath.join(configuration.folder, found.path))) ?? []
    return files.map { FilePath.join(found.path, $0) }
  }

  private mutating func step(
    _ step: StepConfiguration, overrides: [Int]
  ) throws(ConfigurationError) -> any PipelineStep {
    let relevant = overrides.filter { configuration.overrides[$0].options[step.kind] != nil }
    let key = StepKey(step: step.id, overrides: relevant)
    if let made = steps[key] { return made }
    guard steps.count < Self.mostSteps else {
      throw configuration.error(
        at: step.place,
        "steps and overrides give more than \(Self.mostSteps) different steps (divide the pipeline)")
    }
    var options = step.options
    for index in relevant {
      if let other = configuration.overrides[index].options[step.kind] { options.override(with: other) }
    }
    let made = try configuration.step(step.kind, options, limits: limits)
    steps[key] = made
    return made
  }

  private func product(
    of step: StepConfiguration, _ work: any PipelineStep, source: PipelineSource, input: Int?,
    among products: [BatchPlan.Product]
  ) throws(OutputConflict) -> BatchPlan.Product {
    let target = ([input.map { products[$0].target }, work.targetName].compactMap { $0 })
      .filter { !$0.isEmpty }.joined(separator: ".")
    let output = step.output ?? configuration.output
    var named: String?
    if work.targetName != nil {
      guard let name = output.name.name(source.values(target: target, step: step.id)) else {
        throw .leavesOutputFolder
      }
      named = FilePath.normalized(FilePath.join(output.folder, name))
      guard NameTemplate.endsInPNG(name) else { throw .noPNGName(output: full(name)) }
    }
    let outputs = try work.outputs(for: source, named: named)
    for path in (outputs + work.sharedOutputs).map(full) {
      if let refusal = configuration.trusted.refusal(of: path, isOutput: true) {
        throw .refused(output: path, refusal)
      }
    }
    let taken = input.flatMap { products[$0].pathInFolder } ?? source.pathInRoot
    return BatchPlan.Product(
      step: step.id, kind: step.kind, work: work, input: input,
      otherInputs: try work.otherInputs(for: source), compared: work.comparedFile(for: taken), named: named,
      pathInFolder: named == nil ? nil : output.name.name(source.values(target: target, step: step.id)),
      outputs: outputs, target: target)
  }

  private func full(_ path: String) -> String { FilePath.join(configuration.folder, path) }
}
