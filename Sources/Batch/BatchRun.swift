import ImageFiles
package import PNGCodec

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
  ///   - begin: told the number of sources and the rules that run, when they are known.
  ///   - deliver: told each source's report, in the order of their paths.
  /// - Throws: `ConfigurationError` before anything is done; what fails for one source is in its report.
  package func perform(
    begin: (Int, [StepRule]) -> Void, deliver: (BatchFileReport) -> Void
  ) async throws(ConfigurationError) -> BatchOutcome {
    // The user's key lies in no folder of the pipeline.
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
    _ key: (key: BatchStateKey, note: String?), begin: (Int, [StepRule]) -> Void,
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
    outcome.rules = StepRule.ordered(plan.rules)
    if !settings.dryRun { sweep(items, stateFile) }

    begin(items.count, outcome.rules)
    let new = await work(on: items, old: old, stateFile: stateFile, found: plan.found, deliver: deliver)
    var state = keeping(new, of: old, plan: plan, items: items)
    // A run of the whole answers for what its parts claimed and left.
    let answeredFor = settings.shard == nil ? old : own
    keepClaims(of: answeredFor, plan: plan, in: &state)
    settleOrphans(of: answeredFor, plan: plan, in: &state, outcome: &outcome)
    do throws(FileError) {
      try stateFile.finish(state, isNeeded: state != own)
      // The state of the whole says what those of its parts said.
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

  /// Sweeps up after a killed run.
  private func sweep(_ items: [BatchPlan.Item], _ stateFile: BatchStateFile) {
    let outputs = Set(items.flatMap { $0.outputs + $0.sharedOutputs })
    LeftoverFiles.remove(for: outputs.map(full) + [stateFile.path])
  }

  private func dependencies(_ items: [BatchPlan.Item]) -> [String] {
    let sources = items.flatMap(\.files)
    // What is compared with need not be there, and Make would stop at a name without a file.
    let compared = items.flatMap(\.comparedFiles).filter { FileStatus(path: full($0)) != nil }
    let others = Set(items.flatMap(\.otherInputs) + compared).subtracting(sources).sorted()
    return [configuration.path] + configuration.profileFiles
      + (sources + others).map { FilePath.join(configuration.folder, $0) }
  }

  private func full(_ path: String) -> String { FilePath.join(configuration.folder, path) }

  // MARK: After

  /// The new state, with what is still true of those of its sources, `items`, that failed this time.
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
      // A step that failed keeps what it made before, as long as it still belongs to the plan.
      if product.outputs.keys.allSatisfy(plan.outputs.contains) { state.products[key] = product }
    }
    return state
  }

  /// Outputs that a step may have written before it failed, in this run or in one that was killed, stay known.
  private func keepClaims(of old: BatchState, plan: BatchPlan, in state: inout BatchState) {
    let known = state.outputPaths
    state.claims = state.claims.union(old.claims).filter {
      plan.outputs.contains($0) && !known.contains($0) && FileStatus(path: full($0)) != nil
    }
  }

  /// Outputs that nothing makes any more are removed when asked for, else remembered and named.
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

  /// Why an orphan is not removed: where it lies, or that its content is not what a run wrote; nil where it may be. The
  /// content is read by runs that remove alone.
  private func reasonToKeep(
    _ path: String, _ file: BatchState.File, in places: PrunablePlaces
  ) -> String? {
    if let reason = places.reasonToKeep(path) { return reason }
    return !settings.prunes || holds(path, file.hash) ? nil : "was edited since"
  }

  /// Whether the file at `path` holds what was written there: read, since what is removed is not made again.
  private func holds(_ path: String, _ hash: ContentHash) -> Bool {
    FileStatus(path: path)?.kind == .regular && (try? ContentHash(file: path)) == hash
  }

  /// Why an orphan that a pattern for sources finds is not removed, whatever the state says of it: users may keep sources there.
  private static let amongSources = "lies where a pattern looks for sources"
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
  /// Replace files that stand where outputs go and that no earlier run made.
  package var replaces = false
  /// The part of the work to do; nil for all.
  package var shard: BatchShard?
  /// What is refused before memory is taken.
  package var limits = PNGLimits()
  /// Bytes of all images that the run writes, at most.
  package var maxOutput = Self.standardMaxOutput
  /// Whether images of kinds that no step works on are passed over.
  package var skipsUnsupported = false
  /// What proves that a state is the user's.
  var stateKey = StateKey.ofUser

  /// More than any project's images: 256 GiB.
  package static let standardMaxOutput = 256 << 30

  /// Where the key of states comes from.
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

  /// Settings for a run of everything.
  package init(version: String, jobs: Int) {
    precondition(jobs >= 1, "nothing can run with no worker")
    self.version = version
    self.jobs = jobs
  }
}
