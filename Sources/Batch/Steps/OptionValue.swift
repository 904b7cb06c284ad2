/// One kind of option value: what a pipeline file may say, how that is read, and how values are told apart.
struct OptionValue<Value: Sendable>: Sendable {
  /// What a file may say.
  let type: SchemaType
  /// The value of a text that has passed the schema.
  let read: @Sendable (OptionText) throws(ConfigurationError) -> Value
  /// On one line: another text for every value that may give another result.
  let key: @Sendable (Value) -> String
  /// As a file spells it; nil where a file has no word for it.
  let spelling: @Sendable (Value) -> String?

  /// A kind of value; `spelling` is the key unless given.
  init(
    _ type: SchemaType, key: @escaping @Sendable (Value) -> String,
    spelling: (@Sendable (Value) -> String?)? = nil,
    read: @escaping @Sendable (OptionText) throws(ConfigurationError) -> Value
  ) {
    self.type = type
    self.read = read
    self.key = key
    self.spelling = spelling ?? { key($0) }
  }

  /// The same, for an option without which there is no value.
  var optional: OptionValue<Value?> {
    OptionValue<Value?>(
      // No word that a value may have as its own key.
      type, key: { $0.map(key) ?? "" }, spelling: { $0.flatMap(spelling) },
      read: { (text) throws(ConfigurationError) in try read(text) })
  }

  /// Any number of such values: a list in a file, or one alone; repeated or separated by commas on the command line.
  var list: OptionValue<[Value]> {
    OptionValue<[Value]>(
      .oneOrMore(type), key: { "[\($0.map(key).joined(separator: ", "))]" },
      spelling: { values in
        let words = values.compactMap(spelling)
        return words.isEmpty ? nil : words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]"
      },
      read: { (text) throws(ConfigurationError) in
        var values: [Value] = []
        for element in text.elements { values.append(try read(element)) }
        return values
      })
  }
}

/// An option's value in a pipeline file, with what its words may refer to.
struct OptionText {
  /// The option.
  let name: String
  /// The value.
  let node: ConfigurationNode
  /// The pipeline, for the names and the folder of files.
  let configuration: BatchConfiguration

  /// A scalar as written.
  var text: String { node.text }

  /// The elements of a list; anything else is a list of itself.
  var elements: [OptionText] {
    node.elements.map { OptionText(name: name, node: $0, configuration: configuration) }
  }

  /// An error at the value's place.
  func error(_ message: String) -> ConfigurationError { configuration.error(at: node.place, message) }
}

// Words, numbers and truth values.

extension OptionValue where Value: CaseIterable & RawRepresentable<String> {
  /// One of the words of an enumeration.
  static var choice: OptionValue {
    OptionValue(.choice(Value.self), key: { $0.rawValue }) { (text) throws(ConfigurationError) in
      guard let value = Value(rawValue: text.text) else {
        throw text.error("'\(text.name)' has no value '\(text.text)'")
      }
      return value
    }
  }
}

extension OptionValue<Bool> {
  /// `true` or `false`; `--name` and `--no-name` on the command line.
  static var flag: OptionValue {
    OptionValue(.boolean, key: { "\($0)" }) { (text) throws(ConfigurationError) in
      guard let value = text.node.boolean else { throw text.error("'\(text.name)' takes true or false") }
      return value
    }
  }
}

extension OptionValue<Int> {
  /// A whole number in `range`.
  static func integer(_ range: ClosedRange<Int>) -> OptionValue {
    OptionValue(.integer(range), key: { "\($0)" }) { (text) throws(ConfigurationError) in
      guard let value = text.node.integer else { throw text.error("'\(text.name)' takes a whole number") }
      return value
    }
  }
}

extension OptionValue<Double> {
  /// A number in `range`.
  static func number(_ range: NumberRange) -> OptionValue {
    OptionValue(.number(range), key: { "\($0)" }) { (text) throws(ConfigurationError) in
      guard let value = text.node.number else { throw text.error("'\(text.name)' takes a number") }
      return value
    }
  }
}

extension SchemaType {
  /// One of the words of an enumeration.
  static func choice<Choice: CaseIterable & RawRepresentable<String>>(_ type: Choice.Type) -> SchemaType {
    .choice(type.allCases.map(\.rawValue))
  }
}
