import ImageFiles

/// Processes sources one at a time, on any thread: decides which products are up to date and makes the others.
struct BatchWorker: Sendable {
  /// The records for the state and the report of one source.
  struct Done: Sendable {
    /// Files that were read, by path relative to the pipeline's folder.
    var inputs: [String: BatchState.File] = [:]
    var products: [String: BatchState.Product] = [:]
    /// Outputs that may have been written, even if the step failed.
    var claims: Set<String> = []
    var report: BatchFileReport
  }

  let folder: String
  let settings: BatchSettings
  /// The products of earlier runs.
  let old: BatchState
  let stateFile: BatchStateFile
  let budget: StripPermits
  /// All files that match the source patterns, including outputs.
  let found: Set<FileStatus.Identity>
  /// The contents of all outputs of all products in `old`.
  let knownOutputs: [String: [ContentHash]]

  init(
    folder: String, settings: BatchSettings, old: BatchState, stateFile: BatchStateFile, budget: StripPermits,
    found: Set<FileStatus.Identity>
  ) {
    self.folder = folder
    self.settings = settings
    self.old = old
    self.stateFile = stateFile
    self.budget = budget
    self.found = found
    knownOutputs = old.outputContents
  }

  func process(_ item: BatchPlan.Item) async -> Done {
    let name = full(item.path)
    let (source, status, products): (PipelineSource, FileStatus, [BatchPlan.Product])
    switch item.work {
    case .failure(let conflict): return failed(name, "\(name.printableName): \(conflict)")
    case .success(let work): (source, status, products) = work
    }
    var done = Done(report: BatchFileReport(path: name, steps: [], error: nil))
    let content: Content
    do throws(FileError) {
      content = try self.content(of: source, status, &done)
    } catch {
      return failed(name, "\(error)")
    }
    return await perform(products, on: source, name: name, content: content, done)
  }

  /// The content of a source.
  private struct Content {
    let hash: ContentHash
    let byteCount: Int
  }

  /// The content of the file, or of all files of the folder, that `source` is. Files that are read are recorded in
  /// `done`.
  private func content(
    of source: PipelineSource, _ status: FileStatus, _ done: inout Done
  ) throws(FileError) -> Content {
    guard let members = source.members else {
      let file = try file(full(source.path), status, known: old.sources[source.path], stamp: .settled(status))
      remember(file, at: source.path, in: &done)
      return Content(hash: file.hash, byteCount: status.size)
    }
    var (lines, byteCount): ([String], Int) = ([], 0)
    for member in members {
      guard let status = FileStatus(path: full(member)) else {
        throw FileError(path: full(member), code: ErrorNumber.notFound)
      }
      let file = try file(full(member), status, known: old.sources[member], stamp: .settled(status))
      remember(file, at: member, in: &done)
      lines.append("\(member) \(file.hash)")
      byteCount += file.stamp.size
    }
    return Content(hash: SHA256.hash(lines.joined(separator: "\n")), byteCount: byteCount)
  }

  private func failed(_ name: String, _ error: String) -> Done {
    Done(report: BatchFileReport(path: name, steps: [], error: error))
  }

  /// The result for a source of a kind that no step works on: a note of the first step.
  private func passedOver(
    _ products: [BatchPlan.Product], _ name: String, _ error: ImageError, _ done: Done
  ) -> Done {
    var done = done
    let words = "\(error)"
    let prefix = name.printableName + ": "
    let note = (words.hasPrefix(prefix) ? String(words.dropFirst(prefix.count)) : words) + ": passed over"
    done.report = BatchFileReport(
      path: name,
      steps: products.enumerated().map { report($1, .skipped, notes: $0 == 0 ? [note] : []) },
      error: nil)
    return done
  }

  private func perform(
    _ products: [BatchPlan.Product], on source: PipelineSource, name: String, content: Content, _ read: Done
  ) async -> Done {
    var done = read
    var reports: [BatchStepReport] = []
    var errors: [String] = []
    // The image that each step hands to later steps: its output, or its own input if that needed no change.
    var images: [String: Image] = [:]
    let original = Image(path: name, hash: content.hash, byteCount: content.byteCount)
    for product in products {
      let input = product.input.map { products[$0] }
      if let input, let report = reports.first(where: { $0.step == input.step }), report.status.stopsOthers {
        let status: BatchStepReport.Status = report.status == .planned ? .planned : .skipped
        reports.append(self.report(product, status, reason: status == .planned ? .inputChanged : nil))
        continue
      }
      let image = input.flatMap { images[$0.step] } ?? original
      do throws(ImageError) {
        let others = try otherInputs(of: product)
        for (path, file) in others { remember(file, at: path, in: &done) }
        let step = Step(
          product: product, source: source, image: image,
          isLeftAlone: input != nil && image.path == original.path, others: others.mapValues(\.hash))
        let (made, report) = try await perform(step, &done)
        if let made { done.products[product.step] = made }
        images[product.step] = self.image(of: product, made) ?? image
        reports.append(report)
      } catch  where settings.skipsUnsupported && error.isOfUnsupportedKind && reports.isEmpty {
        return passedOver(products, name, error, done)
      } catch {
        // An unreadable source fails every step with the same message.
        if !errors.contains("\(error)") { errors.append("\(error)") }
        reports.append(report(product, .failed))
      }
    }
    for (path, file) in done.inputs.sorted(by: { $0.key < $1.key }) where isChanged(full(path), since: file) {
      // The products may mix two versions of the file, so none is recorded.
      done.inputs[path] = nil
      done.products = [:]
      stateFile.append([.source(path, file.untrusted)], to: old)
      errors.append("\(full(path).printableName): changed while it was read: the next run makes it again")
    }
    done.report = BatchFileReport(
      path: name, steps: reports, error: errors.isEmpty ? nil : errors.joined(separator: "\n"),
      source: products.first?.kind.takes ?? .image)
    return done
  }

