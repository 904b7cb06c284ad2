/// A JSON value that loses nothing on the way from text to text: numbers stay as they were written, members
/// stay in order and unknown ones are kept.
public enum JSONValue: Sendable, Hashable {
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
  public struct Member: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// A member.
    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// An object with these members.
  public static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { Member(name: $0.0, value: $0.1) })
  }

  /// The member called `name` of an object; nil for anything else. Setting nil removes it.
  public subscript(name: String) -> JSONValue? {
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
  public var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The elements of an array; none of anything else.
  public var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The text of a string.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
}
