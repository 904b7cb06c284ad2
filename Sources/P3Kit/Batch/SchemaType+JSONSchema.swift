// The published form: JSON Schema, draft 2020-12.

extension SchemaType {
  /// This type as a JSON Schema.
  var jsonSchema: JSONValue {
    switch self {
    case .text: ["type": "string", "minLength": .number("1")]
    case .integer(let range):
      [
        "type": "integer", "minimum": .number("\(range.lowerBound)"),
        "maximum": .number("\(range.upperBound)"),
      ]
    case .number(let range):
      [
        "type": "number", "minimum": .number("\(range.lowerBound)"),
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

  /// What a YAML reader may hand over for a word: `16` is a number to it, and `off` a truth value.
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
