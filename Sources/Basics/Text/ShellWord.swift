/// Names as words of a shell command.
package enum ShellWord {
  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:@%,")

  /// `name` as one word that a shell reads back exactly: quoted only if necessary, and never an option. Control
  /// characters and bytes that are not UTF-8 become escapes in `$'…'` (POSIX 2024; supported by bash, zsh and ksh), so
  /// that they reach the file and not the terminal.
  package static func quoted(_ name: String) -> String {
    var name = (name.hasPrefix("-") && name != "-" ? "./" : "") + name
    if name.printableName == "./" + name { name = name.printableName }
    if !name.isEmpty, name.allSatisfy({ plain.contains($0) }) { return name }
    guard name.printable == name else { return "$'" + escaped(name) + "'" }
    return "'" + name.replacing("'", with: "'\\''") + "'"
  }

  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { text, scalar in
      // Commands of CI systems may begin with #.
      if scalar.isPrintable, !["'", "\\", "#"].contains(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        for byte in scalar.rawByte.map({ [$0] }) ?? Array(String(scalar).utf8) {
          text += "\\" + String(byte, radix: 8).padded(onLeftTo: 3, with: "0")
        }
      }
    }
  }
}
