#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where an image's bytes go, and what happens to them when they are complete.
struct OutputSink: ~Copyable {
  /// Write here.
  var descriptor: Int32 {
    switch kind {
    case .atomic: atomicDescriptor
    case .standardOutput: 1
    case .device(let descriptor), .scratch(let descriptor): descriptor
    }
  }

  private enum Kind {
    case atomic
    case standardOutput
    /// A device or pipe that exists under the output's name: written through, never replaced.
    case device(Int32)
    /// A file without a name, for dry runs.
    case scratch(Int32)
  }

  private let kind: Kind
  private let path: String
  private let atomicDescriptor: Int32
  private var file: AtomicFile?

  /// - Throws: `FileError` when the output exists and may not be replaced, or cannot be opened.
  init(
    _ destination: ImageDestination, overwrite: Bool, permissions: UInt32?, dryRun: Bool
  ) throws(FileError) {
    path = destination.name
    if dryRun {
      kind = .scratch(try ScratchFile.open())
      file = nil
      atomicDescriptor = -1
      return
    }
    switch destination {
    case .standardOutput:
      kind = .standardOutput
      file = nil
      atomicDescriptor = -1
    case .file(let path) where FileStatus(path: path)?.kind == .special:
      kind = .device(try SystemCall.open(path, O_WRONLY))
      file = nil
      atomicDescriptor = -1
    case .file(let path):
      try Folders.create(FilePathParts(path).folder)
      let atomic = try AtomicFile(path: path, overwrite: overwrite, permissions: permissions)
      atomicDescriptor = atomic.descriptor
      kind = .atomic
      file = consume atomic
    }
  }

  deinit {
    switch kind {
    case .device(let descriptor), .scratch(let descriptor): try? SystemCall.close(descriptor, path: path)
    case .atomic, .standardOutput: break
    }
  }

  /// Bytes written so far where that can be told: not for pipes.
  var byteCount: Int? { FileStatus(descriptor: descriptor).flatMap { $0.kind == .regular ? $0.size : nil } }

  /// The image is complete: a file gets its name.
  consuming func commit() throws(FileError) {
    if let file = file.take() { try file.commit() }
  }

  /// The same, while other images of the run are worked on.
  consuming func commitAside() async throws(FileError) {
    guard let file = file.take() else { return }
    let owner = Handover(file)
    try await ConcurrencyLimit.pause { Result { () throws(FileError) in try owner.take().commit() } }.get()
  }

  /// In a dry run: how what was written compares with the file that exists at `path`.
  func comparison(with path: String) -> OutputComparison {
    guard let existing = try? SystemCall.open(path, O_RDONLY) else { return .missing }
    defer { try? SystemCall.close(existing, path: path) }
    guard FileStatus(descriptor: existing)?.size == byteCount else { return .different }
    return SystemCall.haveSameBytes(existing, descriptor) ? .same : .different
  }
}
