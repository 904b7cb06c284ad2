#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The POSIX calls that p3tool makes, each with the error that names the path it concerns, and none interrupted by a
/// signal (EINTR): the call is made again.
///
/// This file is about open files; `SystemCall+Names` is about names in the file system, `SystemCall+Process` about the
/// process and its errors, `SystemCall+Streams` about its standard streams. No other file of P3Kit imports the C
/// library.
package enum SystemCall {
  /// What a file is opened for.
  package enum Opening {
    /// An existing file, to be read.
    case reading
    /// An existing file, no link, to look at it without waiting.
    case looking
    /// An existing file or device, to be written from its start.
    case writing
    /// An existing file, no link, to be written behind its end.
    case appending
    /// A new file, to be written: what the umask leaves of 0666.
    case creating
    /// A new file, to be written and read, by this user alone.
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

  /// open(2) with O_CLOEXEC; while a pipeline runs, below the folders that it may use.
  package static func open(_ path: String, for opening: Opening) throws(FileError) -> Int32 {
    if let folders = TrustedFolders.current { return try folders.open(path, for: opening) }
    return try openAnywhere(path, for: opening)
  }

  /// The same for a file that no pipeline names, wherever it lies.
  package static func openAnywhere(_ path: String, for opening: Opening) throws(FileError) -> Int32 {
    try check(path) { systemOpen(path, opening.flags | O_CLOEXEC, opening.mode) }
  }

  /// close(2); reports what a delayed write lost (NFS, quota).
  package static func close(_ descriptor: Int32, path: String) throws(FileError) {
    // After EINTR the descriptor is gone on Linux: never close it twice.
    if systemClose(descriptor) != 0, errno != EINTR { throw FileError(path: path, code: errno) }
  }

  /// fsync(2).
  static func synchronize(_ descriptor: Int32, path: String) throws(FileError) {
    _ = try check(path) { fsync(descriptor) }
  }

  /// fchmod(2), with the bits of `permissions` that say who may read and write. No output is executable, whatever its
  /// input is: a picture may hold lines of a shell, and lie where programs are looked for.
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

  /// Whether a person reads what is written there: isatty(3).
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal there; nil where there is none, or it does not say.
  package static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  // MARK: Bytes

  /// read(2): fills the front of `block`; 0 at the end of the file. Waits also where the descriptor does not block.
  package static func read(_ descriptor: Int32, into block: inout [UInt8], path: String) throws(FileError)
    -> Int
  {
    try check(path, waitingFor: (descriptor, Int16(POLLIN))) {
      unsafe systemRead(descriptor, &block, block.count)
    }
  }

  /// write(2) until all of `bytes` are out. Waits also where the descriptor does not block: that flag belongs to the
  /// open pipe or terminal, and whoever shares it may have set it.
  package static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try check(path, waitingFor: (descriptor, Int16(POLLOUT))) {
        unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// The bytes of an open regular file, from its start; its position stays.
  package static func contents(of descriptor: Int32, path: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try check(path) { unsafe pread(descriptor, &block, block.count, off_t(bytes.count)) }
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }

  /// Whether two regular files of equal size hold the same bytes; false when one cannot be read.
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

  /// Copies the file at `descriptor`, from its beginning, to `output`, which errors call `path`.
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

  /// What `call` returns, made again after EINTR; a negative result is an error about `path`.
  ///
  /// - Parameter event: what to wait for, poll(2), before the call is made again where it would have had to wait.
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

  /// flock(2) on an open file: other processes see that this one is at work on it. A file system without locks lets
  /// it fail, which changes nothing.
  static func markInUse(_ descriptor: Int32) { _ = flock(descriptor, LOCK_EX | LOCK_NB) }

  /// Whether another open file has the mark; also where the file cannot be opened.
  static func isMarkedInUse(_ path: String) -> Bool {
    guard let descriptor = try? open(path, for: .looking) else { return true }
    defer { _ = systemClose(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}

// The C functions whose names `SystemCall` has too: within it, those would be meant. (open(2) is variadic, which
// Swift imports as overloads.)

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
