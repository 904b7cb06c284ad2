#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Temporary files that a killed process left behind.
enum LeftoverFiles {
  /// Removes `.NAME.PID-RANDOM.p3tool-tmp` for each NAME in `names` below `folder`, unless process PID is alive:
  /// another run may be writing it this moment. Files for other names are left alone: on a shared file system
  /// they may belong to another machine's part of the work.
  static func remove(for names: Set<String>, in folder: String) {
    let stems = Set(names.map(AtomicFile.temporaryStem))
    let listing = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    for file in listing where file.hasSuffix(AtomicFile.temporarySuffix) {
      guard let owner = owner(of: file), stems.contains(owner.name), !isAlive(owner.process) else { continue }
      SystemCall.remove(FilePathParts.join(folder, file))
    }
  }

  /// The final name and the process in the name of a temporary file.
  static func owner(of file: String) -> (name: String, process: Int32)? {
    guard file.hasPrefix("."), file.hasSuffix(AtomicFile.temporarySuffix) else { return nil }
    let body = file.dropFirst().dropLast(AtomicFile.temporarySuffix.count)
    guard let dot = body.lastIndex(of: "."), dot > body.startIndex else { return nil }
    let numbers = body[body.index(after: dot)...].split(separator: "-")
    guard numbers.count == 2, let process = Int32(numbers[0]), process > 0 else { return nil }
    return (String(body[..<dot]), process)
  }

  /// Whether another process with this number runs; our own number is that of a predecessor in a container.
  private static func isAlive(_ process: Int32) -> Bool {
    process != getpid() && (kill(process, 0) == 0 || errno == EPERM)
  }
}
