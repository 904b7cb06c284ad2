import Analysis
import ColorManagement
package import ImageFiles
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reports of earlier checks, so that a run reads only the pixels of new and changed images.
///
/// A report is valid for the same bytes, path in the repository (some rules depend on names), options and program.
/// Reports are stored in 256 files by key; each file is read when needed, written atomically, and holds at most 128
/// KiB, the newest reports first. So much of each stays in memory: 32 MiB in all. Two simultaneous runs may lose reports of
/// one of them, nothing else.
package final class CheckCache: Sendable {
  /// The most bytes of a file.
  private static let mostBytes = 1 << 17
  /// The first line of a file.
  private static let heading = "p3tool check 1"

  /// The stored data about an image; `spread` is not part of a report's JSON.
  private struct Entry: Codable {
    var report: CheckReport
    let spread: DifferenceSpread?
  }

  /// The reports of one file as lines, by key.
  private struct Bucket {
    var lines: [String: ArraySlice<UInt8>] = [:]
    /// The keys in the order of the file.
    var order: [String] = []
    /// Keys added by this run, which come first when the file is written.
    var added: [String] = []
    /// Bytes that are left to further lines.
    var room = mostBytes - heading.utf8.count - 1

    /// Adds a line, and drops the oldest ones for it; not if it is too long for a file.
    mutating func add(_ line: ArraySlice<UInt8>, _ key: String) {
      guard line.count + key.utf8.count + 2 < CheckCache.mostBytes / 2, lines[key] == nil else { return }
      lines[key] = line
      added.append(key)
      room -= line.count + key.utf8.count + 2
      while room < 0 {
        let oldest = order.popLast() ?? added.removeFirst()
        room += oldest.utf8.count + 2 + (lines.removeValue(forKey: oldest)?.count ?? 0)
      }
    }
  }

  private let folder: String
  private let buckets = Mutex<[Substring: Bucket]>([:])

  /// A cache in `folder`, which is created when something is stored.
  package init(folder: String) { self.folder = folder }

  /// The report on the file at `path`: from an earlier run, or from `check`, whose result is stored.
  ///
  /// - Parameter recipe: everything besides the image on which the report depends.
  package func report(
    _ path: String, recipe: String, check: () async throws(ImageError) -> CheckReport
  ) async throws(ImageError) -> CheckReport {
    guard let status = FileStatus(path: path), status.kind == .regular,
      let hash = try? ContentHash(file: path)
    else { return try await check() }
    // The catalog and the names beside the image also matter.
    let use = AssetUse(of: .file(path))
    let key = String(
      "\(SHA256.hash("\(recipe)\0\(RepositoryPath.own(path))\0\(use)\0\(hash)"))".prefix(32))
    if let known = known(key, path: path) { return known }
    let report = try await check()
    // A file that changed meanwhile may not be the one that was hashed.
    if FileStatus(path: path) == status { keep(report, key) }
    return report
  }

  private func known(_ key: String, path: String) -> CheckReport? {
    let line = withBucket(of: key) { $0.lines[key] }
    guard let line, var entry = try? JSONDecoder().decode(Entry.self, from: Data(line)) else {
      return nil
    }
    entry.report.restore(path: path, spread: entry.spread)
    return entry.report
  }

  private func keep(_ report: CheckReport, _ key: String) {
    let entry = Entry(report: report, spread: report.gamut?.spread)
    guard let data = try? JSONEncoder().encode(entry) else { return }
    let line = ArraySlice(data)
    withBucket(of: key) { $0.add(line, key) }
  }

  private func place(_ name: Substring) -> String { FilePath.join(folder, "check-\(name)") }

  /// Calls `body` with the reports of the file for `key`.
  private func withBucket<Result: Sendable>(of key: String, _ body: (inout Bucket) -> Result) -> Result {
    let name = key.prefix(2)
    return buckets.withLock { buckets in body(&buckets[name, default: read(name)]) }
  }

  /// The reports of a file; none if it does not exist or is no cache file.
  private func read(_ name: Substring) -> Bucket {
    var bucket = Bucket()
    let path = place(name)
    guard FileStatus(path: path)?.kind == .regular,
      let bytes = try? WholeFile.read(path, limit: Self.mostBytes)
    else { return bucket }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let heading = lines.first, heading.elementsEqual(Self.heading.utf8) else { return bucket }
    for line in lines.dropFirst() {
      let key = String(decoding: line.prefix(32), as: UTF8.self)
      bucket.order.append(key)
      bucket.lines[key] = line.dropFirst(33)
      bucket.room -= line.count + 1
    }
    return bucket
  }

  /// Writes the files to which this run has added reports.
  ///
  /// - Throws: `FileError` if the folder cannot be written.
  package func write() throws(FileError) {
    let changed = buckets.withLock { $0.filter { !$0.value.added.isEmpty } }
    if !changed.isEmpty { try Folders.create(folder) }
    for (name, bucket) in changed { try write(bucket, to: place(name)) }
  }

  private func write(_ bucket: Bucket, to path: String) throws(FileError) {
    var bytes = Array("\(Self.heading)\n".utf8)
    for key in bucket.added + bucket.order {
      guard let line = bucket.lines[key] else { continue }
      bytes += "\(key) ".utf8
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    let file = try AtomicFile(path: path, overwrite: true)
    try SystemCall.write(bytes, to: file.descriptor, path: path)
    try file.commit()
  }
}

extension CheckCache {
  /// The user's cache folder; nil if no environment variable names one.
  package static var userFolder: String? {
    func folder(_ variable: String, _ below: String) -> String? {
      SystemCall.environment(variable).flatMap { FilePath.isAbsolute($0) ? FilePath.join($0, below) : nil }
    }
    #if canImport(Darwin)
      let caches = "Library/Caches"
    #else
      let caches = ".cache"
    #endif
    return folder("XDG_CACHE_HOME", "p3tool") ?? folder("HOME", "\(caches)/p3tool")
  }

  /// Distinguishes this build from others of the same version; nil if the program's file is unknown.
  package static var program: String? {
    FileStatus(path: "/proc/self/exe").map { "\($0.size) \($0.modified)" }
  }
}
