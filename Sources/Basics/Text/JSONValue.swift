/// A JSON value that loses nothing on the way from text to text: numbers stay as they were written, members
/// stay in order and unknown ones are kept.
package enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number in its own spelling, which must be JSON's.
  case number(String)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members in order; a name occurs once.
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

  /// The member called `name` of an object; nil for anything else. Setting nil removes it.
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

  /// The members of an object; none of anything else.
  package var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The elements of an array; none of anything else.
  package var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The text of a string.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// A text.
  package init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object.
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
}

// Text in and out.

extension JSONValue {
  /// The value that UTF-8 `bytes` hold.
  ///
  /// - Throws: `JSONError` with the place.
  package init(parsing bytes: [UInt8]) throws(JSONError) { self = try JSONParser.parse(bytes) }

  /// The form that Xcode gives asset catalogs and Foundation's encoder pretty-printed reports: two-space
  /// indents, `"name" : value`, names sorted, slashes as they are. Without a newline at the end.
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
    // An empty one is written with an empty line, as Foundation does.
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

/// Why a text is no JSON, and where.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// From 1.
  public let line: Int
  /// From 1, in bytes.
  public let column: Int
  /// What is wrong there.
  public let fact: String

  /// `line 3, column 7: fact`.
  public var description: String { "line \(line), column \(column): \(fact)" }
}
