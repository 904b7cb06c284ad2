package import PNGCodec

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs a pipeline: finds the sources, does what is not up to date, remembers what it did.
///
/// The state is kept while the run goes on, so that a run that is killed at any moment is finished by the next.
package struct BatchRun: Sendable {
  /// What is to be done.
  package let configuration: BatchConfiguration
  /// How.
  package let settings: BatchSettings

  /// A run of `configuration`.
  package init(_ configuration: BatchConfiguration, settings: BatchSettings) {
    self.configuration = configuration
    self.settings = settings
  }

  /// Does the work.
  ///
  /// - Parameters:
  ///   - begin: told the number of sources when it is known.
  ///   - deliver: told each source's report, in the order of their paths.
  /// - Throws: `ConfigurationError` before anything is done; what fails for one source is in its report.
  package func perform(
    begin: (Int) -> Void, deliver: (BatchFileReport) -> Void
  ) async throws(ConfigurationError) -> BatchOutcome {
    let stateFile = BatchStateFile(
      path: configuration.statePath(shard: settings.shard), version: settings.version,
      isReadOnly: settings.dryRun)
    var (old, note) = stateFile.read()
    let own = old
    for path in configuration.otherStatePaths(than: stateFile.path) {
      old.adopt(BatchStateFile(path: path, version: settings.version, isReadOnly: true).read().state)
    }
    var planner = BatchPlanner(configuration, limits: settings.limits, state: old)
    let plan = try planner.plan()
    let items = plan.items.filter { settings.shard?.contains($0.path) ?? true }
    var outcome = BatchOutcome()
    outcome.notes = [note].compactMap { $0 }
    outcome.notes += plan.unmatchedPatterns.map { "\(configuration.path): '\($0)' finds no image" }
    outcome.dependencies = dependencies(items)
    outcome.rules = Rule.allCases.filter(plan.rules.contains)
    if !settings.dryRun { prepare(items, plan: plan, stateFile: stateFile, old: old) }

    begin(items.count)
    let new = await work(on: items, old: old, stateFile: stateFile, deliver: deliver)
    var state = keeping(new, of: old, plan: plan)
    settleOrphans(of: settings.shard == nil ? old : own, plan: plan, in: &state, outcome: &outcome)
    do throws(FileError) {
      try stateFile.finish(state, isNeeded: state != own)
    } catch {
      outcome.stateFailure = "\(error): the next run will do more than it needs to"
    }
    return outcome
  }

  private func work(
    on items: [BatchPlan.Item], old: BatchState, stateFile: BatchStateFile,
    deliver: (BatchFileReport) -> Void
  ) async -> BatchState {
    let worker = BatchWorker(
      folder: configuration.folder, settings: settings, old: old, stateFile: stateFile,
      budget: StripPermits(jobs: settings.jobs, memory: settings.limits.maxMemory))
    var new = BatchState()
    await OrderedParallel.forEach(items, limit: settings.jobs) { item in
      await worker.process(item)
    } deliver: { item, done in
      new.sources.merge(done.inputs) { _, new in new }
      for (step, product) in done.products { new.products[.init(source: item.path, step: step)] = product }
      deliver(done.report)
    }
    return new
  }

  // MARK: Before

  /// Sweeps up after a killed run, and claims outputs that a pattern could take for sources.
  private func prepare(
    _ items: [BatchPlan.Item], plan: BatchPlan, stateFile: BatchStateFile, old: BatchState
  ) {
    var names: [String: Set<String>] = [:]
    var claims: [BatchStateLine] = []
    let known = old.outputPaths
    for item in items {
      guard case .success(let work) = item.work else { continue }
      for output in work.products.flatMap(\.outputs) {
        let parts = FilePath(output)
        names[parts.folder, default: []].insert(parts.name)
        if !old.isOutput(output, among: known), configuration.sources.contains(where: { $0.matches(output) })
        {
          claims.append(.claim(output))
        }
      }
    }
    let state = FilePath(FilePath.normalized(stateFile.path))
    for (folder, names) in names {
      LeftoverFiles.remove(for: names, in: FilePath.join(configuration.folder, folder))
    }
    LeftoverFiles.remove(for: [state.name], in: state.folder)
    stateFile.append(claims, to: old)
  }

  private func dependencies(_ items: [BatchPlan.Item]) -> [String] {
    let sources = items.compactMap { item in if case .success = item.work { item.path } else { nil } }
    let others = Set(items.flatMap(\.otherInputs)).subtracting(sources).sorted()
    return [configuration.path] + configuration.profileFiles
      + (sources + others).map { FilePath.join(configuration.folder, $0) }
  }

  // MARK: After

  /// The new state, with what is still true of sources that failed this time.
  private func keeping(_ new: BatchState, of old: BatchState, plan: BatchPlan) -> BatchState {
    var state = new
    let planned = Set(plan.items.map(\.path))
    let inputs = planned.union(plan.otherInputs)
    for (path, file) in old.sources where state.sources[path] == nil && inputs.contains(path) {
      state.sources[path] = file
    }
    for (key, product) in old.products where state.products[key] == nil && planned.contains(key.source) {
      // A step that failed keeps what it made before, as long as it still belongs to the plan.
      if product.outputs.keys.allSatisfy(plan.outputs.contains) { state.products[key] = product }
    }
    return state
  }

  /// Outputs that nothing makes any more are removed when asked for, else remembered and named.
  private func settleOrphans(
    of old: BatchState, plan: BatchPlan, in state: inout BatchState, outcome: inout BatchOutcome
  ) {
    var orphans = old.orphans
    for product in old.products.values { orphans.merge(product.outputs) { known, _ in known } }
    for (path, file) in orphans.sorted(by: { $0.key < $1.key }) where !plan.outputs.contains(path) {
      let full = FilePath.join(configuration.folder, path)
      guard let status = FileStatus(path: full) else { continue }
      if settings.prunes, !settings.dryRun, !plan.isIncomplete {
        if isUntouched(full, file, status) {
          remove(full)
          outcome.pruned.append(full)
          continue
        }
        outcome.notes.append("\(full): its source is gone, but it was edited since: remove it by hand")
      }
      outcome.orphans.append(full)
      state.orphans[path] = file
    }
    if settings.prunes, plan.isIncomplete, !outcome.orphans.isEmpty {
      outcome.notes.append("nothing is pruned while some sources cannot be read: they only seem to be gone")
    }
  }

  private func isUntouched(_ path: String, _ file: BatchState.File, _ status: FileStatus) -> Bool {
    if !settings.verifies, file.stamp.isTrusted(for: status) { return true }
    return (try? ContentHash(file: path)) == file.hash
  }

  /// Removes a file and the folders that it leaves empty, as far as the output folder.
  private func remove(_ path: String) {
    SystemCall.remove(path)
    let end = FilePath.join(configuration.folder, configuration.output.folder)
    var folder = FilePath(path).parent
    while folder.count > end.count, folder.hasPrefix(end), SystemCall.removeFolder(folder) {
      folder = FilePath(folder).parent
    }
  }
}

/// How a pipeline is run.
package struct BatchSettings: Sendable {
  /// The tool's version: another one makes everything again.
  package var version: String
  /// Images in work at once, from 1.
  package var jobs: Int
  /// Say what would be done, and write nothing.
  package var dryRun = false
  /// Whether what earlier runs made is taken as it is.
  package var usesCache = true
  /// Hash every file, also those whose size, time and inode are as they were.
  package var verifies = false
  /// Remove outputs whose source is gone.
  package var prunes = false
  /// The part of the work to do; nil for all.
  package var shard: BatchShard?
  /// What is refused before memory is taken.
  package var limits = PNGLimits()

  /// Settings for a run of everything.
  package init(version: String, jobs: Int) {
    precondition(jobs >= 1, "nothing can run with no worker")
    self.version = version
    self.jobs = jobs
  }
}
