#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file between two steps of one job: named like every temporary file of ours, gone when it is let go of or
/// the process is interrupted, and swept up by the next run when it is killed.
struct WorkFile: ~Copyable {
  let path: String

  /// A name in `folder` that nothing has yet; whoever uses it makes the file.
  init(in folder: String, for name: String) throws(FileError) {
    let random = String(UInt32.random(in: .min ... .max), radix: 36)
    let stem = AtomicFile.temporaryStem(of: name)
    path = FilePathParts.join(folder, ".\(stem).\(getpid())-\(random)\(AtomicFile.temporarySuffix)")
    try TemporaryFiles.register(path) { () throws(FileError) in }
  }

  deinit {
    try? TemporaryFiles.settle(path) { () throws(FileError) in SystemCall.remove(path) }
  }
}
