/// A path pattern: `*` and `?` within a name, `[a-z]` and `[!a-z]`, `{png,PNG}`, and `**` for any number of folders.
/// Names that start with a dot match only if the pattern's name does too.
package struct GlobPattern: Sendable, Hashable {
  /// The pattern as the user wrote it.
  package let text: String

  /// The folders before the first wildcard, joined with `/`; empty for the current folder.
  package let base: String
  /// Components behind `base`, one list per alternative of the braces.
  let alternatives: [[Component]]
  /// The number of alternatives that the braces give.
  package var alternativeCount: Int { alternatives.count }

  /// One name of a pattern.
  enum Component: Sendable, Hashable {
    /// `**`.
    case anyFolders
    case name([Token])

    /// Whether a file or folder called `name` matches; `**` alone matches none.
    func matches(_ name: [Unicode.Scalar]) -> Bool {
      guard case .name(let tokens) = self else { return false }
      if name.first == ".", tokens.first != .scalar(".") { return false }
      return Token.matches(tokens[...], name[...])
    }

    /// The name itself if it has no wildcard.
    var literal: String? {
      guard case .name(let tokens) = self else { return nil }
      var text = String.UnicodeScalarView()
      for token in tokens {
        guard case .scalar(let scalar) = token else { return nil }
        text.append(scalar)
      }
      return String(text)
    }
  }

  /// One step of a name.
  enum Token: Sendable, Hashable {
    case scalar(Unicode.Scalar)
    case anyScalar
    case anyScalars
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)

    static func matches(_ tokens: ArraySlice<Token>, _ name: ArraySlice<Unicode.Scalar>) -> Bool {
      var (tokens, name) = (tokens, name)
      // Where to continue after a mismatch: the last star takes one more scalar.
      var retry: (tokens: ArraySlice<Token>, name: ArraySlice<Unicode.Scalar>)?
      while true {
        if tokens.first == .anyScalars {
          retry = (tokens, name)
          tokens = tokens.dropFirst()
        } else if let token = tokens.first, let scalar = name.first, token.matches(scalar) {
          tokens = tokens.dropFirst()
          name = name.dropFirst()
        } else if tokens.isEmpty, name.isEmpty {
          return true
        } else if let last = retry, !last.name.isEmpty {
          retry = (last.tokens, last.name.dropFirst())
          tokens = last.tokens.dropFirst()
          name = last.name.dropFirst()
        } else {
          return false
        }
      }
    }

    private func matches(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .scalar(let wanted): wanted == scalar
      case .anyScalar: true
      case .anyScalars: false
      case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
      }
    }
  }

  /// Whether the whole of `path`, relative to the pattern's folder, matches.
  package func matches(_ path: String) -> Bool {
    let names = FilePath.names(path).map { Array($0.unicodeScalars) }
    let front = FilePath.names(base).map { Array($0.unicodeScalars) }
    guard names.count >= front.count, Array(names.prefix(front.count)) == front else { return false }
    let rest = names.dropFirst(front.count)
    return alternatives.contains { Self.matches($0[...], rest) }
  }

  /// Whether the pattern matches `path` or a folder above it, as excluding requires.
  package func covers(_ path: String) -> Bool {
    if matches(path) { return true }
    var end = path.endIndex
    while let slash = path.utf8[..<end].lastIndex(of: UInt8(ascii: "/")) {
      if matches(String(path[..<slash])) { return true }
      end = slash
    }
    return false
  }

  private static func matches(
    _ components: ArraySlice<Component>, _ names: ArraySlice<[Unicode.Scalar]>
  ) -> Bool {
    var (components, names) = (components, names)
    // Where to continue after a mismatch: the last `**` takes one more name. Only the last one need be retried, as
    // everything before it matches as far left as possible. So the time is bounded by the product of both lengths.
    var retry: (components: ArraySlice<Component>, names: ArraySlice<[Unicode.Scalar]>)?
    while true {
      if components.first == .anyFolders {
        retry = (components, names)
        components = components.dropFirst()
      } else if let component = components.first, let name = names.first, component.matches(name) {
        components = components.dropFirst()
        names = names.dropFirst()
      } else if components.isEmpty, names.isEmpty {
        return true
      } else if let last = retry, let name = last.names.first, name.first != "." {
        retry = (last.components, last.names.dropFirst())
        names = last.names.dropFirst()
        components = last.components.dropFirst()
      } else {
        return false
      }
    }
  }
}
