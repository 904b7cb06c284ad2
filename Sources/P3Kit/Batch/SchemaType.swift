/// What a value of a pipeline file may be. The parser checks files against these, and the published JSON Schema
/// is written from them: they cannot disagree.
indirect enum SchemaType: Sendable {
  /// Any text.
  case text
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// A number, whole or not.
  case number(ClosedRange<Double>)
  /// `true` or `false`.
  case boolean
  /// One of these words, also when YAML takes the word for a number or truth value (`16`, `off`).
  case choice([String])
  /// A list; one value alone stands for a list of one.
  case oneOrMore(SchemaType)
  /// A list of at least one.
  case list(SchemaType)
  /// Names of the user's own, each with such a value.
  case named(SchemaType)
  /// Any of these names, each with such a value.
  case keyed([String], SchemaType)
  /// A mapping with known keys.
  case object(SchemaObject)

  /// What a message calls a value of this type.
  var expectation: String {
    switch self {
    case .text: "a text"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .boolean: "true or false"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .oneOrMore(let type): "\(type.expectation), or a list of such"
    case .list: "a list"
    case .named, .keyed, .object: "a mapping"
    }
  }
}
