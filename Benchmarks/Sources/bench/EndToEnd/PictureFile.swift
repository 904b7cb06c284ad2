import Foundation

/// A PNG on disk, as its first bytes describe it.
struct PictureFile {
  /// What a conversion must not change.
  struct Shape: Hashable, CustomStringConvertible {
    let width: Int, height: Int, bitDepth: Int
    var description: String { "\(width) × \(height) × \(bitDepth) bits" }
  }

  let path: String
  let shape: Shape
  let byteCount: Int

  /// The name up to its first dot: p3tool adds the space before the extension.
  var stem: String { String(URL(fileURLWithPath: path).lastPathComponent.prefix { $0 != "." }) }

  /// Reads IHDR (PNG 3rd edition, clause 11.2.1).
  init(path: String) throws {
    guard let handle = FileHandle(forReadingAtPath: path), let head = try handle.read(upToCount: 26),
      head.count == 26
    else { throw Options.Failure(description: "\(path) is no PNG") }
    func number(_ range: Range<Int>) -> Int { head[range].reduce(0) { $0 << 8 | Int($1) } }
    self.path = path
    shape = Shape(width: number(16..<20), height: number(20..<24), bitDepth: number(24..<25))
    byteCount = Int(try handle.seekToEnd())
  }
}
