import ArgumentParser
package import Reports

/// The values of `--format` for a command, so that the help lists only valid ones.
package protocol FormatChoice: ChoiceArgument, Sendable {
  /// The default.
  static var text: Self { get }
}

extension FormatChoice {
  /// The format for reports.
  package var format: ReportFormat {
    guard let format = ReportFormat(rawValue: rawValue) else {
      preconditionFailure("\(rawValue) is no format of reports")
    }
    return format
  }

  /// `text, json or html`.
  package static var list: String {
    let words = allValueStrings
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}

/// The formats of commands without findings.
package enum PlainFormat: String, FormatChoice {
  case text, json
}

/// The formats of commands that turn images into images.
package enum PictureFormat: String, FormatChoice {
  case text, json, html
}

/// The formats of commands with findings about files and lines.
package enum FindingsFormat: String, FormatChoice {
  case text, json, sarif, junit, github, xcode, html, markdown
}

/// The formats of commands that compare. SARIF is left out: its results are about one file, not two.
package enum ComparisonFormat: String, FormatChoice {
  case text, json, junit, github, xcode, html, markdown
}
