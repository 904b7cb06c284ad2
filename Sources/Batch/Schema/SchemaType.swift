import ImageFiles

/// The type of a value in a pipeline file. The parser checks files against these types, and the published JSON Schema
/// is made from them, so the two always agree.
indirect enum SchemaType: Sendable {
  /// Any text. The examples are valid, and are suggested by editors.
  case text(examples: [String] = [])
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// A text or a number, as written. The examples are valid.
  case scalar(examples: [String])
  /// `true` or `false`.
  case boolean
  /// One of these texts, even if YAML reads it as a number or boolean (`16`, `off`).
  case choice([String])
  /// A list; a single value counts as a list of one.
  case oneOrMore(SchemaType)
  /// A list with at least one element.
  case list(SchemaType)
  /// A mapping with names chosen by the user and values of this type.
  case named(SchemaType)
  /// A mapping with some of these names as keys and values of this type.
  case keyed([String], SchemaType)
  /// A mapping with known keys.
  case object(SchemaObject)

  /// The description of the type in messages.
  var expectation: String {
    switch self {
    case .text: "a text"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .scalar: "a text or a number"
    case .boolean: "true or false"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .oneOrMore(let type): "\(type.expectation), or a list of such"
    case .list: "a list"
    case .named, .keyed, .object: "a mapping"
    }
  }
}

/// A mapping with known keys.
struct SchemaObject: Sendable {
  /// One key.
  struct Field: Sendable {
    let name: String
    let type: SchemaType
    /// One sentence, shown by editors and in the starter's comments.
    let summary: String
    let isRequired: Bool

    init(_ name: String, _ type: SchemaType, _ summary: String, isRequired: Bool = false) {
      self.name = name
      self.type = type
      self.summary = summary
      self.isRequired = isRequired
    }
  }

  /// The described thing, in the singular: `step`.
  let name: String
  let fields: [Field]
  /// Keys of which exactly one must be present; empty if there is no such rule.
  let exactlyOneOf: [String]
  /// The remedy for each key that is often misplaced here.
  var remedies: [String: String] = [:]

  init(_ name: String, exactlyOneOf: [String] = [], _ fields: [Field]) {
    self.name = name
    self.fields = fields
    self.exactlyOneOf = exactlyOneOf
  }

  /// The field called `name`.
  subscript(name: String) -> Field? { fields.first { $0.name == name } }
}

// The JSON Schema, draft 2020-12.

extension SchemaType {
  /// This type as a JSON Schema.
  var jsonSchema: JSONValue {
    switch self {
    case .text(let examples): Self.jsonSchema("string", examples)
    case .scalar(let examples): Self.jsonSchema(["string", "number"], examples)
    case .integer(let range):
      [
        "type": "integer", "minimum": .number("\(range.lowerBound)"),
        "maximum": .number("\(range.upperBound)"),
      ]
    case .boolean: ["type": "boolean"]
    case .choice(let words): ["enum": .array(words.flatMap(Self.spellings))]
    case .list(let type): ["type": "array", "items": type.jsonSchema, "minItems": .number("1")]
    case .oneOrMore(let type): ["anyOf": [type.jsonSchema, SchemaType.list(type).jsonSchema]]
    case .named(let type): ["type": "object", "additionalProperties": type.jsonSchema]
    case .keyed(let names, let type):
      [
        "type": "object", "additionalProperties": .boolean(false),
        "properties": .object(names.map { ($0, type.jsonSchema) }),
      ]
    case .object(let object): object.jsonSchema
    }
  }

  private static func jsonSchema(_ type: JSONValue, _ examples: [String]) -> JSONValue {
    .object(
      [.init(name: "type", value: type), .init(name: "minLength", value: .number("1"))]
        + (examples.isEmpty ? [] : [.init(name: "examples", value: .array(examples.map { .string($0) }))]))
  }

  /// The values that YAML readers may make of a text: a number of `16`, a boolean of `off`.
  private static func spellings(_ word: String) -> [JSONValue] {
    if Int(word) != nil { return [.string(word), .number(word)] }
    return word == "off" ? [.string(word), .boolean(false)] : [.string(word)]
  }
}

extension SchemaObject {
  /// This object as a JSON Schema.
  var jsonSchema: JSONValue {
    let properties = fields.map { field -> JSONValue.Member in
      var schema = field.type.jsonSchema
      schema["description"] = .string(field.summary)
      return JSONValue.Member(name: field.name, value: schema)
    }
    var members: [JSONValue.Member] = [
      .init(name: "type", value: "object"), .init(name: "additionalProperties", value: .boolean(false)),
      .init(name: "properties", value: .object(properties)),
    ]
    let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { members.append(.init(name: "required", value: .array(required))) }
    if !exactlyOneOf.isEmpty {
      let choices = exactlyOneOf.map { JSONValue.object([("required", [.string($0)])]) }
      members.append(.init(name: "oneOf", value: .array(choices)))
    }
    return .object(members)
  }
}

/// Texts as scalars of YAML.
enum YAMLText {
  /// Texts that YAML 1.1 readers turn into other types.
  private static let reserved: Set<String> = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null",
  ]

  /// `text` without quotes if YAML then reads it as the same text, otherwise in double quotes. Digits stay without
  /// quotes, because choices take numbers by their text.
  static func scalar(_ text: String) -> String {
    let isPlain =
      text.first.map { $0.isASCII && ($0.isLetter || $0.isNumber) } == true
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=".contains($0)) }
      && !reserved.contains(text.lowercased())
    return isPlain ? text : JSONValue.string(text).prettyText
  }
}
