import Colors
import ImageFiles

/// The line of each colour in a palette's file.
package struct PaletteLines {
  private var lines: [String: Int] = [:]

  /// The lines of the file at `path`; empty if it is no file.
  package init(path: String) {
    guard path != "-", FileStatus(path: path)?.kind == .regular,
      let bytes = try? WholeFile.read(path, limit: Palette.largestFile)
    else { return }
    if path.lowercased().hasSuffix(".css") { addProperties(bytes) } else { addMembers(bytes) }
  }

  /// The line, from 1, of the colour called `name`; nil if unknown.
  package subscript(name: String) -> Int? {
    // A scope follows the name of a property.
    lines[name] ?? lines[String(name.prefix { $0 != " " })]
  }

  private mutating func add(_ name: String, _ line: Int) { if lines[name] == nil { lines[name] = line } }

  private mutating func addProperties(_ bytes: [UInt8]) {
    for (index, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      for part in text.split(separator: "--").dropFirst(text.hasPrefix("--") ? 0 : 1) {
        let name = part.prefix { !$0.isWhitespace && $0 != ":" }
        if part.dropFirst(name.count).first(where: { !$0.isWhitespace }) == ":" {
          add(String(name), index + 1)
        }
      }
    }
  }

  /// Adds each member of JSON by its path with dots, also without the first name, which may be that of a set; and each
  /// value of a member `name`.
  private mutating func addMembers(_ bytes: [UInt8]) {
    var (path, depth, line): ([String], Int, Int) = ([], 0, 1)
    var text: String?
    var key: String?
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if path.count > depth { path.removeLast(path.count - max(depth, 0)) }
      case UInt8(ascii: ":"):
        key = text
        path.removeLast(max(path.count - max(depth - 1, 0), 0))
        while path.count < depth - 1 { path.append("") }
        path.append(text ?? "")
        let names = path.filter { !$0.isEmpty }
        add(names.joined(separator: "."), line)
        if names.count > 1 { add(names.dropFirst().joined(separator: "."), line) }
      case UInt8(ascii: "\""):
        let start = place + 1
        place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
          place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        text = String(decoding: bytes[start..<min(place, bytes.count)], as: UTF8.self)
        if key == "name", let text { add(text, line) }
        key = nil
      default: break
      }
      place += 1
    }
  }
}
