package import Checking
import ImageFiles
package import PNGCodec

/// Runs a pipeline: finds the sources, processes those that are not up to date, and stores a state of the results.
///
/// The state is stored during the run, so that the next run can finish a run that was killed at any moment.
package struct BatchRun: Sendable {
  /// The pipeline.
  package let configuration: BatchConfiguration
  /// The options of the run.
  package let settings: BatchSettings

  /// A run of `configuration`.
  package init(_ configuration: BatchConfiguration, settings: BatchSettings) {
    self.configuration = configuration
    self.settings = settings
  }

  /// Performs the run.
  ///
  /// - Parameters:
  ///   - begin: receives the number of sources and the rules of the run, before any source is processed.
  ///   - deliver: receives each source's report, in the order of the paths.
  /// - Throws: `ConfigurationError` before anything is done. The failure of a source is in its report.
  package func perform(
    begin: (Int, [ReportedRule]) -> Void, deliver: (BatchFileReport) -> Void
  ) async throws(ConfigurationError) -> BatchOutcome {
    // The user's key must not lie in a folder of the pipeline.
    let key = settings.stateKey.key(folder: configuration.folder, isReadOnly: settings.dryRun)
    let allowance = OutputAllowance(settings.maxOutput)
    let result = await configuration.trusted.confine { () async -> Result<BatchOutcome, ConfigurationError> in
      await OutputAllowance.$current.withValue(allowance) {
        do throws(ConfigurationError) {
          return .success(try await perform(key, begin: begin, deliver: deliver))
        } catch {
          return .failure(error)
        }
      }
    }
    return try result.get()
  }

  private func perform(
    _ key: (key: BatchStateKey, note: String?), begin: (Int, [ReportedRule]) -> Void,
    deliver: (BatchFileReport) -> Void
  ) async throws(ConfigurationError) -> BatchOutcome {
    let stateFile = BatchStateFile(
      path: configuration.statePath(shard: settings.shard), version: settings.version, key: key.key,
      isReadOnly: settings.dryRun)
    if let fault = stateFile.fault {
      throw ConfigurationError(path: stateFile.path, place: nil, message: fault)
    }
    var (old, note) = stateFile.read()
    let own = old
    var adopted: [String] = []
    for path in configuration.otherStatePaths(than: stateFile.path) {
      let other = BatchStateFile(path: path, version: settings.version, key: key.key, isReadOnly: true)
      let state = other.read().state
      if state != BatchState() { adopted.append(path) }
      old.adopt(state)
    }
    var planner = BatchPlanner(configuration, limits: settings.limits, state: old)
    let plan = try planner.plan()
    let items = plan.items.filter { settings.shard?.contains($0.path) ?? true }
    var outcome = BatchOutcome()
    outcome.notes = [key.note, note].compactMap { $0 }
    outcome.emptySources = plan.unmatchedPatterns.map {
      configuration.error(
        at: configuration.place(ofPattern: $0), "'\($0)' finds no file (or say allow-empty: true)"
      ).description
    }
    outcome.notes += plan.passedOver.map { passed in
      let (path, source) = (full(passed.path).printableName, full(passed.source).printableName)
      return "\(path): lies where the output of \(source) goes: it is taken for that, not for a source"
    }
    outcome.dependencies = dependencies(items)
    outcome.rules = ReportedRule.ofSteps(where: plan.rules.contains)
    if !settings.dryRun { sweep(items, stateFile) }

    begin(items.count, outcome.rules)
    let new = await work(on: items, old: old, stateFile: stateFile, found: plan.found, deliver: deliver)
    var state = keeping(new, of: old, plan: plan, items: items)
    // A run of the whole pipeline also settles the claims and outputs of its shards.
    let answeredFor = settings.shard == nil ? old : own
    keepClaims(of: answeredFor, plan: plan, in: &state)
    settleOrphans(of: answeredFor, plan: plan, in: &state, outcome: &outcome)
    do throws(FileError) {
      try stateFile.finish(state, isNeeded: state != own)
      // The state of the whole pipeline includes the states of its shards.
      if settings.shard == nil, !settings.dryRun { adopted.forEach { SystemCall.remove($0) } }
    } catch {
      outcome.stateFailure = "\(error): the next run will do more than it needs to"
    }
    return outcome
  }

  private func work(
    on items: [BatchPlan.Item], old: BatchState, stateFile: BatchStateFile,
    found: Set<FileStatus.Identity>, deliver: (BatchFileReport) -> Void
  ) async -> BatchState {
    let worker = BatchWorker(
      folder: configuration.folder, settings: settings, old: old, stateFile: stateFile,
      budget: StripPermits(jobs: settings.jobs, memory: settings.limits.maxMemory), found: found)
    var new = BatchState()
    await OrderedParallel.forEach(items, limit: settings.jobs) { item in
      await worker.process(item)
    } deliver: { item, done in
      new.sources.merge(done.inputs) { _, new in new }
      for (step, product) in done.products { new.products[.init(source: item.path, step: step)] = product }
      new.claims.formUnion(done.claims)
      deliver(done.report)
    }
    return new
  }

  // MARK: Before

  /// Removes the temporary files of a killed run.
  private func sweep(_ items: [BatchPlan.Item], _ stateFile: BatchStateFile) {
    let outputs = Set(items.flatMap { $0.outputs + $0.sharedOutputs })
    LeftoverFiles.remove(for: outputs.map(full) + [stateFile.path])
  }

  private func dependencies(_ items: [BatchPlan.Item]) -> [String] {
    let sources = items.flatMap(\.files)
    // A comparison file need not exist, and Make would stop at a name without a file.
    let compared = items.flatMap(\.comparedFiles).filter { FileStatus(path: full($0)) != nil }
    let others = Set(items.flatMap(\.otherInputs) + compared).subtracting(sources).sorted()
    return [configuration.path] + configuration.profileFiles
      + (sources + others).map { FilePath.join(configuration.folder, $0) }
  }

  private func full(_ path: String) -> String { FilePath.join(configuration.folder, path) }

  // MARK: After

  /// The new state, with the records of failed sources among `items` that are still true.
  private func keeping(
    _ new: BatchState, of old: BatchState, plan: BatchPlan, items: [BatchPlan.Item]
  ) -> BatchState {
    var state = new
    let planned = Set(items.map(\.path))
    let inputs = planned.union(items.flatMap(\.inputs))
    for (path, file) in old.sources where state.sources[path] == nil && inputs.contains(path) {
      state.sources[path] = file
    }
    for (key, product) in old.products where state.products[key] == nil && planned.contains(key.source) {
      // A failed step keeps its earlier outputs as long as they belong to the plan.
      if product.outputs.keys.allSatisfy(plan.outputs.contains) { state.products[key] = product }
    }
    return state
  }

  /// Keeps the outputs that a step may have written before it failed, in this run or in a killed one.
  private func keepClaims(of old: BatchState, plan: BatchPlan, in state: inout BatchState) {
    let known = state.outputPaths
    state.claims = state.claims.union(old.claims).filter {
      plan.outputs.contains($0) && !known.contains($0) && FileStatus(path: full($0)) != nil
    }
  }

  /// Outputs that nothing makes any more are removed if the user asked for it, and otherwise recorded and reported.
  private func settleOrphans(
    of old: BatchState, plan: BatchPlan, in state: inout BatchState, outcome: inout BatchOutcome
  ) {
    let places = PrunablePlaces(configuration)
    var orphans = old.orphans
    for product in old.products.values { orphans.merge(product.outputs) { known, _ in known } }
    for (path, file) in orphans.sorted(by: { $0.key < $1.key }) where !plan.outputs.contains(path) {
      let full = full(path)
      guard let status = FileStatus(path: full) else { continue }
      let isAmongSources = plan.found.contains(status.identity)
      let reason = isAmongSources ? Self.amongSources : reasonToKeep(full, file, in: places)
      if reason == nil, settings.prunes, !settings.dryRun, !plan.isIncomplete {
        places.remove(full)
        outcome.pruned.append(full)
        continue
      }
      if let reason {
        outcome.notes.append(
          "\(full.printableName): its source is gone, but it \(reason): remove it by hand")
      } else {
        outcome.prunable.append(full)
      }
      outcome.orphans.append(full)
      state.orphans[path] = file
    }
    if settings.prunes, plan.isIncomplete, !outcome.orphans.isEmpty {
      outcome.notes.append("nothing is pruned while some sources cannot be read: they only seem to be gone")
    }
  }

  /// The reason not to remove an orphan: its place, or content that no run wrote. Nil if it may be removed. Only runs
  /// that remove orphans read the content.
  private func reasonToKeep(
    _ path: String, _ file: BatchState.File, in places: PrunablePlaces
  ) -> String? {
    if let reason = places.reasonToKeep(path) { return reason }
    return !settings.prunes || holds(path, file.hash) ? nil : "was edited since"
  }

  /// Whether the file at `path` has the recorded content. The file is always read: what is removed is not made again.
  private func holds(_ path: String, _ hash: ContentHash) -> Bool {
    FileStatus(path: path)?.kind == .regular && (try? ContentHash(file: path)) == hash
  }

  /// The reason not to remove an orphan that a source pattern matches, whatever the state contains: users may keep
  /// sources there.
  private static let amongSources = "lies where a pattern looks for sources"
}

