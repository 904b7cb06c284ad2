import ImageFiles

// Checks values against their types. The first mistake is thrown with its place.

extension SchemaType {
  /// - Throws: `ConfigurationError` for the first value of a wrong type, unknown key or missing key.
  func validate(_ node: ConfigurationNode, at name: String, path: String) throws(ConfigurationError) {
    func mismatch() -> ConfigurationError {
      let hint = hint(for: node)
      return ConfigurationError(
        path: path, place: node.place,
        message:
          "'\(name)' takes \(expectation), not \(takesScalar ? node.kindName : node.plainKindName)\(hint.map { " (\($0))" } ?? "")"
      )
    }
    switch (self, node.value) {
    case (.text, .scalar(let scalar)):
      guard scalar.meaning == .text, !scalar.text.isEmpty else { throw mismatch() }
    case (.integer(let range), _):
      guard let number = node.integer, range.contains(number) else { throw mismatch() }
    case (.scalar, .scalar(let scalar)):
      guard !scalar.text.isEmpty, scalar.meaning != .null, node.boolean == nil else { throw mismatch() }
    case (.boolean, _):
      guard node.boolean != nil else { throw mismatch() }
    case (.choice(let words), .scalar(let scalar)):
      guard words.contains(scalar.text) || (node.boolean == false && words.contains("off")) else {
        throw mismatch()
      }
    case (.list(let type), .list(let elements)):
      guard !elements.isEmpty else { throw mismatch() }
      for element in elements { try type.validate(element, at: name, path: path) }
    case (.oneOrMore(let type), _):
      guard !node.elements.isEmpty else { throw mismatch() }
      for element in node.elements { try type.validate(element, at: name, path: path) }
    case (.named(let type), .mapping(let entries)):
      for entry in entries { try type.validate(entry.value, at: entry.key, path: path) }
    case (.keyed(let names, let type), .mapping(let entries)):
      for entry in entries {
        guard names.contains(entry.key) else { throw Self.unknown(entry, among: names, in: name, path: path) }
        try type.validate(entry.value, at: entry.key, path: path)
      }
    case (.object(let object), .mapping(let entries)):
      try object.validate(entries, place: node.place, path: path)
    default:
      throw mismatch()
    }
  }

  /// Whether a single scalar can be a value of this type.
  private var takesScalar: Bool {
    switch self {
    case .list, .named, .keyed, .object: false
    default: true
    }
  }

  private func hint(for node: ConfigurationNode) -> String? {
    guard case .scalar(let scalar) = node.value else { return nil }
    switch self {
    case .text where scalar.meaning != .null && scalar.meaning != .text,
      .scalar where node.boolean != nil:
      return "put it in quotes"
    case .choice(let words):
      return NearestName.to(scalar.text, among: words).map { "did you mean '\($0)'?" }
    default: return nil
    }
  }

  /// The error for an unknown key.
  static func unknown(
    _ entry: ConfigurationNode.Entry, among names: [String], in owner: String, path: String
  ) -> ConfigurationError {
    let hint =
      NearestName.to(entry.key, among: names).map { "did you mean '\($0)'?" }
      ?? "known: \(names.joined(separator: ", "))"
    return ConfigurationError(
      path: path, place: entry.place, message: "unknown key '\(entry.key)' in \(owner) (\(hint))")
  }
}

extension SchemaObject {
  func validate(
    _ entries: [ConfigurationNode.Entry], place: ConfigurationPlace, path: String
  ) throws(ConfigurationError) {
    for entry in entries {
      if let remedy = remedies[entry.key] {
        throw ConfigurationError(
          path: path, place: entry.place, message: "'\(entry.key)' is no option of a \(name) (\(remedy))")
      }
      guard let field = self[entry.key] else {
        throw SchemaType.unknown(entry, among: fields.map(\.name), in: name, path: path)
      }
      try field.type.validate(entry.value, at: entry.key, path: path)
    }
    for field in fields where field.isRequired && !entries.contains(where: { $0.key == field.name }) {
      throw ConfigurationError(path: path, place: place, message: "the \(name) lacks '\(field.name)'")
    }
    guard !exactlyOneOf.isEmpty else { return }
    let present = entries.filter { exactlyOneOf.contains($0.key) }
    if present.count != 1 {
      throw ConfigurationError(
        path: path, place: present.count > 1 ? present[1].place : place,
        message: "a \(name) has exactly one of \(exactlyOneOf.joined(separator: ", "))")
    }
  }
}
