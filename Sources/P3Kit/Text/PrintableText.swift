// What a file says of itself reaches terminals, logs and reports: a profile's name must not steer them.

extension String {
  /// The text on one line: control characters, line and paragraph separators and direction overrides become
  /// U+FFFD, and what is longer than a message should be is cut.
  var printable: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars.prefix(1000) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
        scalars.append("\u{FFFD}")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
