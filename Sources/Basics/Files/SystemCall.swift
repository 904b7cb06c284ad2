#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The POSIX calls of p3tool. Errors name the path concerned, and a call interrupted by a signal (EINTR) is repeated.
///
/// This file has calls on open files, `SystemCall+Names` those on names, `SystemCall+Process` those on the process and
/// its errors, `SystemCall+Streams` those on standard streams. No other file of P3Kit imports the C library.
package enum SystemCall {
  /// What a file is opened for.
  package enum Opening {
    /// Reading an existing file.
    case reading
    /// Inspecting an existing file, not a link, without waiting.
    case looking
    /// Writing an existing file or device from its start.
    case writing
    /// Appending to an existing file, not a link.
    case appending
    /// Writing a new file with mode 0666 less the umask.
    case creating
    /// Writing and reading a new file that only this user may access.
    case creatingPrivate

    var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .looking: O_RDONLY | O_NONBLOCK | O_NOFOLLOW
      case .writing: O_WRONLY
      case .appending: O_WRONLY | O_APPEND | O_NOFOLLOW
      case .creating: O_WRONLY | O_CREAT | O_EXCL
      case .creatingPrivate: O_RDWR | O_CREAT | O_EXCL
      }
    }

    var mode: mode_t { self == .creating ? 0o666 : 0o600 }
  }

  /// open(2) with O_CLOEXEC; while a pipeline runs, only below its trusted folders.
  package static func open(_ path: String, for opening: Opening) throws(FileError) -> Int32 {
    if let folders = TrustedFolders.current { return try folders.open(path, for: opening) }
    return try openAnywhere(path, for: opening)
  }

  /// As `open`, for a file outside a pipeline's control, in any folder.
  package static func openAnywhere(_ path: String, for opening: Opening) throws(FileError) -> Int32 {
    try check(path) { systemOpen(path, opening.flags | O_CLOEXEC, opening.mode) }
  }

  /// close(2); throws errors of delayed writes (NFS, quota).
  package static func close(_ descriptor: Int32, path: String) throws(FileError) {
    // After EINTR the descriptor is closed on Linux, so close must not be repeated.
    if systemClose(descriptor) != 0, errno != EINTR { throw FileError(path: path, code: errno) }
  }

  /// fsync(2).
  static func synchronize(_ descriptor: Int32, path: String) throws(FileError) {
    _ = try check(path) { fsync(descriptor) }
  }

  /// fchmod(2), with only the read and write bits of `permissions`. No output is executable, whatever its input: a
  /// picture may contain shell commands, and lie where programs are searched.
  static func setPermissions(
    _ descriptor: Int32, _ permissions: UInt32, path: String
  ) throws(FileError) {
    _ = try check(path) { fchmod(descriptor, mode_t(permissions & 0o666)) }
  }

  /// fstat(2); nil when the descriptor is not open.
  static func status(of descriptor: Int32) -> FileStatus? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
  }

  /// isatty(3): whether output goes to a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The terminal's width in columns; nil if it is no terminal or its width is unknown.
  package static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  // MARK: Bytes

  /// read(2) into the front of `block`; returns 0 at the end of the file. Waits even if the descriptor is non-blocking.
  package static func read(_ descriptor: Int32, into block: inout [UInt8], path: String) throws(FileError)
    -> Int
  {
    try check(path, waitingFor: (descriptor, Int16(POLLIN))) {
      unsafe systemRead(descriptor, &block, block.count)
    }
  }

  /// write(2), repeated until all `bytes` are written. Waits even if the descriptor is non-blocking: another process
  /// that shares the pipe or terminal may have set that flag.
  package static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try check(path, waitingFor: (descriptor, Int16(POLLOUT))) {
        unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// The bytes of an open regular file from its start; does not move its position.
  package static func contents(of descriptor: Int32, path: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try check(path) { unsafe pread(descriptor, &block, block.count, off_t(bytes.count)) }
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }

  /// Whether two regular files of equal size have the same bytes; false if one cannot be read.
  package static func haveSameBytes(_ first: Int32, _ second: Int32) -> Bool {
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

  /// Copies the file at `descriptor`, from its start, to `output`; errors name `path`.
  package static func copy(_ descriptor: Int32, to output: Int32, path: String) throws(FileError) {
    rewind(descriptor)
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try read(descriptor, into: &block, path: path)
      if count == 0 { return }
      try write(Array(block[..<count]), to: output, path: path)
    }
  }

  /// lseek(2) to the first byte of an open regular file.
  package static func rewind(_ descriptor: Int32) { lseek(descriptor, 0, SEEK_SET) }

  /// Calls `call`, again after EINTR; a negative result is an error about `path`.
  ///
  /// - Parameter event: waits for this event with poll(2) and calls again, if the call would have to wait.
  static func check<Result: BinaryInteger>(
    _ path: String, waitingFor event: (descriptor: Int32, events: Int16)? = nil, _ call: () -> Result
  ) throws(FileError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code == EINTR { continue }
      guard let event, code == EAGAIN || code == EWOULDBLOCK else { throw FileError(path: path, code: code) }
      var request = pollfd(fd: event.descriptor, events: event.events, revents: 0)
      _ = try check(path) { unsafe poll(&request, 1, -1) }
    }
  }

  // MARK: Marks of life

  /// flock(2) on an open file: shows other processes that this one is using it. Fails on file systems without locks,
  /// which does no harm.
  static func markInUse(_ descriptor: Int32) { _ = flock(descriptor, LOCK_EX | LOCK_NB) }

  /// Takes the mark off a file that is about to be closed. Closing alone leaves the mark while a process that is just
  /// being started has a copy of the descriptor, between fork(2) and execve(2).
  static func unmarkInUse(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }

  /// Whether another open file has the lock, or the file cannot be opened.
  static func isMarkedInUse(_ path: String) -> Bool {
    guard let descriptor = try? open(path, for: .looking) else { return true }
    defer { _ = systemClose(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}

// The C functions that have the same names as methods of `SystemCall`, which would hide them there. (open(2) is
// variadic; Swift imports it as overloads.)

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(SystemCall.cPath(path), flags, mode)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
