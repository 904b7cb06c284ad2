// The one place that knows the YAML library.

import Yams

extension ConfigurationNode {
  /// Values one file may hold, aliases counted as often as they are used: a few kilobytes of nested aliases
  /// would else unfold to gigabytes.
  private static let valueLimit = 100_000

  /// Brackets one file may open: nested flow collections are read by recursion, which must not outgrow the stack.
  private static let nestingLimit = 100

  /// Parses YAML 1.2 (as far as libYAML reads it), one document.
  ///
  /// - Parameters:
  ///   - text: the file's.
  ///   - path: the file as the user named it.
  ///   - remedy: what the user of an empty file may do.
  /// - Throws: `ConfigurationError` with the place that YAML's own parser complains about.
  init(yaml text: String, path: String, remedy: String) throws(ConfigurationError) {
    try Self.refuseDeepNesting(text, path: path)
    if let place = CollectionKeyScan.firstKey(in: text) {
      throw ConfigurationError(
        path: path, place: place, message: "a key must be a plain name (aliases are for values)")
    }
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch {
      throw Self.error(from: error, path: path)
    }
    guard let root else {
      throw ConfigurationError(path: path, place: nil, message: "is empty (\(remedy))")
    }
    var count = 0
    self = try Self.node(root, path: path, count: &count)
  }

  /// Counts how deep brackets and indentation could nest: an upper bound, whatever quotes say.
  private static func refuseDeepNesting(_ text: String, path: String) throws(ConfigurationError) {
    var open = 0
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let marks = line.utf8.prefix { $0 == 0x20 || $0 == 0x2D || $0 == 0x3F || $0 == 0x3A }
      for byte in line.utf8 {
        if byte == 0x5B || byte == 0x7B { open += 1 }
        if byte == 0x5D || byte == 0x7D { open = max(0, open - 1) }
      }
      guard open <= nestingLimit, marks.count <= 2 * nestingLimit else {
        throw ConfigurationError(
          path: path, place: ConfigurationPlace(line: index + 1, column: 1),
          message: "nested deeper than \(nestingLimit) levels")
      }
    }
  }

  private static func node(
    _ node: Node, path: String, count: inout Int
  ) throws(ConfigurationError) -> ConfigurationNode {
    let place = ConfigurationPlace(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
    count += 1
    guard count <= valueLimit else {
      throw ConfigurationError(path: path, place: place, message: "more than \(valueLimit) values")
    }
    switch node {
    case .scalar(let scalar):
      return ConfigurationNode(value: .scalar(Self.scalar(scalar, node)), place: place)
    case .sequence(let sequence):
      var elements: [ConfigurationNode] = []
      for element in sequence { elements.append(try Self.node(element, path: path, count: &count)) }
      return ConfigurationNode(value: .list(elements), place: place)
    case .mapping(let mapping):
      var entries: [Entry] = []
      for (key, value) in mapping {
        let keyPlace = ConfigurationPlace(line: key.mark?.line ?? 1, column: key.mark?.column ?? 1)
        guard let name = key.scalar?.string else {
          throw ConfigurationError(path: path, place: keyPlace, message: "a key must be a plain name")
        }
        entries.append(
          Entry(key: name, place: keyPlace, value: try Self.node(value, path: path, count: &count)))
      }
      return ConfigurationNode(value: .mapping(entries), place: place)
    case .alias:
      throw ConfigurationError(path: path, place: place, message: "an alias without its anchor")
    }
  }

  private static func scalar(_ scalar: Node.Scalar, _ node: Node) -> Scalar {
    // To Yams 16:9 is a number of base 60, as in YAML 1.1, and one that Int cannot hold a trap; in YAML 1.2 it is a text.
    guard scalar.style == .plain || scalar.style == .any, !scalar.string.contains(":") else {
      return Scalar(text: scalar.string, meaning: .text)
    }
    let meaning: Scalar.Meaning =
      if node.null != nil {
        .null
      } else if let flag = node.bool {
        .boolean(flag)
      } else if let number = node.int {
        .integer(number)
      } else if let number = node.float {
        .number(number)
      } else {
        .text
      }
    return Scalar(text: scalar.string, meaning: meaning)
  }

  private static func error(from error: any Error, path: String) -> ConfigurationError {
    func at(_ mark: Mark, _ message: String) -> ConfigurationError {
      ConfigurationError(
        path: path, place: ConfigurationPlace(line: mark.line, column: mark.column), message: message)
    }
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _)?, .parser(_, let problem, let mark, _)?,
      .composer(_, let problem, let mark, _)?:
      return at(mark, "not YAML: \(problem)")
    case .duplicatedKeysInMapping(let duplicates, let context)?:
      return at(context.mark, "the key '\(duplicates.sorted().joined(separator: "', '"))' stands here twice")
    case .reader(let problem, _, let value, let text)?:
      let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init)
      return ConfigurationError(
        path: path, place: scalar.flatMap { place(of: $0, in: text) }, message: "not YAML: \(problem)")
    default:
      return ConfigurationError(path: path, place: nil, message: "not YAML (\(error))")
    }
  }

  /// Where a scalar that YAML does not allow stands first: the reader stops there, and tells no line.
  private static func place(of scalar: Unicode.Scalar, in text: String) -> ConfigurationPlace? {
    let scalars = text.unicodeScalars
    guard let index = scalars.firstIndex(of: scalar) else { return nil }
    let before = scalars[..<index]
    let lineStart = before.lastIndex(of: "\n").map { before.index(after: $0) } ?? before.startIndex
    return ConfigurationPlace(
      line: 1 + before.count { $0 == "\n" }, column: 1 + before[lineStart...].count)
  }
}