/// The options of a run.
package struct BatchSettings: Sendable {
  /// The tool's version: another version makes everything again.
  package var version: String
  /// The most images in work at once, at least 1.
  package var jobs: Int
  /// Report what would be done, and write nothing.
  package var dryRun = false
  /// Whether outputs of earlier runs are reused.
  package var usesCache = true
  /// Hash every file, even if its size, time and inode are unchanged.
  package var verifies = false
  /// Remove outputs whose source is gone.
  package var prunes = false
  /// Replace files at the places of outputs that no earlier run made.
  package var replaces = false
  /// The shard to process; nil for all sources.
  package var shard: BatchShard?
  /// Images beyond these limits are refused before memory is allocated.
  package var limits = PNGLimits()
  /// The most bytes of all images that the run writes.
  package var maxOutput = Self.standardMaxOutput
  /// Whether images of kinds that no step works on are skipped.
  package var skipsUnsupported = false
  /// The key that proves that a state is the user's.
  var stateKey = StateKey.ofUser

  /// 256 GiB, more than the images of any project.
  package static let standardMaxOutput = 256 << 30

  /// The origin of the key of states.
  enum StateKey: Sendable {
    case ofUser
    case fixed(BatchStateKey)

    func key(folder: String, isReadOnly: Bool) -> (key: BatchStateKey, note: String?) {
      switch self {
      case .ofUser: BatchStateKey.ofUser(folder: folder, isReadOnly: isReadOnly)
      case .fixed(let key): (key, nil)
      }
    }
  }

  /// Settings for a run of all sources.
  package init(version: String, jobs: Int) {
    precondition(jobs >= 1, "nothing can run with no worker")
    self.version = version
    self.jobs = jobs
  }
}
