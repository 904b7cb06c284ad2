/// A dependency file in the syntax that Make and Ninja both read.
package enum Depfile {
  /// The rule `target: dependencies`, and for Make an empty rule for each dependency, so that one that is
  /// removed later makes the target old instead of stopping the build.
  package static func text(target: String, dependencies: [String]) -> String {
    let names = dependencies.map(escaped)
    let rule = ([escaped(target) + ":"] + names).joined(separator: " \\\n  ")
    return rule + "\n" + names.map { "\n\($0):\n" }.joined()
  }

  /// Spaces, `#`, `$` and backslashes before them as GNU Make and Ninja want them.
  static func escaped(_ path: String) -> String {
    var text = ""
    for character in path {
      switch character {
      case " ", "#", "\t": text += "\\\(character)"
      case "$": text += "$$"
      default: text.append(character)
      }
    }
    return text
  }
}
