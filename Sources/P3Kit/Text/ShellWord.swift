/// Names as words of a shell's command line.
enum ShellWord {
  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:@%,")

  /// `name` as one word that a POSIX shell reads back: in quotes only where it has to be, and never as an option.
  /// Control characters are shown, not passed on.
  static func quoted(_ name: String) -> String {
    let name = (name.hasPrefix("-") && name != "-" ? "./" : "") + name.printableName
    if !name.isEmpty, name.allSatisfy({ plain.contains($0) }) { return name }
    return "'" + name.replacing("'", with: "'\\''") + "'"
  }
}
