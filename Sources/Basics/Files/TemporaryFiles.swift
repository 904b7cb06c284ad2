import Synchronization

// Files that exist only while a run works.
//
// `AtomicFile`      an output until it is complete: has a temporary name beside its final one
// `WorkFile`        a file passed by its path between two steps of a job: has a temporary name, too
// `StagedFiles`     outputs that appear together: work files until all are complete
// `ScratchFile`     a file without a name, which is gone when its descriptor is closed
// `TemporaryFiles`  the list of temporary names, which are removed when a signal ends the process
// `TemporaryName`   how a temporary name is built from the file's name and the process number
// `LeftoverFiles`   temporary names of killed processes, which the next run removes

/// The temporary names that this process has made and not renamed or removed yet, and the folders made for them.
///
/// The thread that handles a signal cannot unwind the tasks that own the files, so this list removes them.
package enum TemporaryFiles {
  private struct State {
    var paths: Set<String> = []
    /// Folders whose files are not complete yet, inner ones before those around them.
    var folders: [String] = []
    /// Set by `removeAll`: the process is about to end.
    var isClosed = false
  }

  private static let state = Mutex(State())

  /// Runs `create`, which makes the file `path`, and adds the file to the list.
  ///
  /// - Throws: the error of `create`; after `removeAll`, `ErrorNumber.interrupted` without running `create`.
  static func register<Value>(
    _ path: String, _ create: () throws(FileError) -> Value
  ) throws(FileError) -> Value {
    try state.withLock { state throws(FileError) in
      guard !state.isClosed else { throw FileError(path: path, code: ErrorNumber.interrupted) }
      let value = try create()
      state.paths.insert(path)
      return value
    }
  }

  /// Runs `settle`, which renames or removes the file `path`, and takes the file off the list.
  ///
  /// - Throws: the error of `settle`, and keeps the file on the list; after `removeAll`, which removed the file,
  ///   `ErrorNumber.interrupted` without running `settle`.
  static func settle(_ path: String, _ settle: () throws(FileError) -> Void) throws(FileError) {
    try state.withLock { state throws(FileError) in
      guard state.paths.contains(path) else { throw FileError(path: path, code: ErrorNumber.interrupted) }
      try settle()
      state.paths.remove(path)
    }
  }

  /// Runs `create`, which makes `folders`, inner ones first, and adds them to the list.
  ///
  /// - Throws: the error of `create`, and keeps those on the list that exist then; after `removeAll`,
  ///   `ErrorNumber.interrupted` without running `create`.
  static func register(
    folders: [String], _ create: () throws(FileError) -> Void
  ) throws(FileError) {
    try state.withLock { state throws(FileError) in
      guard !state.isClosed else {
        throw FileError(path: folders.first ?? "", code: ErrorNumber.interrupted)
      }
      state.folders = folders + state.folders
      try create()
    }
  }

  /// Takes `folders` off the list: their files are complete, or the folders are removed.
  static func settle(folders: [String]) {
    guard !folders.isEmpty else { return }
    state.withLock { $0.folders.removeAll(where: folders.contains) }
  }

  /// Removes every file on the list, then the folders that are empty now, and accepts no new ones. Call it right before the process ends.
  ///
  /// Waits for a file that is being created or renamed. Later calls of `register` and `settle` fail and touch no file.
  package static func removeAll() {
    state.withLock { state in
      state.isClosed = true
      for path in state.paths { SystemCall.removeAnywhere(path) }
      state.paths = []
      for folder in state.folders { SystemCall.removeFolderAnywhere(folder) }
      state.folders = []
    }
  }
}

/// Names of the form `.NAME.PID-RANDOM.p3tool-tmp`, in the folder of the file called NAME.
enum TemporaryName {
  /// The end of every temporary name.
  static let suffix = ".p3tool-tmp"

  /// A new name of this process for the file called `name`, unique but for a rare accident. For a temporary `name` it
  /// is another one for the same final name.
  static func new(for name: String) -> String {
    if let parts = parts(of: name) { return new(for: parts.stem) }
    let random = String(UInt32.random(in: .min ... .max), radix: 36)
    return ".\(stem(of: name)).\(SystemCall.processIdentifier)-\(random)\(suffix)"
  }

