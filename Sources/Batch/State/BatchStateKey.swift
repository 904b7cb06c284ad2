import ImageFiles

/// A secret key of the user, which proves that a run of this user wrote a line of a state.
///
/// A state file lies among the outputs, so a repository can contain one, and a state that `batch` trusts makes it skip
/// checks and replace files. Each line therefore has a seal: a hash of the line, of a key in the user's own folder, and
/// of the pipeline's folder, so that the state of one checkout is not valid in another.
package struct BatchStateKey: Sendable {
  /// The least length of `P3_STATE_KEY` in bytes.
  private static let leastBytes = 16
  /// The largest key file in bytes.
  private static let mostBytes = 4096

  private let inner: [UInt8]
  private let outer: [UInt8]
  /// The folder that the key is for; empty for a key from the environment.
  private let purpose: String

  /// The key `bytes` for `purpose`.
  init(_ bytes: [UInt8], purpose: String = "") {
    // HMAC (RFC 2104) with the 64-byte blocks of SHA-256.
    let key = bytes.count > 64 ? SHA256.hash(bytes).bytes : bytes
    let block = key + [UInt8](repeating: 0, count: 64 - key.count)
    inner = block.map { $0 ^ 0x36 }
    outer = block.map { $0 ^ 0x5C }
    self.purpose = purpose
  }

  /// A random key that is not stored: the next run trusts no line that this key seals.
  static func unknown() -> BatchStateKey { BatchStateKey(random()) }

  private static func random() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// The seal of `text`: 32 hexadecimal digits, which cannot be computed without the key.
  func seal(_ text: ArraySlice<UInt8>) -> String {
    let hash = SHA256.hash(inner + Array(purpose.utf8) + [0] + text)
    return String("\(SHA256.hash(outer + hash.bytes))".prefix(32))
  }

  /// The user's key for the pipeline in `folder`. If no key can be stored, the key is random and `note` gives the reason.
  ///
  /// `P3_STATE_KEY` in the environment is a key for all folders and machines. Without it, the key is in the user's
  /// folder for states: `p3tool/key` in `XDG_STATE_HOME` or `~/.local/state`.
  ///
  /// - Parameter isReadOnly: whether no key may be created.
  static func ofUser(folder: String, isReadOnly: Bool) -> (key: BatchStateKey, note: String?) {
    if let text = SystemCall.environment("P3_STATE_KEY"), !text.isEmpty {
      let isShort = text.utf8.count < leastBytes
      return isShort
        ? (unknown(), "P3_STATE_KEY has less than \(leastBytes) characters and is not used")
        : (BatchStateKey(Array(text.utf8)), nil)
    }
    let place = SystemCall.realPath(folder.isEmpty ? "." : folder) ?? folder
    guard let file else { return (unknown(), Self.note("HOME is not set")) }
    do throws(FileError) {
      let bytes = try bytes(in: file, outside: place, isReadOnly: isReadOnly)
      return (BatchStateKey(bytes, purpose: place), nil)
    } catch {
      return (unknown(), Self.note("\(error)"))
    }
  }

  /// The key in `file`. The file is created if it does not exist, unless `isReadOnly`.
  static func bytes(
    in file: String, outside folder: String, isReadOnly: Bool
  ) throws(FileError) -> [UInt8] {
    if let bytes = try existing(file, outside: folder) { return bytes }
    return try made(file, isReadOnly: isReadOnly)
  }

  private static func note(_ reason: String) -> String {
    "the next run will make everything again, since no key for states can be kept: \(reason); a key lies outside of the "
      + "repository and is readable by its user alone, or P3_STATE_KEY holds one"
  }

  private static var file: String? {
    let states =
      SystemCall.environment("XDG_STATE_HOME").flatMap { FilePath.isAbsolute($0) ? $0 : nil }
      ?? SystemCall.environment("HOME").flatMap {
        FilePath.isAbsolute($0) ? FilePath.join($0, ".local/state") : nil
      }
    return states.map { FilePath.join($0, "p3tool/key") }
  }

  /// The key in `file`; nil if there is no such file.
  ///
  /// - Throws: `ErrorNumber.notPermitted` if other users may read the file, or if it lies in the pipeline's repository.
  private static func existing(_ file: String, outside folder: String) throws(FileError) -> [UInt8]? {
    guard let status = FileStatus(path: file) else { return nil }
    let repository = RepositoryPath(workingFolder: folder).root
    let isForeign = SystemCall.realPath(file).map { FilePath.isBelow($0, repository) } ?? true
    // Reading a named pipe would wait for a writer.
    guard status.kind == .regular, status.permissions & 0o077 == 0, !isForeign
    else { throw FileError(path: file, code: ErrorNumber.notPermitted) }
    let bytes = try WholeFile.read(file, limit: mostBytes)
    guard bytes.count >= leastBytes else { throw FileError(path: file, code: ErrorNumber.notPermitted) }
    return bytes
  }

  private static func made(_ file: String, isReadOnly: Bool) throws(FileError) -> [UInt8] {
    let bytes = random()
    if isReadOnly { return bytes }
    try Folders.create(FilePath(file).folder)
    do throws(FileError) {
      let new = try AtomicFile(path: file, overwrite: false, permissions: 0o600)
      try SystemCall.write(bytes, to: new.descriptor, path: file)
      try new.commit()
      return bytes
    } catch  where error.code == ErrorNumber.exists {
      // Another run has created the file in the meantime.
      return try WholeFile.read(file, limit: mostBytes)
    }
  }
}
