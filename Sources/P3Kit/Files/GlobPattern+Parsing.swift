// From text to components.

extension GlobPattern {
  /// Bytes of one pattern, at most: four times what Linux takes as a path.
  private static var lengthLimit: Int { 16384 }

  /// Ways to read the braces of one pattern, at most.
  private static let alternativeLimit = 256

  /// Why a pattern cannot be read.
  public struct Malformed: Error, Sendable, CustomStringConvertible {
    /// The fact with its remedy.
    public let description: String
  }

  /// Reads `text`; a trailing `**` means the PNG files below.
  ///
  /// - Throws: `Malformed` for brackets or braces that do not close, or an empty pattern.
  public init(_ text: String) throws(Malformed) {
    guard text.utf8.count <= Self.lengthLimit else {
      throw Malformed(description: "a pattern of \(text.utf8.count) bytes is longer than \(Self.lengthLimit)")
    }
    let expansions = try Self.expandingBraces(text)
    var parsed: [[Component]] = []
    for expansion in expansions {
      var components = try Self.components(expansion)
      if components.last == .anyFolders {
        components.append(.name([.anyScalars] + ".png".unicodeScalars.map { .scalar($0) }))
      }
      guard !components.isEmpty else { throw Malformed(description: "the pattern '\(text)' names nothing") }
      parsed.append(components)
    }
    // The last component stays behind the base, so that a walk has something to look for.
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
      // One ** after another says nothing more.
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
          throw Malformed(description: "'\(name)' ends in a backslash with nothing behind it")
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
        throw Malformed(description: "'\(name)': the range \(first)-\(last) is empty")
      }
      ranges.append(first...last)
    }
    throw Malformed(description: "'\(name)': a [ is not closed (write \\[ for the character itself)")
  }

  private static func expandingBraces(_ text: String) throws(Malformed) -> [String] {
    var pending = [text]
    var done: [String] = []
    while let next = pending.popLast() {
      guard pending.count + done.count < alternativeLimit else {
        throw Malformed(description: "'\(text)': its braces give more than \(alternativeLimit) patterns")
      }
      guard let open = next.firstIndex(of: "{") else {
        done.append(next)
        continue
      }
      guard let (choices, after) = choices(next, from: next.index(after: open)) else {
        throw Malformed(description: "'\(text)': a { is not closed")
      }
      guard pending.count + done.count + choices.count <= alternativeLimit else {
        throw Malformed(description: "'\(text)': its braces give more than \(alternativeLimit) patterns")
      }
      pending += choices.reversed().map { next[..<open] + $0 + next[after...] }
    }
    return done
  }

  /// The comma-separated choices up to the brace that closes, and what follows it.
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
