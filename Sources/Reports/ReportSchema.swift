package import ImageFiles

/// The schema of the JSON reports, published by `--schema`: JSON Schema, draft 2020-12.
///
/// `definitions` has a line for each document and each part. Tests compare them with the program's output and with
/// stored copies. When a key changes, the number of the document must rise, both here and where the document is
/// written.
package struct ReportSchema {
  /// The shape of a value.
  indirect enum Shape: Sendable {
    case simple(String)
    case words([String])
    case list(Shape)
    /// An object with arbitrary names.
    case map(Shape)
    case either([Shape])
    case part(String)
  }

  /// One key of an object.
  struct Field: Sendable {
    let name: String
    let isRequired: Bool
    let shape: Shape
  }

  /// The schema of the report of `command`; nil if the command has no report. A report of `report merge` has the schema
  /// of the command whose reports were merged.
  package static func json(of command: String) -> JSONValue? {
    let dialect: JSONValue = "https://json-schema.org/draft/2020-12/schema"
    let title: JSONValue = .string("p3tool \(command), report")
    var schema: JSONValue
    var parts: [String]
    if command == "report merge" {
      parts = documents.filter { $0.value.contains { $0.name == "inputs" } }.map(\.key).sorted()
      schema = .object([("anyOf", .array(parts.map(reference)))])
    } else {
      let name = command == "profiles list" ? "profiles" : command
      guard let fields = documents[name] else { return nil }
      schema = document(name, fields)
      parts = names(in: fields)
    }
    schema["$schema"] = dialect
    schema["title"] = title
    schema["$defs"] = definitions(from: parts)
    return schema
  }

  // MARK: Published form

  private static func document(_ name: String, _ fields: [Field]) -> JSONValue {
    var schema = object(fields)
    var properties = schema["properties"] ?? [:]
    properties["command"] = ["const": .string(name)]
    properties["tool"] = ["const": "p3tool"]
    properties["version"] = ["type": "string"]
    properties["schema"] = ["const": .number("\(numbers[name] ?? 1)")]
    schema["properties"] = properties
    schema["required"] = .array(
      ["tool", "version", "schema", "command"] + (schema["required"]?.elements ?? []))
    return schema
  }

  /// The numbers of documents whose keys have changed since their first form.
  private static let numbers: [String: Int] = [:]

  private static func object(_ fields: [Field]) -> JSONValue {
    [
      "type": "object", "additionalProperties": .boolean(false),
      "properties": .object(fields.map { ($0.name, schema($0.shape)) }),
      "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
    ]
  }

  private static func schema(_ shape: Shape) -> JSONValue {
    switch shape {
    case .simple(let type): ["type": .string(type)]
    case .words(let words): ["enum": .array(words.map { .string($0) })]
    case .list(let element): ["type": "array", "items": schema(element)]
    case .map(let value): ["type": "object", "additionalProperties": schema(value)]
    case .either(let shapes): ["anyOf": .array(shapes.map(schema))]
    case .part(let name): reference(name)
    }
  }

  private static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/$defs/" + name.replacing(" ", with: "-"))]
  }

  /// The definitions of the parts `names`, and of all parts that these refer to.
  private static func definitions(from names: [String]) -> JSONValue {
    var schemas: [String: JSONValue] = [:]
    var open = names
    while let name = open.popLast() {
      guard schemas[name] == nil else { continue }
      if let fields = documents[name] {
        schemas[name] = document(name, fields)
        open += Self.names(in: fields)
      } else if let fields = parts[name] {
        schemas[name] = object(fields)
        open += Self.names(in: fields)
      }
    }
    return .object(
      schemas.sorted { $0.key < $1.key }.map { ($0.key.replacing(" ", with: "-"), $0.value) })
  }

  private static func names(in fields: [Field]) -> [String] {
    func names(_ shape: Shape) -> [String] {
      switch shape {
      case .simple, .words: []
      case .list(let inner), .map(let inner): names(inner)
      case .either(let shapes): shapes.flatMap(names)
      case .part(let name): [name]
      }
    }
    return fields.flatMap { names($0.shape) }
  }

  // MARK: Reading the definitions

  /// The fields of each command's document, except tool, version, schema and command.
  private static let documents = read { $0.first?.isLowercase == true }
  /// The fields of each part by its name.
  private static let parts = read { $0.first?.isUppercase == true }

  private static func read(_ isWanted: (Substring) -> Bool) -> [String: [Field]] {
    let lines = definitions.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1) }
    let texts = Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
    func fields(_ text: Substring) -> [Field] {
      text.split(separator: ", ").flatMap { field -> [Field] in
        if field.hasPrefix("+") { return texts[field.dropFirst()].map(fields) ?? [] }
        let words = field.split(separator: " ", maxSplits: 1)
        let isRequired = words[0].last != "?"
        return [
          Field(
            name: String(isRequired ? words[0] : words[0].dropLast()), isRequired: isRequired,
            shape: shape(words[1]))
        ]
      }
    }
    return Dictionary(
      uniqueKeysWithValues: lines.filter { isWanted($0[0]) }.map { (String($0[0]), fields($0[1])) })
  }

  private static func shape(_ text: Substring) -> Shape {
    switch text.first {
    case "[": return .list(shape(text.dropFirst().dropLast()))
    case "{": return .map(shape(text.dropFirst().dropLast()))
    case "'": return .words(text.split(separator: " ").map { String($0.dropFirst().dropLast()) })
    default: break
    }
    let shapes = text.split(separator: " or ")
    if shapes.count > 1 { return .either(shapes.map(shape)) }
    return text.first?.isUppercase == true ? .part(String(text)) : .simple(String(text))
  }
}
