import Foundation

/// The folders of one module in layers: what a file names may be declared in its own room or in an earlier one.
///
/// The compiler sees a module as one; this reads the declarations and the names, as text.
struct SourceRooms {
  /// The folders, the lowest layer first.
  let order: [String]

  /// Text of each file by its path within the module, such as `Gamut/GamutScan.swift`.
  let files: [String: String]

  /// A name that a file takes from a room after its own.
  struct UpwardReference: CustomStringConvertible {
    let path: String
    let line: Int
    let type: String
    /// Where the type is declared.
    let home: String

    var description: String {
      let (room, later) = (SourceRooms.room(of: path), SourceRooms.room(of: home))
      return "\(path):\(line) uses \(type), declared in \(home): \(room) may not need \(later), a room after "
        + "it. Move the use to \(later) or a later room, or \(type) to \(room) or an earlier one."
    }
  }

  /// The room of a file: the first part of its path.
  static func room(of path: String) -> String { String(path.prefix { $0 != "/" }) }

  /// The file of each type that is declared at the left margin of a file.
  var homes: [String: String] {
    var homes: [String: String] = [:]
    for (path, text) in files {
      for line in Self.codeLines(text) {
        if let type = Self.declaredType(line) { homes[type] = path }
      }
    }
    return homes
  }

  /// All references that go up, by file and line. Files outside of all rooms may use everything.
  var upwardReferences: [UpwardReference] {
    let rank = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    let homes = homes
    var found: [UpwardReference] = []
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      guard let own = rank[Self.room(of: path)] else { continue }
      for (index, line) in Self.codeLines(text).enumerated() {
        for name in Self.typeNames(line) {
          guard let home = homes[name], let other = rank[Self.room(of: home)], other > own else { continue }
          found.append(UpwardReference(path: path, line: index + 1, type: name, home: home))
        }
      }
    }
    return found
  }

  // MARK: Reading Swift as text

  /// The lines without comments and the contents of string literals; interpolations go with them.
  static func codeLines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
      guard code.contains("\"") else { return code }
      let outside = code.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      return Substring(
        outside.filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: "\"\""))
    }
  }

  /// The name that a declaration at the left margin introduces.
  private static func declaredType(_ line: Substring) -> String? {
    guard let first = line.first, first.isLetter || first == "@" else { return nil }
    let modifiers: Set = ["public", "package", "internal", "private", "fileprivate", "final", "indirect"]
    let words = line.split(separator: " ").drop { modifiers.contains(String($0)) || $0.hasPrefix("@") }
    guard let keyword = words.first,
      ["struct", "enum", "class", "actor", "protocol", "typealias"].contains(keyword)
    else { return nil }
    return words.dropFirst().first.map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
  }

  /// The capitalised words of a line, nested names among them.
  private static func typeNames(_ line: Substring) -> Set<String> {
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return Set(words.filter { $0.first?.isUppercase == true }.map(String.init))
  }
}

extension SourceRooms {
  /// The Swift files below `folder`.
  init(order: [String], folder: URL) throws {
    self.order = order
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    files = try Dictionary(
      uniqueKeysWithValues: names.filter { $0.hasSuffix(".swift") }.map {
        ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
      })
  }
}
