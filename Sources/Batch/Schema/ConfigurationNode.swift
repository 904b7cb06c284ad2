import ImageFiles

/// A YAML value with its place in the file, independent of the YAML library.
struct ConfigurationNode: Sendable {
  enum Value: Sendable {
    case scalar(Scalar)
    case list([ConfigurationNode])
    case mapping([Entry])
  }

  /// A scalar as written, and what YAML takes it for.
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

  /// The value under `key`, where this is a mapping that has it.
  subscript(key: String) -> ConfigurationNode? { entries.first { $0.key == key }?.value }

  /// The entries of a mapping; none of anything else.
  var entries: [Entry] {
    if case .mapping(let entries) = value { entries } else { [] }
  }

  /// The elements of a list; anything else is a list of itself.
  var elements: [ConfigurationNode] {
    if case .list(let elements) = value { elements } else { [self] }
  }

  /// The text of a scalar; empty for anything else.
  var text: String {
    if case .scalar(let scalar) = value { scalar.text } else { "" }
  }

  /// The truth of a boolean scalar.
  var boolean: Bool? {
    if case .scalar(let scalar) = value, case .boolean(let flag) = scalar.meaning { flag } else { nil }
  }

  /// The value of an integer scalar.
  var integer: Int? {
    if case .scalar(let scalar) = value, case .integer(let number) = scalar.meaning { number } else { nil }
  }

  /// The kind of this value, without its text. Messages use it where the whole file is one value: the file may hold a secret.
  var plainKindName: String {
    guard case .scalar(let scalar) = value else { return kindName }
    return switch scalar.meaning {
    case .text: "a text"
    case .integer, .number: "a number"
    case .boolean: "a truth value"
    case .null: "nothing"
    }
  }

  /// What a message calls this kind of value, with its word.
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

/// A place in a text file; both numbers count from 1, columns in Unicode scalars.
package struct ConfigurationPlace: Sendable, Hashable {
  /// From 1.
  package let line: Int
  /// From 1.
  package let column: Int
}

/// What is wrong with a pipeline file, and where.
package struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file as the user named it.
  package let path: String
  /// Place in the file; nil when the whole file is meant.
  package let place: ConfigurationPlace?
  /// The fact with its remedy.
  package let message: String

  /// `p3tool.yml:7:3: fact (remedy)`, as compilers write it.
  package var description: String {
    let place = place.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path.printableName)\(place): \(message.printable.shortened)"
  }
}

extension String {
  /// Up to the first blank: what a message quotes of a file.
  var firstWord: String {
    let word = prefix { !$0.isWhitespace }
    return word.count == count ? self : word + "…"
  }

  /// The message with its middle left out, where it quotes more than anybody reads.
  fileprivate var shortened: String {
    let limit = 1000
    return count <= limit ? self : "\(prefix(limit / 2))…\(suffix(limit / 2))"
  }
}
