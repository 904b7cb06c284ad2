/// A mapping with known keys.
struct SchemaObject: Sendable {
  /// One key.
  struct Field: Sendable {
    let name: String
    let type: SchemaType
    /// One sentence for editors and for the starter's comments.
    let summary: String
    let isRequired: Bool

    init(_ name: String, _ type: SchemaType, _ summary: String, isRequired: Bool = false) {
      self.name = name
      self.type = type
      self.summary = summary
      self.isRequired = isRequired
    }
  }

  /// What it describes, in the singular: `step`.
  let name: String
  let fields: [Field]
  /// Keys of which exactly one must be there; empty where there is no such rule.
  let exactlyOneOf: [String]

  init(_ name: String, exactlyOneOf: [String] = [], _ fields: [Field]) {
    self.name = name
    self.fields = fields
    self.exactlyOneOf = exactlyOneOf
  }

  /// The field called `name`.
  subscript(name: String) -> Field? { fields.first { $0.name == name } }
}
