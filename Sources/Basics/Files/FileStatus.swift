/// The result of stat(2) for a path, links followed.
package struct FileStatus: Sendable, Hashable {
  /// The kinds of file that commands distinguish.
  package enum Kind: Sendable, Hashable {
    case regular
    case directory
    /// A device, pipe or socket: written to directly, never replaced.
    case special
  }

  /// The kind of file.
  package let kind: Kind

  /// Size of a regular file in bytes.
  package let size: Int

  /// The permission bits, 0o7777 at most.
  package let permissions: UInt32

  /// The file's identity: equal for two names of one file.
  package let identity: Identity

  /// Last modification, in nanoseconds since 1970.
  package let modified: Int64

  /// Device and inode.
  package struct Identity: Sendable, Hashable {
    /// The device's number.
    package let device: UInt64
    /// The inode's number on that device.
    package let inode: UInt64
  }

  /// The status of `path`; nil if nothing is found there.
  package init?(path: String) {
    guard let status = SystemCall.status(of: path) else { return nil }
    self = status
  }

  /// The status of an open file, or nil when the descriptor is not open.
  package init?(descriptor: Int32) {
    guard let status = SystemCall.status(of: descriptor) else { return nil }
    self = status
  }

  /// The result of a system call.
  init(kind: Kind, size: Int, permissions: UInt32, identity: Identity, modified: Int64) {
    self.kind = kind
    self.size = size
    self.permissions = permissions
    self.identity = identity
    self.modified = modified
  }
}

/// Evidence, cheap to get, that a file is unchanged: its size, time and inode.
package struct FileStamp: Sendable, Hashable {
  package let size: Int
  /// Nanoseconds since 1970; 0 if the time must not be trusted.
  package let modified: Int64
  package let inode: UInt64

  package init(size: Int, modified: Int64, inode: UInt64) {
    self.size = size
    self.modified = modified
    self.inode = inode
  }

  /// The stamp of a file with `status`.
  package init(_ status: FileStatus) {
    self.init(size: status.size, modified: status.modified, inode: status.identity.inode)
  }

  /// Whether a file with `status` is unchanged since.
  package func isTrusted(for status: FileStatus) -> Bool { modified != 0 && self == FileStamp(status) }

  /// The stamp to remember for a source whose content was read after `status` was taken.
  ///
  /// A file system's clock ticks in steps (4 ms on most Linux kernels, whole seconds on HFS+, two on FAT). A file that
  /// changes again within the step in which it was read keeps its time. Such a stamp is marked as not trusted, and the
  /// next run hashes the content again.
  package static func settled(_ status: FileStatus) -> FileStamp { settled(status, now: SystemCall.now) }

  /// The stamp for a file read at the time `now`, in nanoseconds since 1970.
  package static func settled(_ status: FileStatus, now: Int64) -> FileStamp {
    let step: Int64 = status.modified % 1_000_000_000 == 0 ? 2_000_000_000 : 20_000_000
    let stamp = FileStamp(status)
    guard now &- status.modified < step else { return stamp }
    return FileStamp(size: stamp.size, modified: 0, inode: stamp.inode)
  }
}
