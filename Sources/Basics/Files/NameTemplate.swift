/// Output names: text with placeholders such as `{dir}/{stem}.{target}.png`.
package struct NameTemplate: Sendable, Hashable {
  /// The names allowed between braces.
  package enum Placeholder: String, Sendable, CaseIterable {
    /// The source's folder relative to the root of its pattern; keeps the tree.
    case dir
    /// The folder before the first wildcard of the pattern.
    case root
    /// The source's name without its extension.
    case stem
    /// The source's extension without the dot.
    case ext
    /// The step's result: `srgb`, `display-p3`, a profile's stem, `dark`; after another step, joined by dots.
    case target
    /// The step's id.
    case step
  }

  /// Why a template is invalid.
  package enum Malformed: Error, Sendable, Hashable, CustomStringConvertible {
    case openBrace(template: String)
    case unknownPlaceholder(String)

    /// The fact with its remedy.
    package var description: String {
      switch self {
      case .openBrace(let template): "'\(template)': a { is not closed"
      case .unknownPlaceholder(let name): "unknown placeholder '{\(name)}' (\(Self.hint(for: name)))"
      }
    }

    private static func hint(for name: String) -> String {
      let known = Placeholder.allCases.map(\.rawValue)
      return NearestName.to(name, among: known).map { "did you mean '{\($0)}'?" }
        ?? "known: \(known.map { "{\($0)}" }.joined(separator: ", "))"
    }
  }

  private enum Part: Sendable, Hashable {
    case text(String)
    case placeholder(Placeholder)
  }

  private let parts: [Part]

  /// Parses `text`.
  ///
  /// - Throws: `Malformed` for an unknown placeholder or a brace that does not close.
  package init(_ text: String) throws(Malformed) {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw .openBrace(template: text)
      }
      let name = String(rest[rest.index(after: open)..<close])
      guard let placeholder = Placeholder(rawValue: name) else {
        throw .unknownPlaceholder(name)
      }
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      parts.append(.placeholder(placeholder))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// The template as written.
  package var text: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let placeholder): "{\(placeholder.rawValue)}"
      }
    }.joined()
  }

  /// The name of one output, with `.`, `..` and doubled slashes resolved; nil if it leads out of the output folder or
  /// is empty.
  package func name(_ values: [Placeholder: String]) -> String? { FilePath.normalizedBelow(text(values)) }

  /// The template with `values` for its placeholders.
  package func text(_ values: [Placeholder: String]) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let placeholder): values[placeholder] ?? ""
      }
    }.joined()
  }

  /// The placeholders used.
  package var placeholders: Set<Placeholder> {
    Set(parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } })
  }

  /// Whether names can end in `.png`, as far as the template decides: `{ext}` depends on the source.
  package var canEndInPNG: Bool { Self.endsInPNG(text([.ext: "png"])) }

  /// Whether `name` ends in `.png`, in any case.
  package static func endsInPNG(_ name: String) -> Bool { name.lowercased().hasSuffix(".png") }
}
