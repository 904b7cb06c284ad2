import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The temporary files this process has not yet renamed or removed.
///
/// A signal handler cannot unwind the tasks that own them; it asks this list to remove them all instead.
public enum TemporaryFiles {
  private struct State {
    var paths: Set<String> = []
    var isClosed = false
  }

  private static let state = Mutex(State())

  /// Runs `create`, which makes `path`, and remembers it. Does not return once `removeAll` has run: the
  /// process is about to end.
  static func register<Value>(
    _ path: String, _ create: () throws(FileError) -> Value
  ) throws(FileError) -> Value {
    let result = state.withLock { state -> Result<Value, FileError> in
      guard !state.isClosed else { return .failure(FileError(path: path, code: 4)) }
      do throws(FileError) {
        let value = try create()
        state.paths.insert(path)
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Forgets `path` after `settle` has renamed or removed it. Nothing happens once `removeAll` has run.
  static func settle(_ path: String, _ settle: () throws(FileError) -> Void) throws(FileError) {
    let result = state.withLock { state -> Result<Void, FileError> in
      guard state.paths.contains(path) else { return .failure(FileError(path: path, code: 4)) }
      do throws(FileError) {
        try settle()
        state.paths.remove(path)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Removes every temporary file and refuses new ones: for an interrupted process, right before it ends.
  public static func removeAll() {
    state.withLock { state in
      state.isClosed = true
      for path in state.paths { SystemCall.remove(path) }
      state.paths = []
    }
  }
}

/// Files without a name, in the temporary folder: gone as soon as they are closed, however the process ends.
enum ScratchFile {
  /// The descriptor of a new one, for reading and writing.
  static func open() throws(FileError) -> Int32 {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let path = FilePath.join(folder, ".p3tool-\(getpid())-\(UInt64.random(in: .min ... .max)).tmp")
    let descriptor = try SystemCall.open(path, O_RDWR | O_CREAT | O_EXCL)
    SystemCall.remove(path)
    return descriptor
  }
}

/// A file between two steps of one job: named like every temporary file of ours, gone when it is let go of or
/// the process is interrupted, and swept up by the next run when it is killed.
struct WorkFile: ~Copyable {
  let path: String

  /// A name in `folder` that nothing has yet; whoever uses it makes the file.
  init(in folder: String, for name: String) throws(FileError) {
    let random = String(UInt32.random(in: .min ... .max), radix: 36)
    let stem = AtomicFile.temporaryStem(of: name)
    path = FilePath.join(folder, ".\(stem).\(getpid())-\(random)\(AtomicFile.temporarySuffix)")
    try TemporaryFiles.register(path) { () throws(FileError) in }
  }

  deinit {
    try? TemporaryFiles.settle(path) { () throws(FileError) in SystemCall.remove(path) }
  }
}

/// Temporary files that a killed process left behind.
enum LeftoverFiles {
  /// Removes `.NAME.PID-RANDOM.p3tool-tmp` for each NAME in `names` below `folder`, unless process PID is alive:
  /// another run may be writing it this moment. Files for other names are left alone: on a shared file system
  /// they may belong to another machine's part of the work.
  static func remove(for names: Set<String>, in folder: String) {
    let stems = Set(names.map(AtomicFile.temporaryStem))
    let listing = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    for file in listing where file.hasSuffix(AtomicFile.temporarySuffix) {
      guard let owner = owner(of: file), stems.contains(owner.name), !isAlive(owner.process) else { continue }
      SystemCall.remove(FilePath.join(folder, file))
    }
  }

  /// The final name and the process in the name of a temporary file.
  static func owner(of file: String) -> (name: String, process: Int32)? {
    guard file.hasPrefix("."), file.hasSuffix(AtomicFile.temporarySuffix) else { return nil }
    let body = file.dropFirst().dropLast(AtomicFile.temporarySuffix.count)
    guard let dot = body.lastIndex(of: "."), dot > body.startIndex else { return nil }
    let numbers = body[body.index(after: dot)...].split(separator: "-")
    guard numbers.count == 2, let process = Int32(numbers[0]), process > 0 else { return nil }
    return (String(body[..<dot]), process)
  }

  /// Whether another process with this number runs; our own number is that of a predecessor in a container.
  private static func isAlive(_ process: Int32) -> Bool {
    process != getpid() && (kill(process, 0) == 0 || errno == EPERM)
  }
}
