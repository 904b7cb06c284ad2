import Synchronization

/// How many bytes the images of a run may have that are written to files, all together.
package final class OutputAllowance: Sendable {
  /// That of the run that this task works for; nil where there is no bound.
  @TaskLocal package static var current: OutputAllowance?

  private let limit: Int
  private let used = Mutex(0)

  /// An allowance of `limit` bytes.
  package init(_ limit: Int) { self.limit = limit }

  /// Takes the bytes of one image, before it gets its name.
  ///
  /// - Throws: `FileError` where the run would have more than its limit.
  func take(_ count: Int, for path: String) throws(FileError) {
    let fits = used.withLock { used in
      guard count <= limit - used else { return false }
      used += count
      return true
    }
    if !fits { throw FileError(path: path, refusal: .tooMuch(limit)) }
  }
}
