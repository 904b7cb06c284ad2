/// The ground that artwork is drawn for, by its file's path: by names that toolkits and programs share. Its maker knows
/// that it vanishes on the other one.
///
/// - The last word of the file's name or of one of the three folders above it: "dark" as in GTK's and KDE's themes (`Adwaita-dark`, `breeze-dark`),
///   "night" as in Android's resources (`drawable-night-hdpi`), "light" beside both; and the artwork's own colour, "white" or
///   "black", as in Material's icons (`ic_home_white_24dp.png`), Bootstrap's (`glyphicons-halflings-white.png`) and logos.
/// - The folders of widget and window themes: `gtk-3.0`, `metacity-1`, `xfwm4`, `openbox-3`, `themes/NAME/gnome-shell` and its
///   like, and all that is installed in `share/themes`, in `~/.themes`, or in the folder `themes` of sawfish, emerald, IceWM, and
///   of boot and login screens: GRUB, Plymouth, SDDM. Such a theme paints the ground as well; its style sheet says in which
///   colours.
package enum DrawnGround {
  /// Last words of names for artwork on a light ground.
  private static let lightWords: Set<String> = ["light", "black"]

  /// Last words of names for artwork on a dark ground.
  private static let darkWords: Set<String> = ["dark", "night", "white"]

  /// Folders that window managers read their themes from.
  private static let windowThemes: Set<String> = [
    "metacity-1", "metacity-2", "metacity-3", "xfwm4", "openbox-3",
  ]

  /// Folders in which a folder `themes` holds themes that paint their ground: the one that all programs share, those of window
  /// managers, system-wide and a user's, and those of boot and login screens.
  private static let themeOwners: Set<String> = [
    "share", "sawfish", ".sawfish", "emerald", ".emerald", "icewm", ".icewm", "grub", "plymouth", "sddm",
  ]

  /// Folders of shells and docks, whose names say so only in the folder of a theme.
  private static let shellThemes: Set<String> = ["gnome-shell", "cinnamon", "unity"]

  /// Folders nearest to the file whose words count, as in `breeze-dark/actions/16`: those above may lie anywhere.
  private static let nearFolders = 3

  /// Android's names for the density of a screen, which may follow the word.
  private static let densities: Set<String> = [
    "ldpi", "mdpi", "hdpi", "xhdpi", "xxhdpi", "xxxhdpi", "tvdpi", "nodpi", "anydpi",
  ]

  /// The words that excuse what vanishes on dark ground, or on light ground.
  package static func words(excusingDark isDark: Bool) -> Set<String> { isDark ? lightWords : darkWords }

  /// Why it is no news that the artwork at `path` vanishes on dark ground, or on light ground; nil where the path does not
  /// say so.
  package static func reason(_ path: String, vanishesOnDark isDark: Bool) -> String? {
    let components = path.split(separator: "/").map(String.init)
    if isPartOfTheme(components.dropLast()) {
      return "it is a part of a theme, which paints the ground as well"
    }
    let words = words(excusingDark: isDark)
    guard let word = components.suffix(nearFolders + 1).compactMap(lastWord).last(where: words.contains)
    else { return nil }
    return "\"\(word)\" in its path says that it is drawn for \(isDark ? "light" : "dark") ground"
  }

  /// Whether one of the folders is that of a widget or window theme.
  private static func isPartOfTheme(_ folders: ArraySlice<String>) -> Bool {
    folders.indices.contains { index in
      let name = folders[index]
      return windowThemes.contains(name) || isWidgetTheme(name) || name == ".themes"
        || index >= 1 && name == "themes" && themeOwners.contains(folders[index - 1])
        || index >= 2 && shellThemes.contains(name) && folders[index - 2] == "themes"
    }
  }

  /// Whether GTK reads a theme from folders of this name: `gtk-2.0`, `gtk-3.20`.
  private static func isWidgetTheme(_ name: String) -> Bool {
    let numbers = name.dropFirst(4).split(separator: ".", omittingEmptySubsequences: false)
    return name.hasPrefix("gtk-") && numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isWholeNumber) }
  }

  /// The last word of a file's or folder's name in lower case; sizes, numbers, the hash that a bundler adds and the file's type
  /// are left out. A capital letter after a small one begins a word: `branchPickerDark.1`.
  private static func lastWord(_ component: String) -> String? {
    let stem = component.lowercased().hasSuffix(".png") ? component.dropLast(4) : component[...]
    var (spaced, previous) = ("", Character(" "))
    for character in stem {
      if character.isUppercase, previous.isLowercase { spaced.append(" ") }
      spaced.append(character)
      previous = character
    }
    return spaced.lowercased().split { "-_. @".contains($0) }.last { !isSize($0) && !isHash($0) }
      .map(String.init)
  }

  /// Whether a word is the start of a hash: six hexadecimal digits or more, letters and digits.
  private static func isHash(_ word: Substring) -> Bool {
    word.count >= 6 && word.allSatisfy(\.isHexDigit) && word.contains(where: \.isNumber)
      && word.contains(where: \.isLetter)
  }

  /// Whether a word is a size: `48`, `24dp`, `2x`, `16x16`, `hdpi`.
  private static func isSize(_ word: Substring) -> Bool {
    let rest = word.drop(while: \.isWholeNumber)
    guard rest.count < word.count else { return densities.contains(String(word)) }
    return ["", "dp", "px"].contains(rest)
      || rest.first == "x" && rest.dropFirst().allSatisfy(\.isWholeNumber)
  }
}
