import ColorManagement
import ImageFiles
import PNGCodec

/// The options of a step or an override, by name.
struct StepValues: Sendable {
  /// The place of their mapping, for errors about missing options.
  let place: ConfigurationPlace
  private var values: [String: ConfigurationNode]

  /// The entries of the mapping `node`.
  init(_ node: ConfigurationNode) {
    place = node.place
    values = Dictionary(node.entries.map { ($0.key, $0.value) }) { _, last in last }
  }

  subscript(name: String) -> ConfigurationNode? { values[name] }

  /// Replaces values by those of `other`. The levels of rules are replaced one by one.
  mutating func override(with other: StepValues) {
    values.merge(other.values) { old, new in
      guard case .mapping = old.value, case .mapping = new.value else { return new }
      let given = Set(new.entries.map(\.key))
      return ConfigurationNode(
        value: .mapping(old.entries.filter { !given.contains($0.key) } + new.entries), place: new.place)
    }
  }
}

/// The options of a step as arguments of its subcommand, and the text that distinguishes the step from others.
struct StepArguments {
  /// An argument with its value in the file.
  private struct Given {
    let argument: StepArgument
    /// The value in the file; nil for a default.
    let node: ConfigurationNode?
  }

  /// The most values of one option. The argument parser's time grows with the square of their number.
  private static let mostValues = 1000
  /// The most values of one option that are tried one by one to find the refused one.
  private static let mostTrials = 16

  let kind: StepKind
  let values: StepValues
  let configuration: BatchConfiguration
  private var given: [Given] = []
  /// A line for each option that does not have its default, with hashes for the contents of files: equal texts give
  /// equal results.
  private(set) var key = ""

  /// - Throws: `ConfigurationError` if a required option is missing, or if a file or colour space cannot be used.
  init(
    _ kind: StepKind, _ values: StepValues, in configuration: BatchConfiguration
  ) throws(ConfigurationError) {
    self.kind = kind
    self.values = values
    self.configuration = configuration
    for option in configuration.options[kind] ?? [] where option.remedy == nil {
      if let node = values[option.name] {
        try add(option, node)
      } else if option.isRequired, option.standard == nil {
        throw configuration.error(at: values.place, "the step \(kind.rawValue) lacks '\(option.name)'")
      } else if let standard = option.standard, option.isOwnStandard {
        give(option, [standard], nil)
      }
    }
  }

  private mutating func add(_ option: StepOption, _ node: ConfigurationNode) throws(ConfigurationError) {
    let elements = node.elements
    guard elements.count <= Self.mostValues else {
      throw configuration.error(
        at: node.place, "'\(option.name)' has \(elements.count) values, more than \(Self.mostValues)")
    }
    var (words, keys): ([String], [String]) = ([], [])
    for element in elements {
      let (word, key) = try word(element, option)
      words.append(word)
      keys.append(key)
    }
    give(option, words, node)
    if words.joined(separator: ",") != option.standard {
      key += "\(option.name) \(keys.joined(separator: ", "))\n"
    }
  }

  private mutating func give(_ option: StepOption, _ words: [String], _ node: ConfigurationNode?) {
    given.append(Given(argument: StepArgument(option: option, values: words), node: node))
  }

  /// A value as on the command line, and its text for `key`.
  private func word(
    _ node: ConfigurationNode, _ option: StepOption
  ) throws(ConfigurationError) -> (word: String, key: String) {
    switch option.value {
    case .flag:
      let word = node.boolean == true ? "true" : "false"
      return (word, word)
    case .space:
      let target = try configuration.colorSpace(node)
      let word =
        if case .space(let space) = target { space.rawValue } else { configuration.profileFile(node.text) }
      return (word, "\(SHA256.hash(target.profile.bytes))")
    // The files of a catalog are templates: each source has its own files.
    case .file where kind != .catalog:
      let path = FilePath.join(configuration.folder, node.text)
      return (path, "\(try hash(of: path, node, option))")
    case .file, .choice, .text:
      let word = node.integer == nil ? node.text : node.text.filter { $0 != "_" }
      return (word, word)
    }
  }

  /// The hash of a file that is read once, before any source.
  private func hash(
    of path: String, _ node: ConfigurationNode, _ option: StepOption
  ) throws(ConfigurationError) -> ContentHash {
    do {
      // A pipe can be read only once, and a device may never end.
      if FileStatus(path: path)?.kind == .special { throw ImageError.refused(.notRegularFile(path: path)) }
      return try ContentHash(file: path)
    } catch {
      throw configuration.error(at: node.place, "'\(option.name)': \(error)")
    }
  }

