#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What tells cheaply that a file was not touched: its size, its time and its inode.
struct FileStamp: Sendable, Hashable {
  let size: Int
  /// Nanoseconds since 1970; 0 where the time must not be trusted.
  let modified: Int64
  let inode: UInt64

  init(size: Int, modified: Int64, inode: UInt64) {
    self.size = size
    self.modified = modified
    self.inode = inode
  }

  /// The stamp of a file with `status`.
  init(_ status: FileStatus) {
    self.init(size: status.size, modified: status.modified, inode: status.identity.inode)
  }

  /// Whether a file with `status` has not been touched since.
  func isTrusted(for status: FileStatus) -> Bool { modified != 0 && self == FileStamp(status) }

  /// The stamp to remember for a source whose content was read after `status` was taken.
  ///
  /// A file system's clock ticks in steps (4 ms on most Linux kernels, whole seconds on HFS+, two on FAT): a file
  /// changed again within the step in which it was read keeps its time. Such a stamp is remembered as not to be
  /// trusted, and the content is hashed once more in the next run.
  static func settled(_ status: FileStatus) -> FileStamp {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    let nanoseconds = Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
    let step: Int64 = status.modified % 1_000_000_000 == 0 ? 2_000_000_000 : 20_000_000
    let stamp = FileStamp(status)
    guard nanoseconds &- status.modified < step else { return stamp }
    return FileStamp(size: stamp.size, modified: 0, inode: stamp.inode)
  }
}
