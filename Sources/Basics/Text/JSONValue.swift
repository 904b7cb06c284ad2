/// A JSON value that keeps its text: numbers keep their spelling, members their order, and unknown members stay.
package enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number in its spelling, which must be valid JSON.
  case number(String)
  /// A text.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object: members in order, with unique names.
  indirect case object([Member])

  /// One member of an object.
  package struct Member: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The value.
    package var value: JSONValue

    /// A member.
    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// An object with these members.
  package static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { Member(name: $0.0, value: $0.1) })
  }

  /// The member called `name` of an object; nil if the value is no object. Setting nil removes it.
  package subscript(name: String) -> JSONValue? {
    get { members.first { $0.name == name }?.value }
    set {
      guard case .object(var members) = self else { preconditionFailure("only objects have members") }
      if let index = members.firstIndex(where: { $0.name == name }) {
        if let newValue { members[index].value = newValue } else { members.remove(at: index) }
      } else if let newValue {
        members.append(Member(name: name, value: newValue))
      }
      self = .object(members)
    }
  }

  /// The members of an object; empty for other values.
  package var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The elements of an array; empty for other values.
  package var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The text of a string; nil for other values.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a whole number; nil for other values.
  package var integer: Int? {
    if case .number(let text) = self { Int(text) } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object.
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
}

// Parsing and writing.

extension JSONValue {
  /// Parses UTF-8 `bytes`.
  ///
  /// - Throws: `JSONError` with the place.
  package init(parsing bytes: [UInt8]) throws(JSONError) { self = try JSONParser.parse(bytes) }

  /// The format of Xcode's asset catalogs and of Foundation's pretty-printed reports: indents of two spaces, `"name" :
  /// value`, sorted names, unescaped slashes. Without a newline at the end.
  package var prettyText: String {
    var text = ""
    write(to: &text, indent: "")
    return text
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .number(let spelling): text += spelling
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      Self.write(elements, brackets: ("[", "]"), to: &text, indent: indent) { element, text, inner in
        element.write(to: &text, indent: inner)
      }
    case .object(let members):
      let sorted = members.sorted { $0.name < $1.name }
      Self.write(sorted, brackets: ("{", "}"), to: &text, indent: indent) { member, text, inner in
        Self.write(member.name, to: &text)
        text += " : "
        member.value.write(to: &text, indent: inner)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], brackets: (String, String), to text: inout String, indent: String,
    each: (Item, inout String, String) -> Void
  ) {
    let inner = indent + "  "
    text += brackets.0 + "\n"
    for (index, item) in items.enumerated() {
      text += inner
      each(item, &text, inner)
      text += index == items.count - 1 ? "\n" : ",\n"
    }
    // Foundation writes an empty line inside an empty array or object.
    text += items.isEmpty ? "\n" + indent + brackets.1 : indent + brackets.1
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      case "\u{C}": text += "\\f"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

/// Why a text is not JSON, and where.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in bytes.
  public let column: Int
  /// What is wrong there.
  public let fact: String

  /// `line 3, column 7: fact`.
  public var description: String { "line \(line), column \(column): \(fact)" }
}
