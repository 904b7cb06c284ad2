// Text in and out.

extension JSONValue {
  /// The value that UTF-8 `bytes` hold.
  ///
  /// - Throws: `JSONError` with the place.
  public init(parsing bytes: [UInt8]) throws(JSONError) { self = try JSONParser.parse(bytes) }

  /// The form that Xcode gives asset catalogs and Foundation's encoder pretty-printed reports: two-space
  /// indents, `"name" : value`, names sorted, slashes as they are. Without a newline at the end.
  public var prettyText: String {
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
