/// A step's options by name, with their places: what an operation is made from.
struct BatchOptions: Sendable {
  /// The mapping that they come from, for options that are missing.
  let place: ConfigurationPlace
  private var values: [String: ConfigurationNode]

  init(_ node: ConfigurationNode) {
    place = node.place
    values = Dictionary(node.entries.map { ($0.key, $0.value) }) { _, last in last }
  }

  /// The value of `name`.
  subscript(name: String) -> ConfigurationNode? { values[name] }

  /// Takes over what `other` says otherwise.
  mutating func override(with other: BatchOptions) { values.merge(other.values) { _, new in new } }
}
