/// The options of one kind of step: the one table behind the schema, the decoder, the starter file and the cache key.
struct StepTable<Settings: Sendable>: Sendable {
  /// The kind of step.
  let kind: StepKind
  /// What a step does that says nothing.
  let standard: Settings
  /// In the order of the starter file.
  let options: [StepOption<Settings>]

  init(
    _ kind: StepKind, _ standard: Settings, @StepOptions<Settings> options: () -> [StepOption<Settings>]
  ) {
    self.kind = kind
    self.standard = standard
    self.options = options()
  }

  /// The settings that `values`, which have passed the schema, ask for.
  ///
  /// - Throws: `ConfigurationError` for a required option that is missing, for options that cannot be given together
  ///   or only together, and for values that mean nothing, such as the name of no colour space.
  func settings(
    _ values: StepValues, in configuration: BatchConfiguration
  ) throws(ConfigurationError) -> Settings {
    var settings = standard
    for option in options {
      guard let node = values[option.name] else {
        guard !option.isRequired else {
          throw configuration.error(at: values.place, "the step \(kind.rawValue) lacks '\(option.name)'")
        }
        continue
      }
      for companion in option.companions where values[companion] == nil {
        throw configuration.error(at: node.place, "'\(option.name)' and '\(companion)' go together")
      }
      for rival in option.rivals where values[rival] != nil {
        throw configuration.error(at: node.place, "'\(option.name)' excludes '\(rival)'")
      }
      try option.read(OptionText(name: option.name, node: node, configuration: configuration), &settings)
    }
    return settings
  }

  /// Everything in `settings` that a result depends on, an option to a line: equal text, equal result.
  func key(_ settings: Settings) -> String {
    options.map { "\($0.name) \($0.key(settings))" }.joined(separator: "\n")
  }

  /// What a pipeline file may say of such a step. Required options may come from an override: the schema asks for none.
  var schema: SchemaObject {
    SchemaObject("\(kind.rawValue) step", options.map { .init($0.name, $0.type, summary($0)) })
  }

  /// One sentence with the default.
  private func summary(_ option: StepOption<Settings>) -> String {
    let standard = option.absence ?? defaults[option.name].map { "default \($0)" }
    return option.summary + (standard.map { " (\($0))." } ?? ".")
  }

  /// The defaults of the options that have one, as a file spells them.
  var defaults: [String: String] {
    var defaults: [String: String] = [:]
    for option in options where !option.isRequired { defaults[option.name] = option.spelling(standard) }
    return defaults
  }

  /// The options as the lines of a starter file, without indentation: each with its default, or with an example where
  /// it has none. Those that are not `required` are comments.
  func starterLines(setting required: Set<String>) -> [String] {
    options.map { option in
      let value = option.spelling(standard) ?? option.example ?? option.type.samples.first ?? ""
      let line = "\(required.contains(option.name) ? "" : "# ")\(option.name): \(value)"
      let gap = String(repeating: " ", count: max(2, 32 - line.count))
      return "\(line)\(gap)# \(option.summary)\(option.wordsText)"
    }
  }
}

/// Collects the options of a table; each is type-checked for itself, which an array literal of them is not.
@resultBuilder
enum StepOptions<Settings: Sendable> {
  static func buildExpression(_ option: StepOption<Settings>) -> [StepOption<Settings>] { [option] }
  static func buildExpression(_ options: [StepOption<Settings>]) -> [StepOption<Settings>] { options }
  static func buildBlock(_ parts: [StepOption<Settings>]...) -> [StepOption<Settings>] {
    parts.flatMap { $0 }
  }
}

/// One option of a kind of step: its name, how its value is read, where that goes, and how it tells results apart.
///
/// An option cannot be declared without its part of the cache key: it is read from where the value went.
struct StepOption<Settings: Sendable>: Sendable {
  /// As pipeline files and the command line spell it.
  let name: String
  /// What a file may say.
  let type: SchemaType
  /// A sentence for editors and for the starter's comments, without full stop and default.
  let summary: String
  /// Whether a step cannot do without it.
  let isRequired: Bool
  /// What holds without it, where that is no value of the option itself.
  let absence: String?
  /// What the starter file shows where there is no default, as YAML.
  let example: String?
  /// Options that have to be given with this one.
  let companions: [String]
  /// Options that must not be given with this one.
  let rivals: [String]

  /// Reads a value that has passed the schema into the settings.
  let read: @Sendable (OptionText, inout Settings) throws(ConfigurationError) -> Void
  /// The value in the settings on one line: another text for every value that may give another result.
  let key: @Sendable (Settings) -> String
  /// The value in the settings as a file spells it; nil where a file has no word for it.
  let spelling: @Sendable (Settings) -> String?

  /// An option whose value stands at `place` in the settings.
  init<Value>(
    _ name: String, _ place: any WritableKeyPath<Settings, Value> & Sendable, _ value: OptionValue<Value>,
    _ summary: String, isRequired: Bool = false, absence: String? = nil, example: String? = nil,
    with companions: [String] = [], without rivals: [String] = []
  ) {
    self.name = name
    type = value.type
    self.summary = summary
    self.isRequired = isRequired
    self.absence = absence
    self.example = example
    self.companions = companions
    self.rivals = rivals
    read = { (text, settings) throws(ConfigurationError) in
      settings[keyPath: place] = try value.read(text)
    }
    key = { value.key($0[keyPath: place]) }
    spelling = { value.spelling($0[keyPath: place]) }
  }

  /// `: 16, 8, keep` for an option with a few words, behind its summary.
  fileprivate var wordsText: String {
    guard case .choice(let words) = type, words.count <= 6 else { return "" }
    return ": \(words.joined(separator: ", "))"
  }
}

/// The options that a step or an override gives, by name: what a table decodes.
struct StepValues: Sendable {
  /// The mapping that they come from, for options that are missing.
  let place: ConfigurationPlace
  private var values: [String: ConfigurationNode]

  /// The entries of the mapping `node`.
  init(_ node: ConfigurationNode) {
    place = node.place
    values = Dictionary(node.entries.map { ($0.key, $0.value) }) { _, last in last }
  }

  /// The value of `name`.
  subscript(name: String) -> ConfigurationNode? { values[name] }

  /// Takes over every option that `other` gives.
  mutating func override(with other: StepValues) { values.merge(other.values) { _, new in new } }

  /// Puts the entries of the mapping `node` under those of the option `name`, which win.
  mutating func addDefaults(_ node: ConfigurationNode, for name: String) {
    let own = values[name]?.entries ?? []
    let others = node.entries.filter { entry in !own.contains { $0.key == entry.key } }
    values[name] = ConfigurationNode(value: .mapping(own + others), place: values[name]?.place ?? node.place)
  }
}
