/// Makes a plan from a configuration and what is on the disk.
struct BatchPlanner {
  let configuration: BatchConfiguration
  let context: BatchContext
  /// Files that earlier runs made: outputs, never sources.
  let state: BatchState

  /// Operations that were made already, by step and by the overrides that hold: most sources share them.
  private var operations: [OperationKey: any BatchOperation] = [:]

  private struct OperationKey: Hashable {
    let step: String
    let overrides: [Int]
  }

  init(_ configuration: BatchConfiguration, context: BatchContext, state: BatchState) {
    self.configuration = configuration
    self.context = context
    self.state = state
  }

  /// The plan for all sources.
  ///
  /// - Throws: `ConfigurationError` for options that no source could be processed with.
  mutating func plan() throws(ConfigurationError) -> BatchPlan {
    try checkSteps()
    let tree = SourceTree(
      folder: configuration.folder, excluded: configuration.excluded, passedOver: outputFolders)
    let found = tree.search(configuration.sources)
    var plan = BatchPlan()
    plan.barrenPatterns = found.barrenPatterns
    plan.isIncomplete = !found.failures.isEmpty
    plan.items = found.failures.map {
      .init(path: $0.path, work: .failure(BatchOutputConflict(description: $0.fact)))
    }
    let known = state.outputPaths
    for source in found.sources where !state.isOutput(source.path, among: known) {
      plan.items.append(try item(source))
    }
    plan.items.sort { $0.path < $1.path }
    plan.rules = operations.values.reduce(into: []) { $0.formUnion($1.rules) }
    refuseConflicts(&plan)
    return plan
  }

  /// Makes every step's operation once, so that mistakes show even where there is no source.
  private mutating func checkSteps() throws(ConfigurationError) {
    for step in configuration.steps { _ = try operation(step, overrides: []) }
    for index in configuration.overrides.indices {
      for step in configuration.steps { _ = try operation(step, overrides: [index]) }
    }
  }

  /// Folders that hold nothing but outputs.
  private var outputFolders: Set<String> {
    Set(([configuration.output] + configuration.steps.compactMap(\.output)).map(\.folder)).subtracting([""])
  }

  private mutating func item(_ found: SourceTree.Source) throws(ConfigurationError) -> BatchPlan.Item {
    let source = BatchSource(path: found.path, root: found.root)
    let overrides = configuration.overrides.indices.filter {
      configuration.overrides[$0].applies(to: found.path)
    }
    let skipped = overrides.reduce(into: Set<String>()) { $0.formUnion(configuration.overrides[$1].skipped) }
    var products: [BatchPlan.Product] = []
    for step in configuration.steps where !skipped.contains(step.id) {
      let input = products.firstIndex { $0.step == step.input }
      // Without the step that it builds on, a step has nothing to take.
      if step.input != nil, input == nil { continue }
      let operation = try operation(step, overrides: overrides)
      do throws(BatchOutputConflict) {
        products.append(
          try product(of: step, operation, source: source, input: input, among: products))
      } catch {
        return .init(path: found.path, work: .failure(error))
      }
    }
    return .init(path: found.path, work: .success((source, found.status, products)))
  }

  private mutating func operation(
    _ step: BatchStep, overrides: [Int]
  ) throws(ConfigurationError) -> any BatchOperation {
    let relevant = overrides.filter { configuration.overrides[$0].options[step.kind] != nil }
    let key = OperationKey(step: step.id, overrides: relevant)
    if let operation = operations[key] { return operation }
    var options = step.options
    for index in relevant {
      if let other = configuration.overrides[index].options[step.kind] { options.override(with: other) }
    }
    let operation = try step.kind.operation(options, context: context)
    operations[key] = operation
    return operation
  }

  private func product(
    of step: BatchStep, _ operation: any BatchOperation, source: BatchSource, input: Int?,
    among products: [BatchPlan.Product]
  ) throws(BatchOutputConflict) -> BatchPlan.Product {
    let target = ([input.map { products[$0].target }, operation.targetName].compactMap { $0 })
      .filter { !$0.isEmpty }.joined(separator: ".")
    let output = step.output ?? configuration.output
    var named: String?
    if operation.targetName != nil {
      guard let name = output.name.name(source.values(target: target, step: step.id)) else {
        throw BatchOutputConflict(
          description: "its output would leave the output folder (use {dir} without {root} in 'name')")
      }
      named = FilePath.normalized(FilePath.join(output.folder, name))
    }
    return BatchPlan.Product(
      step: step.id, kind: step.kind, operation: operation, input: input, named: named,
      outputs: try operation.outputs(for: source, named: named), target: target)
  }

  // MARK: Conflicts

  /// Fails sources whose outputs meet: with another source's output, or with a source.
  private func refuseConflicts(_ plan: inout BatchPlan) {
    var sources: [FileStatus.Identity: String] = [:]
    var owners: [String: Int] = [:]
    for item in plan.items {
      if case .success(let work) = item.work { sources[work.status.identity] = item.path }
    }
    var conflicts: [Int: String] = [:]
    for (index, item) in plan.items.enumerated() {
      guard case .success(let work) = item.work else { continue }
      for product in work.products {
        for output in product.outputs {
          if let other = owners.updateValue(index, forKey: output) {
            let names = [plan.items[other].path, item.path].map(display)
            let fact =
              other == index
              ? "two steps would write \(display(output)) (give them names with {target} or {step})"
              : "\(names[0]) and \(names[1]) would both be written to \(display(output)) "
                + "(use {dir} or {root} in 'name')"
            conflicts[other] = fact
            conflicts[index] = fact
          }
          plan.outputs.insert(output)
          if let over = overwritten(by: output, sources: sources) {
            conflicts[index] =
              over == item.path
              ? "would be written over itself (choose another 'name' or 'folder')"
              : "would be written over the source \(display(over)) (exclude that, or choose another 'name')"
          }
        }
      }
    }
    for (index, fact) in conflicts {
      plan.items[index].work = .failure(BatchOutputConflict(description: fact))
    }
  }

  private func overwritten(by output: String, sources: [FileStatus.Identity: String]) -> String? {
    FileStatus(path: FilePath.join(configuration.folder, output)).flatMap { sources[$0.identity] }
  }

  private func display(_ path: String) -> String { FilePath.join(configuration.folder, path) }
}
