// Parses a pattern into components.

extension GlobPattern {
  /// The most bytes of a pattern: four times the limit of Linux for a path.
  private static var lengthLimit: Int { 16384 }

  /// The most alternatives that the braces of a pattern may give.
  private static let alternativeLimit = 256

  /// Why a pattern is invalid. `pattern` is the whole text, `name` the part between two slashes.
  package enum Malformed: Error, Sendable, Hashable, CustomStringConvertible {
    /// Only slashes and dots.
    case empty(pattern: String)
    case openBrace(pattern: String)
    case openBracket(name: String)
    /// A range of characters in brackets that ends before its start.
    case emptyRange(name: String, first: Unicode.Scalar, last: Unicode.Scalar)
    case trailingBackslash(name: String)
    /// A pattern longer than any path, in bytes of UTF-8.
    case tooLong(byteCount: Int, limit: Int)
    /// The braces give more than `limit` alternatives.
    case tooManyAlternatives(pattern: String, limit: Int)

    /// The fact with its remedy.
    package var description: String {
      switch self {
      case .empty(let pattern): "the pattern '\(pattern)' names nothing"
      case .openBrace(let pattern): "'\(pattern)': a { is not closed"
      case .openBracket(let name): "'\(name)': a [ is not closed (write \\[ for the character itself)"
      case .emptyRange(let name, let first, let last): "'\(name)': the range \(first)-\(last) is empty"
      case .trailingBackslash(let name): "'\(name)' ends in a backslash with nothing behind it"
      case .tooLong(let byteCount, let limit): "a pattern of \(byteCount) bytes is longer than \(limit)"
      case .tooManyAlternatives(let pattern, let limit):
        "'\(pattern)': its braces give more than \(limit) patterns"
      }
    }
  }

  /// Parses `text`; a trailing `**` means all PNG files below.
  ///
  /// - Throws: `Malformed` for brackets or braces that do not close, or an empty pattern.
  package init(_ text: String) throws(Malformed) {
    guard text.utf8.count <= Self.lengthLimit else {
      throw .tooLong(byteCount: text.utf8.count, limit: Self.lengthLimit)
    }
    let expansions = try Self.expandingBraces(text)
    var parsed: [[Component]] = []
    for expansion in expansions {
      var components = try Self.components(expansion)
      if components.last == .anyFolders {
        components.append(.name([.anyScalars] + ".png".unicodeScalars.map { .scalar($0) }))
      }
      guard !components.isEmpty else { throw .empty(pattern: text) }
      parsed.append(components)
    }
    // The last component never belongs to the base, so that a search has something to match.
    var base: [String] = text.hasPrefix("/") ? [""] : []
    while let name = parsed[0].first?.literal, parsed.allSatisfy({ $0.count > 1 && $0[0] == parsed[0][0] }) {
      base.append(name)
      parsed = parsed.map { Array($0.dropFirst()) }
    }
    self.text = text
    self.base = base.joined(separator: "/")
    alternatives = parsed
  }

  private static func components(_ text: String) throws(Malformed) -> [Component] {
    var components: [Component] = []
    for name in text.split(separator: "/") where name != "." {
      // A second `**` directly after another changes nothing.
      if name == "**", components.last == .anyFolders { continue }
      components.append(name == "**" ? .anyFolders : .name(try tokens(name)))
    }
    return components
  }

  private static func tokens(_ name: Substring) throws(Malformed) -> [Token] {
    var tokens: [Token] = []
    var rest = Array(name.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": if tokens.last != .anyScalars { tokens.append(.anyScalars) }
      case "?": tokens.append(.anyScalar)
      case "[": tokens.append(try set(&rest, in: name))
      case "\\":
        guard let escaped = rest.popFirst() else {
          throw .trailingBackslash(name: String(name))
        }
        tokens.append(.scalar(escaped))
      default: tokens.append(.scalar(scalar))
      }
    }
    return tokens
  }

  private static func set(
    _ rest: inout ArraySlice<Unicode.Scalar>, in name: Substring
  ) throws(Malformed) -> Token {
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let first = rest.popFirst() {
      if first == "]", !ranges.isEmpty { return .oneOf(ranges, isNegated: isNegated) }
      var last = first
      if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
        last = end
        rest.removeFirst(2)
      }
      guard first <= last else {
        throw .emptyRange(name: String(name), first: first, last: last)
      }
      ranges.append(first...last)
    }
    throw .openBracket(name: String(name))
  }

  private static func expandingBraces(_ text: String) throws(Malformed) -> [String] {
    var pending = [text]
    var done: [String] = []
    while let next = pending.popLast() {
      guard pending.count + done.count < alternativeLimit else {
        throw .tooManyAlternatives(pattern: text, limit: alternativeLimit)
      }
      guard let open = next.firstIndex(of: "{") else {
        done.append(next)
        continue
      }
      guard let (choices, after) = choices(next, from: next.index(after: open)) else {
        throw .openBrace(pattern: text)
      }
      guard pending.count + done.count + choices.count <= alternativeLimit else {
        throw .tooManyAlternatives(pattern: text, limit: alternativeLimit)
      }
      pending += choices.reversed().map { next[..<open] + $0 + next[after...] }
    }
    return done
  }

  /// The comma-separated choices up to the closing brace, and where the text continues.
  private static func choices(
    _ text: String, from start: String.Index
  ) -> (choices: [String], after: String.Index)? {
    var choices: [String] = []
    var depth = 0
    var (index, first) = (start, start)
    while index < text.endIndex {
      let character = text[index]
      if character == "{" { depth += 1 }
      if depth == 0, character == "," || character == "}" {
        choices.append(String(text[first..<index]))
        first = text.index(after: index)
        if character == "}" { return (choices, first) }
      } else if character == "}" {
        depth -= 1
      }
      index = text.index(after: index)
    }
    return nil
  }
}
