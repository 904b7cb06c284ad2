import Colors

/// The names that are passed on the way from an entry to its value: no circle, and no longer way than anybody writes.
struct AliasChain {
  /// Steps that are followed. All entries of a file in one chain would else take the square of their number.
  static let longest = 32

  /// The entry first.
  private var names: [String]
  /// What messages call a step: `var()`.
  private let word: String

  init(from name: String, word: String) {
    names = [name]
    self.word = word
  }

  /// One step further, to the entry called `target`.
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
