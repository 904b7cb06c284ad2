import ArgumentParser
import Reports

/// The values of `--format` that a command has, so that help lists those which work there.
protocol FormatChoice: ChoiceArgument, Sendable {
  /// What is printed without the option.
  static var text: Self { get }
}

extension FormatChoice {
  /// The format as reports know it.
  var format: ReportFormat {
    guard let format = ReportFormat(rawValue: rawValue) else {
      preconditionFailure("\(rawValue) is no format of reports")
    }
    return format
  }

  /// `text, json or html`.
  static var list: String {
    let words = allValueStrings
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}

/// Formats of commands that find nothing.
enum PlainFormat: String, FormatChoice {
  case text, json
}

/// Formats of commands that make images of images.
enum PictureFormat: String, FormatChoice {
  case text, json, html
}

/// Formats of commands whose findings are about files and lines that code review shows.
enum FindingsFormat: String, FormatChoice {
  case text, json, sarif, junit, github, xcode, html, markdown
}

/// Formats of commands that compare: SARIF describes one file, not two.
enum ComparisonFormat: String, FormatChoice {
  case text, json, junit, github, xcode, html, markdown
}
