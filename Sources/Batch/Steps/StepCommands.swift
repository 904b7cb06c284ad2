package import Catalogs
package import Checking
package import Conversion
package import Palettes

/// The subcommands of steps. The program's argument parser defines their options and the rules between options.
package protocol StepCommands: Sendable {
  /// The options of the subcommand for `kind`, in the order of its help.
  func options(of kind: StepKind) -> [StepOption]

  /// Parses `arguments` for the subcommand of `kind`.
  ///
  /// - Throws: `StepRefusal` for arguments that the subcommand does not accept.
  func request(of kind: StepKind, _ arguments: [StepArgument]) throws(StepRefusal) -> StepRequest
}

/// The work of a step on each source: the parsed options of its subcommand.
package enum StepRequest: Sendable {
  case convert(ConversionRequest, FindingPolicy)
  case soften(ImageSoftening)
  case check(CheckRequest)
  /// - `icon`: the platforms of an app icon; nil for an image set.
  case catalog(ImageSetRequest, icon: [AppIconPlatform]?)
  case catalogColor(ColorSetBuilder)
  case paletteLint(rules: Set<PaletteRule>, policy: PalettePolicy, roles: PaletteRoleGlobs, platform: String?)
  case diff(DifferenceRequest, DifferencePolicy)
}

/// An option of a subcommand with its values in a step.
package struct StepArgument: Sendable {
  package let option: StepOption
  /// The values; `true` or `false` for a flag.
  package internal(set) var values: [String]
}

/// Why a subcommand does not accept its arguments, in one line with the options' names as in a pipeline file.
package struct StepRefusal: Error, Sendable, Hashable {
  /// The fact.
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// One option of a subcommand, as available in a step.
package struct StepOption: Sendable {
  /// The type of a value.
  package enum Value: Sendable, Hashable {
    /// `true` or `false`.
    case flag
    /// One of these words.
    case choice([String])
    /// A text or a number, with valid examples.
    case text(examples: [String])
    /// A colour space: a built-in one, a name of the pipeline's `profiles`, or an ICC file.
    case space
    /// A file, relative to the pipeline's folder.
    case file
  }

  /// The form on a command line.
  package enum Form: Sendable, Hashable {
    /// The name alone, or nothing.
    case flag
    /// The name alone, or the name with the prefix `no-`.
    case invertedFlag
    /// The name with one value.
    case single
    /// The name with several values, separated by commas.
    case list
    /// The name with one value, any number of times.
    case repeated
    /// The value alone.
    case positional
  }

  /// The name in pipeline files and on the command line, without dashes.
  package let name: String
  /// The form on a command line.
  package let form: Form
  /// The type of the value, or of each value.
  package let value: Value
  /// Whether a step must have the option.
  package let isRequired: Bool
  /// The default, as spelled on the command line.
  package internal(set) var standard: String?
  /// Whether `standard` differs from the command line's default, so that the step must pass it.
  var isOwnStandard = false
  /// The word for the value in the help text.
  package let valueName: String
  /// The purpose of the option, in one sentence.
  package internal(set) var summary: String
  /// The remedy if a step cannot have the option; nil if it can.
  package let remedy: String?

  package init(
    _ name: String, _ form: Form, _ value: Value, isRequired: Bool, standard: String?, valueName: String,
    summary: String, remedy: String?
  ) {
    self.name = name
    self.value = value
    self.form = form
    self.isRequired = isRequired
    self.standard = standard
    self.valueName = valueName
    self.summary = summary
    self.remedy = remedy
  }

  /// The key for the option in a pipeline file.
  var field: SchemaObject.Field {
    let type = form == .list || form == .repeated ? SchemaType.oneOrMore(type) : type
    return .init(name, type, summary + (standard.map { " (default: \($0))" } ?? ""))
  }

  private var type: SchemaType {
    switch value {
    case .flag: .boolean
    case .choice(let words): .choice(words)
    case .text(let examples): .scalar(examples: examples)
    case .space: .text(examples: SchemaType.spaces)
    case .file: .text()
    }
  }

  /// The option's line in a starter file: its name, an example value, and its summary as a comment.
  var starterLine: String {
    let line = "\(name): \(example)"
    let isOpen = if case .choice = value { standard == nil && !isRequired } else { false }
    return line + String(repeating: " ", count: max(2, 32 - line.count)) + "# " + shortSummary
      + (isOpen ? "; left out, the image decides" : "")
  }

  private var example: String {
    switch (value, standard) {
    case (.flag, let standard?): standard
    case (_, let standard?) where form == .list && standard.contains(","):
      "[\(standard.split(separator: ",").joined(separator: ", "))]"
    case (_, let standard?): YAMLText.scalar(standard)
    case (.choice(let words), nil): YAMLText.scalar(words.first ?? "")
    case (_, nil): "<\(valueName)>"
    }
  }

  /// The summary up to its first details.
  private var shortSummary: String {
    guard summary.count > 80 else { return String(summary.last == "." ? summary.dropLast() : summary[...]) }
    let end = [". ", ": ", " (", "; "].compactMap { summary.firstRange(of: $0)?.lowerBound }.min()
    return end.map { String(summary[..<$0]) } ?? summary
  }
}