  /// The part of `name` that its temporary names contain: 200 bytes, so that they stay under the 255 of most file
  /// systems.
  static func stem(of name: String) -> String { PathText.text(PathText.bytes(name).prefix(200)) }

  /// The stem and the process number of a temporary name; nil for other names.
  static func parts(of file: String) -> (stem: String, process: Int32)? {
    guard file.hasPrefix("."), file.hasSuffix(suffix) else { return nil }
    let body = file.dropFirst().dropLast(suffix.count)
    guard let dot = body.lastIndex(of: "."), dot > body.startIndex else { return nil }
    let numbers = body[body.index(after: dot)...].split(separator: "-")
    guard numbers.count == 2, let process = Int32(numbers[0]), process > 0 else { return nil }
    return (String(body[..<dot]), process)
  }
}

/// A file passed between two steps of a job. Removed with this value, when the process is interrupted, or by the next
/// run if the process is killed.
package struct WorkFile: ~Copyable {
  package let path: String

  /// A temporary name in `folder` for the job that makes the file called `name`. The step that writes `path` creates
  /// the file.
  package init(in folder: String, for name: String) throws(FileError) {
    path = FilePath.join(folder, TemporaryName.new(for: name))
    try TemporaryFiles.register(path) { () throws(FileError) in }
  }

  deinit {
    try? TemporaryFiles.settle(path) { () throws(FileError) in SystemCall.remove(path) }
  }
}

/// Files without a name in the temporary folder: the file system frees them when they are closed, however the process
/// ends.
package enum ScratchFile {
  /// The descriptor of a new file, open for reading and writing.
  package static func open() throws(FileError) -> Int32 {
    let folder = SystemCall.environment("TMPDIR") ?? "/tmp"
    let name = ".p3tool-\(SystemCall.processIdentifier)-\(UInt64.random(in: .min ... .max)).tmp"
    let path = FilePath.join(folder, name)
    let descriptor = try SystemCall.openAnywhere(path, for: .creatingPrivate)
    SystemCall.removeAnywhere(path)
    return descriptor
  }

  /// The descriptor of a new file in memory, open for reading and writing; in the temporary folder if the system has no
  /// files in memory.
  ///
  /// - Parameter name: the name for errors.
  package static func openInMemory(name: String) throws(FileError) -> Int32 {
    if let descriptor = try SystemCall.memoryFile(for: name) { return descriptor }
    return try open()
  }
}

/// Temporary names that killed processes left behind.
package enum LeftoverFiles {
  /// Removes leftovers for the files at `paths`, which a run is about to write, from the folders they will be stored
  /// in.
  package static func remove(for paths: [String]) {
    var names: [String: Set<String>] = [:]
    for path in paths {
      let target = FilePath((try? SystemCall.followingLinks(path)) ?? path)
      names[target.folder, default: []].insert(target.name)
    }
    for (folder, names) in names { remove(for: names, in: folder) }
  }

  /// Removes temporary files for `names` in `folder` whose process is gone and that no process has open (another run
  /// may be writing them, maybe in a container with its own process numbers). Files for other names stay: on a shared
  /// file system they may belong to another machine's part of the work.
  package static func remove(for names: Set<String>, in folder: String) {
    let stems = Set(names.map(TemporaryName.stem))
    for file in (try? SystemCall.names(in: folder.isEmpty ? "." : folder)) ?? [] {
      guard let parts = TemporaryName.parts(of: file), stems.contains(finalStem(parts.stem)) else { continue }
      let path = FilePath.join(folder, file)
      if !isOtherRun(parts.process), !SystemCall.isMarkedInUse(path) { SystemCall.remove(path) }
    }
  }

  /// The stem of the final name; version 0.1 made temporary names from temporary names.
  private static func finalStem(_ stem: String) -> String {
    TemporaryName.parts(of: stem).map { finalStem($0.stem) } ?? stem
  }

  /// Whether another process with this number runs. A file with our own number is older than this process: in
  /// containers process numbers repeat.
  private static func isOtherRun(_ process: Int32) -> Bool {
    process != SystemCall.processIdentifier && SystemCall.isRunning(process)
  }
}
