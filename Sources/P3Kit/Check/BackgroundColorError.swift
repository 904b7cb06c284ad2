/// What was given is no background.
public struct BackgroundColorError: Error, CustomStringConvertible {
  /// What was given.
  public let text: String

  /// The name that was probably meant.
  public var suggestion: String? {
    NearestName.to(text, among: BackgroundPalette.roles.map(\.name) + CSSColorNames.codes.keys)
  }

  /// What to write instead.
  public var description: String {
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return
      "'\(text)' is not an opaque colour\(hint) (write #RRGGBB, #RGB, a CSS name, color(display-p3 r g b), or a "
      + "palette's name such as systemBackground)"
  }
}