  /// An image as the input of a step: its name for messages, and its content.
  private struct Image {
    let path: String
    let hash: ContentHash
    let byteCount: Int
  }

  /// The image that a product is; nil if its step wrote none.
  private func image(of product: BatchPlan.Product, _ made: BatchState.Product?) -> Image? {
    guard let named = product.named, let file = made?.outputs[named] else { return nil }
    return Image(path: full(named), hash: file.hash, byteCount: file.stamp.size)
  }

  /// One step on one input.
  private struct Step {
    let product: BatchPlan.Product
    let source: PipelineSource
    /// The image or palette to read.
    let image: Image
    /// Whether `image` is the source itself because the step before left it unchanged.
    let isLeftAlone: Bool
    /// The contents of the other files to read, by path relative to the pipeline's folder.
    let others: [String: ContentHash]

    /// The hash of everything beside the input that decides the output, for the tool's `version`.
    func recipe(version: String) -> ContentHash {
      let lines =
        ["p3tool \(version)", product.kind.rawValue, product.work.recipe]
        + product.outputs.map { "output \($0)" }
        + others.sorted { $0.key < $1.key }.map { "input \($0.key) \($0.value)" }
      return SHA256.hash(lines.joined(separator: "\n"))
    }
  }

  /// The files that a step reads beside the image, with their contents.
  private func otherInputs(
    of product: BatchPlan.Product
  ) throws(ImageError) -> [String: BatchState.File] {
    var files: [String: BatchState.File] = [:]
    for path in product.otherInputs + [product.compared].compactMap(\.self) {
      guard let status = FileStatus(path: full(path)) else {
        if let refusal = TrustedFolders.current?.refusal(ofReading: full(path)) {
          throw .file(FileError(path: full(path), refusal: refusal))
        }
        // A comparison reports a missing file as a finding.
        if path == product.compared { continue }
        throw .notFound(path: full(path))
      }
      guard status.kind != .special else { throw .refused(.notRegularFile(path: full(path))) }
      files[path] = try ImageError.at(full(path)) { () throws(FileError) in
        try file(full(path), status, known: old.sources[path], stamp: .settled(status))
      }
    }
    return files
  }

  private func remember(_ file: BatchState.File, at path: String, in done: inout Done) {
    if old.sources[path] != file { stateFile.append([.source(path, file)], to: old) }
    done.inputs[path] = file
  }

  private func perform(
    _ step: Step, _ done: inout Done
  ) async throws(ImageError) -> (BatchState.Product?, BatchStepReport) {
    let product = step.product
    let recipe = step.recipe(version: settings.version)
    var known = old.products[.init(source: step.source.path, step: product.step)]
    guard let reason = reason(for: product, input: step.image.hash, recipe: recipe, known: &known) else {
      return (known, report(product, .upToDate, made: known))
    }
    if settings.dryRun {
      return (known, report(product, .planned, reason: reason, notes: foreignOutputs(product)))
    }
    done.claims.formUnion(claim(product))
    let work = try await make(step)
    var outputs: [String: BatchState.File] = [:]
    for output in product.outputs {
      guard work.written.contains(full(output)) else {
        removeLeftOut(output)
        continue
      }
      guard let status = FileStatus(path: full(output)) else {
        throw .refused(.outputVanished(path: full(output)))
      }
      outputs[output] = try ImageError.at(full(output)) { () throws(FileError) in
        try file(full(output), status, known: nil, stamp: FileStamp(status))
      }
    }
    let made = BatchState.Product(
      input: step.image.hash, recipe: recipe, result: work.result, outputs: outputs)
    stateFile.append([.product(.init(source: step.source.path, step: product.step), made)], to: old)
    return (made, report(product, .done, reason: reason, made: made))
  }

  /// Removes an output of an earlier run that the image no longer needs: later steps would read an old version of it.
  private func removeLeftOut(_ path: String) {
    guard isOurs(path), FileStatus(path: full(path))?.kind == .regular else { return }
    SystemCall.remove(full(path))
  }

  /// Records, before a product is written, which outputs the run is about to make, except files that others put there.
  /// If this run is killed, the next run recognises them as its own.
  private func claim(_ product: BatchPlan.Product) -> [String] {
    let claims = product.outputs.filter { settings.replaces || isOurs($0) || !exists($0) }
    stateFile.append(claims.filter { !isOurs($0) }.map { .claim($0) }, to: old)
    return claims
  }