  /// The parsed request of the subcommand.
  ///
  /// - Throws: `ConfigurationError` at the place of the value that the subcommand refuses.
  func request() throws(ConfigurationError) -> StepRequest {
    do throws(StepRefusal) {
      return try configuration.commands.request(of: kind, given.map(\.argument))
    } catch {
      guard let (option, node) = culprit(error) else {
        throw configuration.error(at: values.place, error.message)
      }
      let isNamed = error.message.contains("'\(option.name)'")
      let message = isNamed ? error.message : "'\(option.name)': \(error.message)"
      throw configuration.error(at: node.place, message + hint(option, node, message))
    }
  }

  /// The valid values, to be appended to `message`; empty if the parser's message contains them.
  private func hint(_ option: StepOption, _ node: ConfigurationNode, _ message: String) -> String {
    guard case .text(let examples) = option.value, !examples.isEmpty, message.hasPrefix("The value") else {
      return ""
    }
    if let nearest = NearestName.to(node.text, among: examples) { return " (did you mean '\(nearest)'?)" }
    return " (such as \(examples.map { "'\($0)'" }.joined(separator: ", ")))"
  }

  /// The value without which the subcommand no longer refuses with this message. Of several values of one option, the
  /// one whose removal makes the arguments valid is preferred.
  private func culprit(_ refusal: StepRefusal) -> (option: StepOption, node: ConfigurationNode)? {
    for index in suspects(refusal) {
      guard let node = given[index].node else { continue }
      let elements = node.elements.count <= Self.mostTrials ? node.elements : [node]
      let trials = elements.indices.map { element -> StepRefusal? in
        var fewer = given.map(\.argument)
        if elements.count > 1 { fewer[index].values.remove(at: element) } else { fewer.remove(at: index) }
        return self.refusal(of: fewer)
      }
      let found = trials.firstIndex { $0 == nil } ?? trials.firstIndex { $0 != refusal }
      if let found { return (given[index].argument.option, elements[found]) }
    }
    return nil
  }

  /// The indices of all options: those in the refusal's text, in its order, then the others. Required options come
  /// last, because their removal always gives another refusal.
  private func suspects(_ refusal: StepRefusal) -> [Int] {
    let message = refusal.message
    let ranks = given.map { option -> Int in
      let name = option.argument.option.name
      let start = message.firstRange(of: "'\(name)'")?.lowerBound
      return start.map { message.utf8.distance(from: message.startIndex, to: $0) }
        ?? (option.argument.option.isRequired ? .max : message.utf8.count)
    }
    return given.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
  }

  private func refusal(of arguments: [StepArgument]) -> StepRefusal? {
    do throws(StepRefusal) {
      _ = try configuration.commands.request(of: kind, arguments)
      return nil
    } catch {
      return error
    }
  }

  /// The step's own limits, completed by the limits of the run.
  func limits(_ own: PNGLimits, of run: PNGLimits) -> PNGLimits {
    var limits = run
    if values["max-pixels"] ?? values["max-image-pixels"] != nil { limits.allowPixels(own.maxPixels) }
    limits.maxMemory = own.maxMemory ?? limits.maxMemory
    return limits
  }
}

extension BatchConfiguration {
  /// Makes the step of `kind` with `values`, for a run with `limits`.
  ///
  /// - Throws: `ConfigurationError` for options that contradict each other or name a missing file.
  func step(
    _ kind: StepKind, _ values: StepValues, limits: PNGLimits
  ) throws(ConfigurationError) -> any PipelineStep {
    let arguments = try StepArguments(kind, values, in: self)
    switch try arguments.request() {
    case .convert(let request, let policy):
      return try ConvertStep(request, policy, arguments, limits: limits)
    case .soften(let softening): return SoftenStep(softening, arguments, limits: limits)
    case .check(let request): return CheckStep(request, arguments, limits: limits)
    case .catalog(let request, let icon):
      return try CatalogStep(request, icon: icon, arguments, limits: limits)
    case .catalogColor(let builder): return try CatalogColorStep(builder, arguments)
    case .paletteLint(let rules, let policy, let roles, let platform):
      return PaletteLintStep(
        selected: rules, policy: policy, roles: roles, platform: platform, recipe: arguments.key)
    case .diff(let request, let policy): return try DiffStep(request, policy, arguments, limits: limits)
    }
  }
}
