package import Catalogs
package import Checking
package import Conversion
package import Palettes

/// The subcommands that steps are. The program's argument parser knows their options and what those require.
package protocol StepCommands: Sendable {
  /// The options of the subcommand of `kind`, in the order of its help.
  func options(of kind: StepKind) -> [StepOption]

  /// What the subcommand of `kind` does with `arguments`.
  ///
  /// - Throws: `StepRefusal` for arguments that the subcommand does not take.
  func request(of kind: StepKind, _ arguments: [StepArgument]) throws(StepRefusal) -> StepRequest
}

/// What a step does with each source: what its subcommand makes of its options.
package enum StepRequest: Sendable {
  case convert(ConversionRequest, FindingPolicy)
  case soften(ImageSoftening)
  case check(CheckRequest)
  /// - `icon`: what an app icon is for; nil for an image set.
  case catalog(ImageSetRequest, icon: [AppIconPlatform]?)
  case catalogColor(ColorSetBuilder)
  case paletteLint(rules: Set<PaletteRule>, policy: PalettePolicy, roles: PaletteRoleGlobs, platform: String?)
  case diff(DifferenceRequest, DifferencePolicy)
}

/// An option of a subcommand with the values that a step gives it.
package struct StepArgument: Sendable {
  /// The option.
  package let option: StepOption
  /// `true` or `false` of a flag.
  package internal(set) var values: [String]
}

/// Why a subcommand does not take its arguments, in one line with the options' names as a pipeline spells them.
package struct StepRefusal: Error, Sendable, Hashable {
  /// The fact.
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// One option of a subcommand, as a step has it.
package struct StepOption: Sendable {
  /// What a value is.
  package enum Value: Sendable, Hashable {
    /// `true` or `false`.
    case flag
    /// One of these words.
    case choice([String])
    /// A text or a number; some that are legal.
    case text(examples: [String])
    /// A colour space: a built-in one, a name of the pipeline's `profiles`, or an ICC file.
    case space
    /// A file, relative to the pipeline's folder.
    case file
  }

  /// How a command line gives it.
  package enum Form: Sendable, Hashable {
    /// By its name alone, or not at all.
    case flag
    /// By its name alone, or with `no-` in front of it.
    case invertedFlag
    /// By its name with one value.
    case single
    /// By its name with several values, separated by commas.
    case list
    /// By its name as often as it has values.
    case repeated
    /// By its value alone.
    case positional
  }

  /// As pipeline files and the command line spell it, without dashes.
  package let name: String
  /// How a command line gives it.
  package let form: Form
  /// What its value is, or each of its values.
  package let value: Value
  /// Whether a step cannot do without it.
  package let isRequired: Bool
  /// What holds without it, as the command line spells it.
  package internal(set) var standard: String?
  /// Whether that is not what the command line means by nothing, so that the step has to say it.
  var isOwnStandard = false
  /// What help calls the value.
  package let valueName: String
  /// What it is for, in one sentence.
  package internal(set) var summary: String
  /// What to do instead, where a step cannot have it.
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

  /// Its key of a pipeline file.
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

  /// Its line in a starter file: the default, a choice, or the word that help has for a value.
  var starterLine: String {
    let line = "\(name): \(example)"
    return line + String(repeating: " ", count: max(2, 32 - line.count)) + "# " + shortSummary
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

  /// The summary, or as much of it as stands before its first details.
  private var shortSummary: String {
    guard summary.count > 80 else { return String(summary.last == "." ? summary.dropLast() : summary[...]) }
    let end = [". ", ": ", " (", "; "].compactMap { summary.firstRange(of: $0)?.lowerBound }.min()
    return end.map { String(summary[..<$0]) } ?? summary
  }
}
