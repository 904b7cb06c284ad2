import ImageFiles

// Turns a YAML tree into a pipeline. `PipelineFormat` has checked keys and types; the checks here are those that a
// schema cannot express: patterns, templates and references to other steps.

extension BatchConfiguration {
  /// The largest pipeline file, in bytes.
  private static let sizeLimit = 1 << 20
  /// The most steps, and the most overrides. Parsing one as a subcommand takes a millisecond.
  private static let mostSteps = 1000
  /// The most patterns of one list, where each expansion of braces counts.
  private static let mostPatterns = 10_000

  /// Reads the file at `path`.
  ///
  /// - Parameters:
  ///   - others: folders that the pipeline may use beside its own.
  ///   - commands: the subcommands of steps.
  /// - Throws: `ConfigurationError` if the file cannot be read, or is no YAML or no pipeline.
  package init(
    file path: String, allowing others: [String] = [], commands: any StepCommands
  ) throws(ConfigurationError) {
    let (text, trusted) = try Self.read(path, allowing: others)
    try self.init(Self.root(text, path), path: path, trusted: trusted, commands: commands)
  }

  /// The text of the file at `path`, and the folders that it may use.
  static func read(
    _ path: String, allowing others: [String] = []
  ) throws(ConfigurationError) -> (text: String, trusted: TrustedFolders) {
    let bytes: [UInt8]
    let trusted: TrustedFolders
    do throws(FileError) {
      trusted = try TrustedFolders(pipeline: path, others: others)
      bytes = try trusted.confine {
        Result { () throws(FileError) in try WholeFile.read(path, limit: Self.sizeLimit) }
      }
      .get()
    } catch {
      throw ConfigurationError(
        path: path, place: nil, message: String(error.description.dropFirst(path.printableName.count + 2)))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigurationError(path: path, place: nil, message: "is not UTF-8 text")
    }
    return (text, trusted)
  }

  /// Parses `text`. Errors contain `path`, and relative paths start at its folder.
  init(yaml text: String, path: String, commands: any StepCommands) throws(ConfigurationError) {
    try self.init(
      Self.root(text, path), path: path, trusted: TrustedFolders(pipeline: path), commands: commands)
  }

  static func root(_ text: String, _ path: String) throws(ConfigurationError) -> ConfigurationNode {
    try ConfigurationNode(yaml: text, path: path, remedy: "p3tool batch --init writes a start")
  }

  init(
    _ root: ConfigurationNode, path: String, trusted: TrustedFolders, commands: any StepCommands
  ) throws(ConfigurationError) {
    let format = PipelineFormat(of: Self.kinds(root), commands)
    try SchemaType.object(format.file).validate(root, at: "pipeline", path: path)
    self.commands = commands
    options = format.options
    self.path = path
    self.trusted = trusted
    folder = FilePath(path).parent
    sources = try Self.patterns(root["sources"], path: path)
    sourcesPlace = root["sources"]?.place ?? root.place
    sourcePlaces = root["sources"]?.elements.map(\.place) ?? []
    allowsEmpty = root["allow-empty"]?.boolean ?? false
    excluded = try Self.patterns(root["exclude"], path: path)
    let standard = try Self.defaultOutput(hasFolder: root["output"]?["folder"] != nil, path: path)
    output =
      try root["output"].map { node throws(ConfigurationError) in
        try Self.output(node, default: standard, path: path)
      } ?? standard
    profiles = Dictionary(
      (root["profiles"]?.entries ?? []).map { ($0.key, $0.value.text) }, uniquingKeysWith: { _, last in last }
    )
    rules = root["rules"]
    guard root["steps"] != nil else {
      throw ConfigurationError(path: path, place: root.place, message: "the pipeline lacks 'steps'")
    }
    let steps = try Self.steps(root["steps"], output: output, path: path)
    self.steps = steps
    guard root["sources"] != nil || steps.allSatisfy({ $0.kind.takes == .pipeline }) else {
      throw ConfigurationError(path: path, place: root.place, message: "the pipeline lacks 'sources'")
    }
    overrides = try Self.overrides(root["overrides"], steps: steps, path: path)
    jobs = root["jobs"]?.integer
    try checkPaths(root)
  }

  /// The kinds of steps in a file. Listing the options of a kind takes the argument parser milliseconds.
  static func kinds(_ root: ConfigurationNode) -> [StepKind] {
    let entries = ["steps", "overrides"].flatMap { root[$0]?.elements ?? [] }.flatMap(\.entries)
    let keys = Set((entries + root.entries.filter { $0.key == StepKind.check.rawValue }).map(\.key))
    return StepKind.allCases.filter { keys.contains($0.rawValue) }
  }

  /// Refuses source patterns and output folders by their text if they lead to forbidden places. Links are checked when
  /// a path is opened.
  private func checkPaths(_ root: ConfigurationNode) throws(ConfigurationError) {
    for (pattern, node) in zip(sources, root["sources"]?.elements ?? []) {
      try check(pattern.base, node)
    }
    let steps = root["steps"]?.elements ?? []
    for output in [root["output"]] + steps.map({ $0["output"] }) {
      if let node = output?["folder"] { try check(node.text, node) }
    }
  }

  /// Refuses the path `text`, relative to the pipeline's folder, if no pipeline of this folder may use it.
  func check(_ text: String, _ node: ConfigurationNode) throws(ConfigurationError) {
    if let refusal = trusted.refusal(of: FilePath.join(folder, text)) {
      throw ConfigurationError(path: path, place: node.place, node.text, refusal)
    }
  }

