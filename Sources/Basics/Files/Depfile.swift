/// A dependency file that GNU Make and Ninja read alike.
///
/// Make takes a dependency file for a makefile: a name with a line break, `;`, `=` or an unescaped `:` in it would be a
/// rule, a recipe or a variable. Ninja knows fewer characters and fewer escapes. Names are written byte by byte; one
/// that either program would read as something else is refused.
package enum Depfile {
  /// A name that cannot be written.
  package struct UnwritableName: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name.
    package let path: String
    /// What is wrong with it: a character, or its place.
    let what: String

    /// The fact with its remedy.
    package var description: String {
      "\(path.printableName): cannot stand in a dependency file for Make and Ninja: \(what) (rename it, or leave out "
        + "--depfile)"
    }
  }

  /// The rule `target: dependencies`, and for Make an empty rule for each dependency, so that one that is
  /// removed later makes the target old instead of stopping the build.
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

  /// Whether an empty rule for `name` is one to Make: with `%` it would be a pattern, and a bare name may be a
  /// directive (`define`) or a special target (`.IGNORE`).
  private static func hasRule(_ name: [UInt8]) -> Bool {
    if name.contains(UInt8(ascii: "%")) { return false }
    return name.contains(UInt8(ascii: "/"))
      || name.first != UInt8(ascii: ".") && name.contains(UInt8(ascii: "."))
  }

  /// The name as both programs read it.
  static func escaped(_ path: String) throws(UnwritableName) -> [UInt8] {
    let bytes = PathText.bytes(path)
    if let what = ambiguousEnd(bytes) { throw UnwritableName(path: path, what: what) }
    var text: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: ":"): text += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "$"): text += [byte, byte]
      case UInt8(ascii: "\\"):
        // In front of what is escaped, the two programs count backslashes differently.
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

  /// What stands at the beginning or end of a name and reads as something else there.
  private static func ambiguousEnd(_ name: [UInt8]) -> String? {
    switch (name.first, name.last) {
    case (nil, _): "it is empty"
    case (UInt8(ascii: "~"), _): "'~' at the beginning"
    case (_, UInt8(ascii: " ")), (_, UInt8(ascii: ":")), (_, UInt8(ascii: "\\")), (_, UInt8(ascii: ")")):
      "'\(PathText.text(name.suffix(1)))' at the end"
    default: nil
    }
  }

  /// Whether both programs take the byte for itself, wherever it stands.
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
