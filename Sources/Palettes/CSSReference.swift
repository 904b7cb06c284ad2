/// A `var(--name, fallback)` in a value.
struct CSSReference {
  let name: String
  let fallback: String?
  /// The range of the whole, with its parentheses.
  let range: Range<String.Index>

  /// The first reference in `text`; nil if there is none, or it is not closed.
  init?(firstIn text: Substring) {
    guard let head = text.firstRange(of: "var("),
      let end = Self.closing(in: text[head.upperBound...])
    else { return nil }
    let inner = text[head.upperBound..<end]
    let comma = inner.firstIndex(of: ",")
    name = CSSDeclarations.trimmed(inner[..<(comma ?? inner.endIndex)])
    fallback = comma.map { CSSDeclarations.trimmed(inner[inner.index(after: $0)...]) }
    range = head.lowerBound..<text.index(after: end)
  }

  /// All references in `text`, including those in fallbacks.
  static func all(in text: String) -> [CSSReference] {
    var references: [CSSReference] = []
    var rest = text[...]
    while let reference = CSSReference(firstIn: rest) {
      references.append(reference)
      // Fallbacks may contain references, so the search continues behind the name.
      rest = rest[rest.index(reference.range.lowerBound, offsetBy: 4)...]
    }
    return references
  }

  /// The parenthesis that closes the one at the start of `text`.
  private static func closing(in text: Substring) -> String.Index? {
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "(": depth += 1
      case ")" where depth == 0: return index
      case ")": depth -= 1
      default: break
      }
    }
    return nil
  }

  private static let functions = [
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "light-dark",
    "contrast-color",
  ]

  /// Whether `text` is a single call of a colour function.
  static func isColorFunction(_ text: String) -> Bool {
    guard let open = text.firstIndex(of: "("), functions.contains(text[..<open].lowercased()) else {
      return false
    }
    return closing(in: text[text.index(after: open)...]) == text.indices.last
  }

  /// `hsl(0 0% 100%)` for `0 0% 100%`, which style sheets store for use in `hsl(var(--name) / 50%)`.
  static func hslOfTriplet(_ text: String) -> String? {
    let words = text.split(separator: " ")
    guard words.count == 3, words[1].hasSuffix("%"), words[2].hasSuffix("%"),
      let last = words[0].last, last.isNumber || words[0].hasSuffix("deg")
    else { return nil }
    return "hsl(\(text))"
  }
}