  private static func patterns(
    _ node: ConfigurationNode?, path: String
  ) throws(ConfigurationError) -> [GlobPattern] {
    var (patterns, count): ([GlobPattern], Int) = ([], 0)
    for element in node?.elements ?? [] {
      do {
        patterns.append(try GlobPattern(element.text))
      } catch {
        throw ConfigurationError(path: path, place: element.place, message: error.description)
      }
      count += patterns[patterns.count - 1].alternativeCount
      guard count <= mostPatterns else {
        throw ConfigurationError(
          path: path, place: element.place,
          message: "more than \(mostPatterns) patterns, with those that braces give (take * or ** instead)")
      }
    }
    return patterns
  }

  /// The elements of a list of steps or overrides.
  private static func elements(
    _ node: ConfigurationNode?, of name: String, path: String
  ) throws(ConfigurationError) -> [ConfigurationNode] {
    let elements = node?.elements ?? []
    guard elements.count <= mostSteps else {
      throw ConfigurationError(
        path: path, place: elements[mostSteps].place,
        message: "more than \(mostSteps) \(name) (divide the pipeline)")
    }
    return elements
  }

  /// Without an output folder, beside each source; otherwise the source's subfolder inside the output folder.
  private static func defaultOutput(hasFolder: Bool, path: String) throws(ConfigurationError) -> OutputPlace {
    let template = hasFolder ? "{dir}/{stem}.{target}.png" : "{root}/{dir}/{stem}.{target}.png"
    do {
      return OutputPlace(folder: "", name: try NameTemplate(template))
    } catch {
      preconditionFailure("the default template is well-formed")
    }
  }

  private static func output(
    _ node: ConfigurationNode, default standard: OutputPlace, path: String
  ) throws(ConfigurationError) -> OutputPlace {
    var output = standard
    if let folder = node["folder"] { output.folder = FilePath.normalized(folder.text) }
    if let name = node["name"] {
      do {
        output.name = try NameTemplate(name.text)
      } catch {
        throw ConfigurationError(path: path, place: name.place, message: error.description)
      }
      guard output.name.canEndInPNG else {
        throw ConfigurationError(
          path: path, place: name.place,
          message: "'\(name.text)' does not end in .png (outputs are PNG files)")
      }
    }
    return output
  }

  private static func steps(
    _ node: ConfigurationNode?, output: OutputPlace, path: String
  ) throws(ConfigurationError) -> [StepConfiguration] {
    var steps: [StepConfiguration] = []
    for element in try elements(node, of: "steps", path: path) {
      guard let kind = StepKind.allCases.first(where: { element[$0.rawValue] != nil }),
        let options = element[kind.rawValue]
      else { preconditionFailure("the format asks for one kind in each step") }
      let id = element["id"]?.text ?? defaultID(kind, options, among: steps)
      guard !steps.contains(where: { $0.id == id }) else {
        throw ConfigurationError(
          path: path, place: (element["id"] ?? element).place,
          message: "a second step with the id '\(id)' (give it another with 'id')")
      }
      if let input = element["input"] { try check(input, earlier: steps, path: path) }
      steps.append(
        StepConfiguration(
          id: id, kind: kind, input: element["input"]?.text,
          output: try element["output"].map { node throws(ConfigurationError) in
            try Self.output(node, default: output, path: path)
          }, options: StepValues(options), place: element.place))
    }
    return steps
  }

  /// The kind, or if another step has that id, the kind with its target: `convert-srgb`.
  private static func defaultID(
    _ kind: StepKind, _ options: ConfigurationNode, among steps: [StepConfiguration]
  ) -> String {
    guard steps.contains(where: { $0.id == kind.rawValue }) else { return kind.rawValue }
    return options["to"].map { "\(kind.rawValue)-\($0.text)" } ?? "\(kind.rawValue)-\(steps.count + 1)"
  }

  private static func check(
    _ input: ConfigurationNode, earlier steps: [StepConfiguration], path: String
  ) throws(ConfigurationError) {
    guard !steps.contains(where: { $0.id == input.text && $0.kind.makesImage }) else { return }
    let known = steps.filter(\.kind.makesImage).map(\.id)
    let hint =
      NearestName.to(input.text, among: known).map { "did you mean '\($0)'?" }
      ?? (known.isEmpty ? "no earlier step makes one" : "earlier: \(known.joined(separator: ", "))")
    throw ConfigurationError(
      path: path, place: input.place, message: "no earlier step '\(input.text)' makes an image (\(hint))")
  }

  private static func overrides(
    _ node: ConfigurationNode?, steps: [StepConfiguration], path: String
  ) throws(ConfigurationError) -> [PathOverride] {
    var overrides: [PathOverride] = []
    for element in try elements(node, of: "overrides", path: path) {
      let skipped = element["skip"]?.elements ?? []
      for step in skipped where !steps.contains(where: { $0.id == step.text }) {
        let ids = steps.map(\.id)
        let hint = NearestName.to(step.text, among: ids).map { "did you mean '\($0)'?" }
        throw ConfigurationError(
          path: path, place: step.place,
          message: "no step has the id '\(step.text)' (\(hint ?? "ids: \(ids.joined(separator: ", "))"))")
      }
      var options: [StepKind: StepValues] = [:]
      for kind in StepKind.allCases { options[kind] = element[kind.rawValue].map { StepValues($0) } }
      overrides.append(
        PathOverride(
          paths: try patterns(element["paths"], path: path), options: options,
          skipped: Set(skipped.map(\.text))))
    }
    return overrides
  }
}
