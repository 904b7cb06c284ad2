import Foundation
import Testing

/// The codec's files are in layers: no file includes itself by way of others, and none includes libpng.
@Suite struct IncludeTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/CDeflateCodec")

  /// By file, without its extension (a header and its source are one): what it includes.
  private static func includes() throws -> [String: Set<String>] {
    var includes: [String: Set<String>] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(".c") || path.hasSuffix(".h") {
      let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("#include") }
      let names = lines.compactMap { $0.split(whereSeparator: { "\"<>".contains($0) }).last }
      includes[stem(path), default: []].formUnion(names.map { stem(String($0)) })
    }
    for stem in includes.keys { includes[stem]?.remove(stem) }
    return includes
  }

  private static func stem(_ path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  @Test func includesHaveNoCycle() throws {
    var left = try Self.includes()
    #expect(left.count > 15)
    // Again and again, what includes nothing that is left goes.
    while let next = left.first(where: { $0.value.isDisjoint(with: left.keys) }) { left[next.key] = nil }
    #expect(left.isEmpty, "\(left.keys.sorted())")
  }

  @Test func libpngIsUnknown() throws {
    for (file, names) in try Self.includes() { #expect(!names.contains("png"), "\(file)") }
  }

  /// What a header declares can be seen by the programs that the library is linked into.
  @Test func headersDeclareOnlyPrefixedNames() throws {
    let declaration = #/^(?:[a-z0-9_ ]+[ *])?([A-Za-z0-9_]+)(?:\(|\[[^\]]*\];)/#
    for path in try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
    where path.hasSuffix(".h") {
      let text = try String(contentsOf: Self.folder.appendingPathComponent(path), encoding: .utf8)
      for line in text.split(separator: "\n") where line.first?.isLetter == true {
        guard let name = line.prefixMatch(of: declaration)?.1, !name.hasPrefix("_") else { continue }
        #expect(name.hasPrefix("p3z_") || name.hasPrefix("P3Z_"), "\(path): \(line)")
      }
    }
  }
}
