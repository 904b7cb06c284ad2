import ImageFiles
import Synchronization

/// The state on disk. During a run, lines are appended, so that a killed run loses nothing that it has finished; at the
/// end of the run, the file is replaced atomically. Of two lines for one record, the later is valid. A line is skipped,
/// and its product made again, if the line is torn, damaged, or not sealed with this user's key.
final class BatchStateFile: Sendable {
  /// The largest state file in bytes: enough for some million products.
  private static let sizeLimit = 2 << 30

  /// The consequence of an unusable state, for messages.
  private static let loss = "everything is made again, and outputs that come out otherwise need --force"

  let path: String
  private let version: String
  private let key: BatchStateKey
  /// Whether the run is a dry run, which never writes.
  private let isReadOnly: Bool

  private struct Log {
    /// The file, open for appending; nil until the first line is appended.
    var descriptor: Int32?
    /// Whether lines may be appended to the existing file.
    var isSound = false
    /// The first failure. Later lines are dropped, and the run reports the failure once.
    var failure: FileError?
  }

  private let log = Mutex(Log())

  /// The state at `path`, which need not exist, for the tool's `version`. `key` seals its lines.
  init(path: String, version: String, key: BatchStateKey, isReadOnly: Bool = false) {
    self.path = path
    self.version = version
    self.key = key
    self.isReadOnly = isReadOnly
  }

  deinit {
    log.withLock { log in
      if let descriptor = log.descriptor { try? SystemCall.close(descriptor, path: path) }
    }
  }

  /// Why the file may be neither read nor written: its path leads to something that is not the user's. Nil if there is
  /// no fault.
  var fault: String? {
    if SystemCall.isLink(path) {
      return
        "is a symbolic link, through which no state is written (remove the link; a run makes a file of its own)"
    }
    guard let status = FileStatus(path: path), status.kind != .regular else { return nil }
    return "is no regular file (remove it; a run makes one of its own)"
  }

  /// The state in the file, and a remark if the file, or a part of it, cannot be used.
  func read() -> (state: BatchState, note: String?) {
    // State files of other shards are checked when the folder is searched.
    if FileStatus(path: path)?.kind == .special {
      return (BatchState(), "\(path.printableName): is no regular file and is not read (remove it)")
    }
    let bytes: [UInt8]
    do throws(FileError) {
      // If another user's run wrote the file, the rest is not read.
      if let fault = headerFault(of: try WholeFile.start(path, count: Self.headerBytes)) {
        return (BatchState(), "\(path.printableName): \(fault): \(Self.loss)")
      }
      bytes = try WholeFile.read(path, limit: Self.sizeLimit)
    } catch {
      return (BatchState(), error.code == ErrorNumber.notFound ? nil : "\(error): \(Self.loss)")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, case .header(let format, let writer)? = line(first) else {
      return (BatchState(), "\(path.printableName): is damaged or no state file: \(Self.loss)")
    }
    guard format == BatchStateLine.format else {
      return (BatchState(), "\(path.printableName): was written by p3tool \(writer.printable): \(Self.loss)")
    }
    var state = BatchState()
    var damaged = 0
    for line in lines.dropFirst() {
      if let line = self.line(line) { state.take(line) } else { damaged += 1 }
    }
    let isSound = damaged == 0 && bytes.last == 0x0A
    log.withLock { $0.isSound = isSound }
    if writer != version {
      return (
        state,
        "\(path.printableName): was written by p3tool \(writer.printable), this is \(version): everything is made again"
      )
    }
    // A killed run leaves at most one torn line at the end, which needs no remark.
    let isTornOnly = damaged <= 1 && bytes.last != 0x0A
    return (
      state,
      damaged == 0 || isTornOnly
        ? nil : "\(path.printableName): \(damaged) damaged lines: what they spoke of is made again"
    )
  }

  private func line(_ text: ArraySlice<UInt8>) -> BatchStateLine? { BatchStateLine(text, sealedBy: key) }

  /// The largest header in bytes.
  private static let headerBytes = 4096

  /// Why a file that starts with `bytes` is not trusted; nil if its first line has a valid seal.
  private func headerFault(of bytes: [UInt8]) -> String? {
    let text = bytes.prefix { $0 != UInt8(ascii: "\n") }
    if case .header? = line(text) { return nil }
    guard case .header? = BatchStateLine(unproven: text) else { return "is damaged or no state file" }
    return "was not written by a run of this user in this folder, and proves nothing"
  }

  /// Appends lines at once. `state` is the content before them, in case that the file must be created.
  func append(_ lines: [BatchStateLine], to state: @autoclosure () -> BatchState) {
    guard !lines.isEmpty, !isReadOnly else { return }
    log.withLock { log in
      guard log.failure == nil else { return }
      do throws(FileError) {
        if !log.isSound {
          try write(state())
          log.isSound = true
        }
        if log.descriptor == nil { log.descriptor = try SystemCall.open(path, for: .appending) }
        guard let descriptor = log.descriptor else { return }
        try SystemCall.write(
          Array(lines.map { $0.text(sealedBy: key) }.joined().utf8), to: descriptor, path: path)
      } catch {
        log.failure = error
      }
    }
  }

  /// Replaces the file by `state`, if `isNeeded` or if lines were appended.
  ///
  /// - Throws: `FileError` of this or an earlier failed `append`.
  func finish(_ state: BatchState, isNeeded: Bool) throws(FileError) {
    guard !isReadOnly else { return }
    let (descriptor, failure) = log.withLock { log in
      let open = log.descriptor
      log.descriptor = nil
      return (open, log.failure)
    }
    if let descriptor { try? SystemCall.close(descriptor, path: path) }
    if isNeeded || descriptor != nil || failure != nil { try write(state) }
  }

  private func write(_ state: BatchState) throws(FileError) {
    try Folders.create(FilePath(path).folder)
    let file = try AtomicFile(path: path, overwrite: true, followsLinks: false)
    let text = state.lines(version: version).map { $0.text(sealedBy: key) }.joined()
    try SystemCall.write(Array(text.utf8), to: file.descriptor, path: path)
    try file.commit()
  }
}

extension BatchState {
  /// Applies the record of a line.
  mutating func take(_ line: BatchStateLine) {
    switch line {
    case .header: break
    case .source(let path, let file): sources[path] = file
    case .product(let key, let product): products[key] = product
    case .orphan(let path, let file): orphans[path] = file
    case .claim(let path): claims.insert(path)
    }
  }

  /// All records as lines, in a fixed order.
  func lines(version: String) -> [BatchStateLine] {
    var lines: [BatchStateLine] = [.header(format: BatchStateLine.format, version: version)]
    lines += sources.sorted { $0.key < $1.key }.map { .source($0.key, $0.value) }
    lines += products.sorted { ($0.key.source, $0.key.step) < ($1.key.source, $1.key.step) }
      .map { .product($0.key, $0.value) }
    lines += orphans.sorted { $0.key < $1.key }.map { .orphan($0.key, $0.value) }
    lines += claims.sorted().map { .claim($0) }
    return lines
  }
}
