/// The place for an image's bytes, and what happens to them when they are complete.
package struct OutputSink: ~Copyable {
  /// The descriptor to write to.
  package var descriptor: Int32 {
    switch kind {
    case .atomic: atomicDescriptor
    case .standardOutput: 1
    case .device(let descriptor), .scratch(let descriptor), .memory(let descriptor, _): descriptor
    }
  }

  private enum Kind {
    case atomic
    case standardOutput
    /// An existing device or pipe under the output's name: written to directly, never replaced.
    case device(Int32)
    /// A file without a name, for dry runs.
    case scratch(Int32)
    /// A file without a name, whose bytes become those of an image in memory.
    case memory(Int32, ImageInMemory)
  }

  private let kind: Kind
  private let path: String
  private let atomicDescriptor: Int32
  private var file: AtomicFile?

  /// - Parameter keepsSame: whether an existing file that may not be replaced counts as success if it has the same
  ///   bytes.
  /// - Throws: `ImageError.file` if the output exists and may not be replaced, or cannot be opened.
  package init(
    _ destination: ImageDestination, overwrite: Bool, keepsSame: Bool = false, permissions: UInt32?,
    dryRun: Bool
  ) throws(ImageError) {
    path = destination.name
    if dryRun {
      kind = .scratch(try ImageError.at(destination.name) { () throws(FileError) in try ScratchFile.open() })
      file = nil
      atomicDescriptor = -1
      return
    }
    switch destination {
    case .standardOutput:
      try ImageError.at(destination.name) { () throws(FileError) in try SystemCall.checkStandardOutput() }
      kind = .standardOutput
      file = nil
      atomicDescriptor = -1
    case .memory(let image):
      if !overwrite, image.bytes != nil {
        throw .file(FileError(path: image.name, code: ErrorNumber.exists))
      }
      kind = .memory(
        try ImageError.at(image.name) { () throws(FileError) in
          try ScratchFile.openInMemory(name: image.name)
        }, image)
      file = nil
      atomicDescriptor = -1
    case .file(let path) where FileStatus(path: path)?.kind == .special:
      kind = .device(
        try ImageError.at(path) { () throws(FileError) in try SystemCall.open(path, for: .writing) })
      file = nil
      atomicDescriptor = -1
    case .file(let path):
      let atomic = try ImageError.at(path) { () throws(FileError) in
        try Folders.create(FilePath(path).folder)
        return try AtomicFile(
          path: path, overwrite: overwrite, keepsSame: keepsSame, permissions: permissions)
      }
      atomicDescriptor = atomic.descriptor
      kind = .atomic
      file = consume atomic
    }
  }

  deinit {
    switch kind {
    case .device(let descriptor), .scratch(let descriptor), .memory(let descriptor, _):
      try? SystemCall.close(descriptor, path: path)
    case .atomic, .standardOutput: break
    }
  }

  /// Bytes written so far; nil for pipes.
  var byteCount: Int? { FileStatus(descriptor: descriptor).flatMap { $0.kind == .regular ? $0.size : nil } }

  /// Completes the image: a file gets its name, an image in memory its bytes.
  package consuming func commit() throws(ImageError) {
    try keepInMemory()
    try takeAllowance()
    guard let file = file.take() else { return }
    // Not with `ImageError.at`, as a closure cannot consume what it captures.
    do throws(FileError) { try file.commit() } catch { throw .file(error) }
  }

  /// As `commit`, while work on other images of the run continues.
  package consuming func commitAside() async throws(ImageError) {
    try keepInMemory()
    try takeAllowance()
    guard let file = file.take() else { return }
    let owner = Handover(file)
    let result = await ConcurrencyLimit.blocking {
      Result { () throws(FileError) in try owner.take().commit() }
    }
    try ImageError.at(path) { () throws(FileError) in try result.get() }
  }

  private borrowing func takeAllowance() throws(ImageError) {
    guard case .atomic = kind, let allowance = OutputAllowance.current, let count = byteCount else { return }
    try ImageError.at(path) { () throws(FileError) in try allowance.take(count, for: path) }
  }

  private borrowing func keepInMemory() throws(ImageError) {
    guard case .memory(let descriptor, let image) = kind else { return }
    do throws(FileError) {
      image.set(try SystemCall.contents(of: descriptor, path: image.name))
    } catch {
      throw .file(error)
    }
  }

  /// In a dry run: compares the written bytes with the file at `destination`.
  package func comparison(with destination: ImageDestination) -> OutputComparison {
    if case .memory(let image) = destination {
      guard let bytes = image.bytes else { return .missing }
      return (try? SystemCall.contents(of: descriptor, path: path)) == bytes ? .same : .different
    }
    let path = destination.name
    guard let existing = try? SystemCall.open(path, for: .reading) else { return .missing }
    defer { try? SystemCall.close(existing, path: path) }
    guard FileStatus(descriptor: existing)?.size == byteCount else { return .different }
    return SystemCall.haveSameBytes(existing, descriptor) ? .same : .different
  }
}
