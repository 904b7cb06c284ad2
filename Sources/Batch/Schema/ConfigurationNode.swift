import ImageFiles

/// A YAML value with its place in the file, independent of the YAML library.
struct ConfigurationNode: Sendable {
  enum Value: Sendable {
    case scalar(Scalar)
    case list([ConfigurationNode])
    case mapping([Entry])
  }

  /// A scalar as written, with its value in YAML.
  struct Scalar: Sendable, Hashable {
    enum Meaning: Sendable, Hashable {
      case text
      case integer(Int)
      case number(Double)
      case boolean(Bool)
      case null
    }

    let text: String
    let meaning: Meaning
  }

  struct Entry: Sendable {
    let key: String
    let place: ConfigurationPlace
    let value: ConfigurationNode
  }

  let value: Value
  let place: ConfigurationPlace

  /// The value for `key`; nil if this is no mapping or has no such key.
  subscript(key: String) -> ConfigurationNode? { entries.first { $0.key == key }?.value }

  /// The entries of a mapping; empty for other kinds.
  var entries: [Entry] {
    if case .mapping(let entries) = value { entries } else { [] }
  }

  /// The elements of a list; for other kinds, a list with this node alone.
  var elements: [ConfigurationNode] {
    if case .list(let elements) = value { elements } else { [self] }
  }

  /// The text of a scalar; empty for other kinds.
  var text: String {
    if case .scalar(let scalar) = value { scalar.text } else { "" }
  }

  /// The value of a boolean scalar; nil for other kinds.
  var boolean: Bool? {
    if case .scalar(let scalar) = value, case .boolean(let flag) = scalar.meaning { flag } else { nil }
  }

  /// The value of an integer scalar; nil for other kinds.
  var integer: Int? {
    if case .scalar(let scalar) = value, case .integer(let number) = scalar.meaning { number } else { nil }
  }

  /// The kind of this value, without its text, for messages about a file that is a single value: it may be a secret.
  var plainKindName: String {
    guard case .scalar(let scalar) = value else { return kindName }
    return switch scalar.meaning {
    case .text: "a text"
    case .integer, .number: "a number"
    case .boolean: "a truth value"
    case .null: "nothing"
    }
  }

  /// The kind of this value with its text, for messages.
  var kindName: String {
    switch value {
    case .list(let elements): elements.isEmpty ? "an empty list" : "a list"
    case .mapping: "a mapping"
    case .scalar(let scalar):
      switch scalar.meaning {
      case .text: "the text '\(scalar.text.firstWord)'"
      case .integer, .number: "the number \(scalar.text)"
      case .boolean: "the truth value \(scalar.text)"
      case .null: "nothing"
      }
    }
  }
}

/// A place in a text file.
package struct ConfigurationPlace: Sendable, Hashable {
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int
}

/// A mistake in a pipeline file, with its place.
package struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file's path as the user typed it.
  package let path: String
  /// The place in the file; nil if the error concerns the whole file.
  package let place: ConfigurationPlace?
  /// The fact and the remedy.
  package let message: String

  /// `p3tool.yml:7:3: fact (remedy)`, as in messages of compilers.
  package var description: String {
    let place = place.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path.printableName)\(place): \(message.printable.shortened)"
  }
}

extension String {
  /// The text up to the first blank, for quotations in messages.
  var firstWord: String {
    let word = prefix { !$0.isWhitespace }
    return word.count == count ? self : word + "…"
  }

  /// The message, with its middle left out if it is too long to read.
  fileprivate var shortened: String {
    let limit = 1000
    return count <= limit ? self : "\(prefix(limit / 2))…\(suffix(limit / 2))"
  }
}
