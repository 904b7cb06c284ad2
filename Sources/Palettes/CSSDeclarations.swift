import Colors

/// Parses the custom properties of a style sheet, with the rules around them.
struct CSSDeclarations {
  struct Declaration {
    let name, value: String
    /// The selector without the part that names an appearance; empty for the whole page.
    let scope: String
    let condition: PaletteCondition
  }

  /// The scopes of a rule's selectors.
  private typealias Contexts = [CSSScope]

  /// The most selectors of one rule, multiplied by those of the rules around it.
  private static let mostContexts = 16

  private var declarations: [Declaration] = []
  private var blocks: [Contexts] = [[CSSScope()]]

  static func customProperties(of text: String) -> [Declaration] {
    var reader = CSSDeclarations()
    reader.read(Array(text.utf8))
    return reader.declarations
  }

  /// The text before a `{` is the head of its block. Marks in strings, comments and parentheses do not divide.
  private mutating func read(_ bytes: [UInt8]) {
    var statement: [UInt8] = []
    var depth = 0
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "/") where place < bytes.count && bytes[place] == UInt8(ascii: "*"):
        place = Self.endOfComment(bytes, from: place + 1)
        statement.append(UInt8(ascii: " "))
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let end = Self.endOfText(bytes, from: place)
        statement += bytes[(place - 1)..<end]
        place = end
      case UInt8(ascii: "{") where depth == 0:
        blocks.append(contexts(String(decoding: statement, as: UTF8.self)))
        statement.removeAll(keepingCapacity: true)
      case UInt8(ascii: "}") where depth == 0, UInt8(ascii: ";") where depth == 0:
        declare(statement)
        statement.removeAll(keepingCapacity: true)
        if byte == UInt8(ascii: "}"), blocks.count > 1 { blocks.removeLast() }
      default:
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth = max(depth - 1, 0) }
        statement.append(byte)
      }
    }
    declare(statement)
  }

  private static func endOfComment(_ bytes: [UInt8], from start: Int) -> Int {
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] == UInt8(ascii: "*"), bytes[place + 1] == UInt8(ascii: "/") { return place + 2 }
      place += 1
    }
    return bytes.count
  }

  /// The index behind the quote that ends a string, or at the end of its line.
  private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int {
    let quote = bytes[start - 1]
    var place = start
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") {
      if bytes[place] == quote { return place + 1 }
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place, bytes.count)
  }

  private mutating func declare(_ statement: [UInt8]) {
    guard let colon = statement.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = Self.trimmed(String(decoding: statement[..<colon], as: UTF8.self)[...])
    guard name.hasPrefix("--"), name.count > 2 else { return }
    var value = Self.trimmed(String(decoding: statement[(colon + 1)...], as: UTF8.self)[...])
    if value.lowercased().hasSuffix("important"), let mark = value.lastIndex(of: "!") {
      value = Self.trimmed(value[..<mark])
    }
    for context in blocks[blocks.count - 1] {
      declarations.append(
        Declaration(name: name, value: value, scope: context.scope, condition: context.condition))
    }
  }

  /// The scopes of a block with the head `head`.
  private func contexts(_ head: String) -> Contexts {
    let head = Self.trimmed(head[...])
    let outer = blocks[blocks.count - 1]
    if head.hasPrefix("@") { return outer.map { $0.inside(atRule: head.lowercased()) } }
    var contexts: Contexts = []
    for selector in CSSScope.list(head) {
      for context in outer where contexts.count < Self.mostContexts {
        let inner = context.inside(selector: selector)
        if !contexts.contains(inner) { contexts.append(inner) }
      }
    }
    return contexts
  }

  /// `text` without surrounding white space.
  static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