  /// Whether an earlier run made the output at `path`. In folders of outputs alone, a record in the state is enough;
  /// where patterns search for sources, the file must also have the recorded content.
  private func isOurs(_ path: String) -> Bool {
    let contents = knownOutputs[path] ?? []
    guard let status = FileStatus(path: full(path)), found.contains(status.identity) else {
      return !contents.isEmpty || old.claims.contains(path)
    }
    guard status.kind == .regular, let hash = try? ContentHash(file: full(path)) else { return false }
    return contents.contains(hash)
  }

  private func exists(_ path: String) -> Bool {
    FileStatus(path: full(path)) != nil || SystemCall.isLink(full(path))
  }

  /// Performs one step. Reports an error if a file that no run made lies at the place of an output.
  private func make(_ step: Step) async throws(ImageError) -> StepWork {
    let product = step.product
    // Writing would go through a pipe or a device, whoever made it.
    for output in product.outputs.map(full) where FileStatus(path: output)?.kind == .special {
      throw .refused(.foreignOutput(source: full(step.source.path), output: output))
    }
    let replaceable = settings.replaces ? product.outputs : product.outputs.filter(isOurs)
    do throws(ImageError) {
      return try await product.work.perform(
        StepTask(
          input: step.image.path, byteCount: step.image.byteCount, isLeftAlone: step.isLeftAlone,
          compared: product.compared.map(full), output: product.named.map(full), source: step.source,
          outputs: product.outputs.map(full), replaceable: Set(replaceable.map(full)), budget: budget))
    } catch .file(let error) where error.code == ErrorNumber.exists {
      throw .refused(.foreignOutput(source: full(step.source.path), output: error.path))
    }
  }

  /// The reason to make a product, or nil. `known` gets the new stamps of files with changed times but the same
  /// content.
  private func reason(
    for product: BatchPlan.Product, input: ContentHash, recipe: ContentHash,
    known: inout BatchState.Product?
  ) -> BatchReason? {
    guard settings.usesCache else { return .forced }
    guard let product = known else { return .new }
    if product.recipe != recipe { return .optionsChanged }
    if product.input != input { return .inputChanged }
    for (path, output) in product.outputs {
      guard let status = FileStatus(path: full(path)), status.kind == .regular else { return .outputMissing }
      let now = try? file(full(path), status, known: output, stamp: FileStamp(status))
      guard let now, now.hash == output.hash else { return .outputEdited }
      known?.outputs[path] = now
    }
    return nil
  }

  /// The file's stamp and hash: `known` if the stamp is unchanged.
  private func file(
    _ path: String, _ status: FileStatus, known: BatchState.File?, stamp: FileStamp
  ) throws(FileError) -> BatchState.File {
    if let known, !settings.verifies, known.stamp.isTrusted(for: status) { return known }
    return BatchState.File(stamp: stamp, hash: try ContentHash(file: path))
  }

  private func isChanged(_ name: String, since content: BatchState.File) -> Bool {
    guard let status = FileStatus(path: name) else { return true }
    let stamp = FileStamp(status)
    return stamp.size != content.stamp.size || stamp.inode != content.stamp.inode
      || (content.stamp.modified != 0 && stamp.modified != content.stamp.modified)
  }

  /// Remarks of a dry run on files that lie at the places of outputs.
  private func foreignOutputs(_ product: BatchPlan.Product) -> [String] {
    guard !settings.replaces else { return [] }
    return product.outputs.filter { exists($0) && !isOurs($0) }.map {
      "\(full($0).printableName) exists, and no run of this pipeline made it: it stays, unless it holds what would be "
        + "written (--force replaces it)"
    }
  }

  private func report(
    _ product: BatchPlan.Product, _ status: BatchStepReport.Status, reason: BatchReason? = nil,
    made: BatchState.Product? = nil, notes: [String] = []
  ) -> BatchStepReport {
    let outputs = product.outputs.filter { made?.outputs.keys.contains($0) ?? true }
    let result = made?.result ?? StepResult()
    return BatchStepReport(
      step: product.step, status: status, reason: reason, outputs: outputs.map(full),
      bytesIn: result.bytesIn, bytesOut: result.bytesOut, notes: result.notes + notes,
      findings: result.findings, failures: result.failures, known: result.known,
      isLeftAlone: made != nil && outputs.isEmpty && !product.outputs.isEmpty)
  }

  private func full(_ path: String) -> String { FilePath.join(folder, path) }
}

extension BatchStepReport.Status {
  /// Whether steps that take this one's output cannot run.
  fileprivate var stopsOthers: Bool { self == .failed || self == .skipped || self == .planned }
}

extension BatchState.File {
  /// The same record with a stamp that no file has, so that the next run hashes the file.
  fileprivate var untrusted: BatchState.File {
    BatchState.File(stamp: FileStamp(size: stamp.size, modified: 0, inode: stamp.inode), hash: hash)
  }
}
