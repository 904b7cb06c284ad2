#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The POSIX calls that files need and no library of ours offers in one piece: each retried on EINTR, each
/// failing with the `errno` and the path it concerns.
enum SystemCall {
  /// open(2) with O_CLOEXEC.
  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(FileError) -> Int32 {
    try check(path) { openWithMode(path, flags | O_CLOEXEC, mode) }
  }

  /// fsync(2).
  static func synchronize(_ descriptor: Int32, path: String) throws(FileError) {
    _ = try check(path) { fsync(descriptor) }
  }

  /// close(2); reports what a delayed write lost (NFS, quota).
  static func close(_ descriptor: Int32, path: String) throws(FileError) {
    // After EINTR the descriptor is gone on Linux: never close it twice.
    #if canImport(Glibc)
      let result = Glibc.close(descriptor)
    #elseif canImport(Musl)
      let result = Musl.close(descriptor)
    #else
      let result = Darwin.close(descriptor)
    #endif
    if result != 0, errno != EINTR { throw FileError(path: path, code: errno) }
  }

  /// read(2): fills the front of `block`; 0 at the end of the file.
  static func read(_ descriptor: Int32, into block: inout [UInt8], path: String) throws(FileError) -> Int {
    while true {
      #if canImport(Glibc)
        let count = unsafe Glibc.read(descriptor, &block, block.count)
      #elseif canImport(Musl)
        let count = unsafe Musl.read(descriptor, &block, block.count)
      #else
        let count = unsafe Darwin.read(descriptor, &block, block.count)
      #endif
      if count >= 0 { return count }
      if errno != EINTR { throw FileError(path: path, code: errno) }
    }
  }

  /// write(2) until all of `bytes` are out.
  static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { block in
        #if canImport(Glibc)
          unsafe Glibc.write(descriptor, block.baseAddress, block.count)
        #elseif canImport(Musl)
          unsafe Musl.write(descriptor, block.baseAddress, block.count)
        #else
          unsafe Darwin.write(descriptor, block.baseAddress, block.count)
        #endif
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw FileError(path: path, code: errno)
      }
    }
  }

  /// rename(2): replaces `new` atomically.
  static func rename(_ old: String, to new: String) throws(FileError) {
    #if canImport(Glibc)
      _ = try check(new) { unsafe Glibc.rename(old, new) }
    #elseif canImport(Musl)
      _ = try check(new) { unsafe Musl.rename(old, new) }
    #else
      _ = try check(new) { unsafe Darwin.rename(old, new) }
    #endif
  }

  /// link(2): a second name that must not exist yet.
  static func link(_ old: String, to new: String) throws(FileError) {
    #if canImport(Glibc)
      _ = try check(new) { unsafe Glibc.link(old, new) }
    #elseif canImport(Musl)
      _ = try check(new) { unsafe Musl.link(old, new) }
    #else
      _ = try check(new) { unsafe Darwin.link(old, new) }
    #endif
  }

  /// unlink(2), whose failure nobody can act on.
  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// rmdir(2): whether `path` was an empty folder, which it is no more.
  static func removeFolder(_ path: String) -> Bool { unsafe rmdir(path) == 0 }

  /// fchmod(2).
  static func setPermissions(_ descriptor: Int32, _ mode: mode_t, path: String) throws(FileError) {
    _ = try check(path) { fchmod(descriptor, mode) }
  }

  /// The bytes of an open regular file, from its start; its position stays.
  static func contents(of descriptor: Int32, path: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe pread(descriptor, &block, block.count, off_t(bytes.count))
      if count == 0 { return bytes }
      if count > 0 {
        bytes += block[..<count]
      } else if errno != EINTR {
        throw FileError(path: path, code: errno)
      }
    }
  }

  /// Whether two regular files of equal size hold the same bytes; false when one cannot be read.
  static func haveSameBytes(_ first: Int32, _ second: Int32) -> Bool {
    var a = [UInt8](repeating: 0, count: 1 << 16)
    var b = a
    var offset = 0
    while true {
      let count = unsafe pread(first, &a, a.count, off_t(offset))
      guard count >= 0, unsafe pread(second, &b, b.count, off_t(offset)) == count, a == b else {
        return false
      }
      if count == 0 { return true }
      offset += count
    }
  }

  private static func check(_ path: String, _ call: () -> Int32) throws(FileError) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw FileError(path: path, code: errno) }
    }
  }
}

/// open(2) with a mode; the C function is variadic, which Swift imports as this overload.
private func openWithMode(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}
