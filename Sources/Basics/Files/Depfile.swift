/// A dependency file that both GNU Make and Ninja can read.
///
/// Make reads a dependency file as a makefile: a name with a line break, `;`, `=` or an unescaped `:` would become a
/// rule, a recipe or a variable. Ninja has fewer special characters and fewer escapes. Names are written byte by byte;
/// a name that either program would misread is refused.
package enum Depfile {
  /// A name that cannot be written.
  package struct UnwritableName: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name.
    package let path: String
    /// What is wrong with it: a character, or its position.
    let what: String

    /// The fact with its remedy.
    package var description: String {
      "\(path.printableName): cannot stand in a dependency file for Make and Ninja: \(what) (rename it, or leave out "
        + "--depfile)"
    }
  }

  /// The rule `target: dependencies`, and for Make an empty rule per dependency, so that a dependency that is removed
  /// later makes the target outdated instead of stopping the build.
  package static func bytes(target: String, dependencies: [String]) throws(UnwritableName) -> [UInt8] {
    if target.utf8.contains(UInt8(ascii: "%")) { throw UnwritableName(path: target, what: "'%' in a target") }
    var rule = try escaped(target) + Array(":".utf8)
    var others: [UInt8] = []
    for dependency in dependencies {
      let name = try escaped(dependency)
      rule += Array(" \\\n  ".utf8) + name
      if hasRule(name) { others += Array("\n".utf8) + name + Array(":\n".utf8) }
    }
    return rule + Array("\n".utf8) + others
  }

  /// Whether Make reads an empty rule for `name` as such: with `%` it would be a pattern, and a bare name may be a
  /// directive (`define`) or a special target (`.IGNORE`).
  private static func hasRule(_ name: [UInt8]) -> Bool {
    if name.contains(UInt8(ascii: "%")) { return false }
    return name.contains(UInt8(ascii: "/"))
      || name.first != UInt8(ascii: ".") && name.contains(UInt8(ascii: "."))
  }

  /// The name, escaped for both programs.
  static func escaped(_ path: String) throws(UnwritableName) -> [UInt8] {
    let bytes = PathText.bytes(path)
    if let what = ambiguousEnd(bytes) { throw UnwritableName(path: path, what: what) }
    var text: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: ":"): text += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "$"): text += [byte, byte]
      case UInt8(ascii: "\\"):
        // Before an escaped character the two programs count backslashes differently.
        guard isPlain(bytes[index + 1]) else {
          throw UnwritableName(path: path, what: "a backslash in front of a special character")
        }
        text.append(byte)
      case _ where isPlain(byte): text.append(byte)
      default: throw UnwritableName(path: path, what: "the character '\(PathText.text([byte]).printable)'")
      }
    }
    return text
  }

  /// What is wrong with the start or end of a name, where some characters have another meaning.
  private static func ambiguousEnd(_ name: [UInt8]) -> String? {
    switch (name.first, name.last) {
    case (nil, _): "it is empty"
    case (UInt8(ascii: "~"), _): "'~' at the beginning"
    case (_, UInt8(ascii: " ")), (_, UInt8(ascii: ":")), (_, UInt8(ascii: "\\")), (_, UInt8(ascii: ")")):
      "'\(PathText.text(name.suffix(1)))' at the end"
    default: nil
    }
  }

  /// Whether both programs read the byte as itself in any position.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
      true
    default: plainPunctuation.contains(byte)
    }
  }

  private static let plainPunctuation = Set("/._-+,@!(){}]~%".utf8)
}
