extension ConfigurationNode {
  /// Parses YAML 1.2 (as far as LibYAML reads it), one document.
  ///
  /// - Parameters:
  ///   - text: the text of the file.
  ///   - path: the file's path as the user typed it.
  ///   - remedy: the remedy in the error for an empty file.
  /// - Throws: `ConfigurationError` with the place of the YAML parser's error.
  init(yaml text: String, path: String, remedy: String) throws(ConfigurationError) {
    var reader = YAMLReader(events: try YAMLEvents(text, path: path), path: path)
    guard let root = try reader.document() else {
      throw ConfigurationError(path: path, place: nil, message: "is empty (\(remedy))")
    }
    self = root
  }
}

/// Builds nodes from the events of one file.
private struct YAMLReader: ~Copyable {
  /// The most values of one file, counting those of each use of an alias: otherwise, a few kilobytes of nested aliases
  /// would expand to gigabytes.
  private static let valueLimit = 100_000

  /// The most levels of nested lists and mappings. They are read by recursion, which must not overflow the stack.
  private static let nestingLimit = 100

  var events: YAMLEvents
  /// The file's path as the user typed it.
  let path: String
  /// The value of each anchor, and its number of values. A repeated anchor replaces the earlier one.
  private var anchors: [String: (node: ConfigurationNode, count: Int)] = [:]
  /// The number of values so far, including those of aliases.
  private var count = 0

  init(events: consuming YAMLEvents, path: String) {
    self.events = events
    self.path = path
  }

  /// The value of the only document; nil if the file has no document.
  mutating func document() throws(ConfigurationError) -> ConfigurationNode? {
    guard case .document = try events.next().kind else { return nil }
    let root = try node(try events.next(), depth: 0)
    // The end of the document.
    _ = try events.next()
    let event = try events.next()
    guard case .endOfFile = event.kind else {
      throw error(event.place, "a second document begins (a pipeline file has one)")
    }
    return root
  }

  private func error(_ place: ConfigurationPlace, _ message: String) -> ConfigurationError {
    ConfigurationError(path: path, place: place, message: message)
  }

  /// The value that starts with `event`.
  private mutating func node(_ event: YAMLEvent, depth: Int) throws(ConfigurationError) -> ConfigurationNode {
    if case .alias(let name) = event.kind { return try unfolded(name, event.place) }
    guard depth <= Self.nestingLimit else {
      throw error(event.place, "nested deeper than \(Self.nestingLimit) levels")
    }
    let before = count
    try add(1, event.place)
    let value: ConfigurationNode.Value =
      switch event.kind {
      case .list: .list(try elements(depth: depth + 1))
      case .mapping: .mapping(try entries(depth: depth + 1))
      case .scalar(let text, let isPlain):
        .scalar(ConfigurationNode.Scalar(text: text, meaning: isPlain ? .init(plain: text) : .text))
      case .alias, .document, .end, .endOfFile: preconditionFailure("LibYAML begins no value so")
      }
    let node = ConfigurationNode(value: value, place: event.place)
    if let name = event.anchor { anchors[name] = (node, count - before) }
    return node
  }

  private mutating func unfolded(
    _ name: String, _ place: ConfigurationPlace
  ) throws(ConfigurationError) -> ConfigurationNode {
    guard let anchor = anchors[name] else { throw error(place, "not YAML: found undefined alias") }
    try add(anchor.count, place)
    return anchor.node
  }

  private mutating func add(_ values: Int, _ place: ConfigurationPlace) throws(ConfigurationError) {
    count += values
    guard count <= Self.valueLimit else { throw error(place, "more than \(Self.valueLimit) values") }
  }

  private mutating func elements(depth: Int) throws(ConfigurationError) -> [ConfigurationNode] {
    var elements: [ConfigurationNode] = []
    while let event = try nextInside() { elements.append(try node(event, depth: depth)) }
    return elements
  }

  private mutating func entries(depth: Int) throws(ConfigurationError) -> [ConfigurationNode.Entry] {
    var entries: [ConfigurationNode.Entry] = []
    while let key = try nextInside() {
      guard case .scalar(let name, _) = key.kind else {
        throw error(key.place, "a key must be a plain name (aliases, lists and mappings are for values)")
      }
      // A key's text may come from an alias.
      _ = try node(key, depth: depth)
      let value = try node(try events.next(), depth: depth)
      entries.append(ConfigurationNode.Entry(key: name, place: key.place, value: value))
    }
    try refuseDuplicates(entries)
    return entries
  }

  private func refuseDuplicates(_ entries: [ConfigurationNode.Entry]) throws(ConfigurationError) {
    let places = Dictionary(grouping: entries, by: \.key).filter { $1.count > 1 }.mapValues { $0[0].place }
    let names = places.keys.sorted()
    guard let first = names.first, let place = places[first] else { return }
    throw error(place, "the key '\(names.joined(separator: "', '"))' stands here twice")
  }

  /// The next event inside a list or mapping; nil at its end.
  private mutating func nextInside() throws(ConfigurationError) -> YAMLEvent? {
    let event = try events.next()
    if case .end = event.kind { return nil }
    return event
  }
}

extension ConfigurationNode.Scalar.Meaning {
  /// The value of a scalar without quotes: the core schema of YAML 1.2, with these forms of YAML 1.1: `yes`, `off` and
  /// the like, `_` in numbers, `0b1` and octal numbers with a leading 0. Numbers of base 60 are texts, as in YAML 1.2.
  init(plain text: String) {
    if ["", "~", "null", "Null", "NULL"].contains(text) {
      self = .null
    } else if let flag = Self.boolean(text) {
      self = .boolean(flag)
    } else if let number = Self.integer(text) {
      self = .integer(number)
    } else if let number = Self.number(text) {
      self = .number(number)
    } else {
      self = .text
    }
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  private static func integer(_ text: String) -> Int? {
    let spelling = text.filter { $0 != "_" }
    if spelling == "0" { return 0 }
    let sign = spelling.first == "-" ? "-" : ""
    let digits = spelling.first.map { "+-".contains($0) } == true ? spelling.dropFirst() : spelling[...]
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8), ("0", 8)] where digits.hasPrefix(prefix) {
      return Int(sign + digits.dropFirst(prefix.count), radix: radix)
    }
    return Int(spelling)
  }

  private static func number(_ text: String) -> Double? {
    switch text.lowercased() {
    case ".inf", "+.inf": .infinity
    case "-.inf": -.infinity
    case ".nan": .nan
    default: Double(text.filter { $0 != "_" })
    }
  }
}
