import Colors

/// The names on the way from an entry to its value: neither circular nor longer than any real chain.
struct AliasChain {
  /// The most steps. With all entries of a file in one chain the time would grow with the square of their number.
  static let longest = 32

  /// The names, starting with the entry.
  private var names: [String]
  /// The word for a step in messages: `var()`.
  private let word: String

  init(from name: String, word: String) {
    names = [name]
    self.word = word
  }

  /// Adds a step to the entry `target`.
  mutating func follow(_ target: String) throws(PaletteError) {
    guard !names.contains(target) else {
      let circle = (names + [target]).joined(separator: " → ")
      throw PaletteError(kind: .alias, entry: names[0], fact: "\(word) goes in a circle: \(circle)")
    }
    guard names.count < Self.longest else {
      throw PaletteError(
        kind: .alias, entry: names[0], fact: "\(word) leads on for more than \(Self.longest) steps")
    }
    names.append(target)
  }
}
