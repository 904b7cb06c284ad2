import Synchronization

/// The number of bytes that the image files of a run may have together.
package final class OutputAllowance: Sendable {
  /// The allowance of the current task's run; nil if there is no limit.
  @TaskLocal package static var current: OutputAllowance?

  private let limit: Int
  private let used = Mutex(0)

  /// An allowance of `limit` bytes.
  package init(_ limit: Int) { self.limit = limit }

  /// Subtracts the bytes of one image before it gets its name.
  ///
  /// - Throws: `FileError` if the run would exceed its limit.
  func take(_ count: Int, for path: String) throws(FileError) {
    let fits = used.withLock { used in
      guard count <= limit - used else { return false }
      used += count
      return true
    }
    if !fits { throw FileError(path: path, refusal: .tooMuch(limit)) }
  }
}
