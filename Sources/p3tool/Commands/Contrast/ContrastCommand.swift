import ArgumentParser
import Checking
import Colors
import CommandParts
import Palettes
import Reports

/// `p3tool contrast`.
struct ContrastCommand: ParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "contrast",
    abstract: "Judge how well one colour can be read on another.",
    discussion: """
      p3tool contrast '#8396A8' '#2F3C48'
      p3tool contrast label systemBackground --palette apple --appearance dark
      p3tool contrast --palette tokens.json --matrix
      p3tool contrast '#FF383C' white --suggest

      Colours are those of CSS: #0070F2 or 0070F2, names, rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch(), \
      color(display-p3 r g b), color-mix() and the like, and the names of --palette. light-dark() is judged in both \
      appearances. Translucent colours are composited first. What sRGB does not \
      have is judged as it is and as an sRGB display clips it; the lower ratio decides. Exits with 1 when a required \
      ratio is missed.
      """)

  @Argument(
    help: ArgumentHelp("The colour of the text or mark, and the colour it stands on.", valueName: "color"))
  var colors: [String] = []

  @OptionGroup(title: "Palette") var palette: PaletteOptions

  @Flag(help: "Every text colour of the palette on every background of its group.")
  var matrix = false

  @OptionGroup(title: "What is asked") var requirement: RequirementOptions

  @OptionGroup(title: "Remedy") var remedy: RemedyOptions

  @OptionGroup var explaining: ExplainOption<ContrastCommand>

  @Option(help: "How results are printed: \(ComparisonFormat.list).")
  var format: ComparisonFormat = .text

  @Flag(name: .shortAndLong, help: "Print nothing that passes.")
  var quiet = false

  @OptionGroup(title: CommonOptions.title) var described: SchemaOption

  static var explained: [any NamedRule] { ContrastRule.allCases }

  func validate() throws {
    if matrix {
      guard colors.isEmpty else { throw ValidationError("--matrix takes its colours from --palette") }
      guard palette.palette != nil else { throw ValidationError("--matrix needs --palette") }
    } else if colors.count != 2 {
      throw ValidationError("two colours are needed, the text and what it stands on, not \(colors.count)")
    }
  }

  func run() throws {
    let output = ContrastOutput(
      pairs: try reports(), palette: palette.palette, requirement: try requirement.requirement())
    try output.write(as: format.format, isMatrix: matrix, isQuiet: quiet)
    if output.failing > 0 { throw Outcome.findings }
  }

  private func reports() throws -> [ContrastReport] {
    let loaded = try palette.loaded()
    let names = ColorNames(palette: loaded, platform: palette.platform)
    let judge = ContrastJudge(
      requirement: try requirement.requirement(), backdrops: try requirement.backdrops(names),
      suggests: remedy.suggest ? (remedy.change, remedy.gamut) : nil)
    do {
      return try loaded.map { matrix ? try matrixReports($0, judge) : nil }?.flatMap { $0 }
        ?? pairReports(names, judge)
    } catch let error as ContrastError {
      throw ValidationError("\(error)")
    }
  }

  private func matrixReports(_ palette: Palette, _ judge: ContrastJudge) throws -> [ContrastReport] {
    let pairs = PalettePairs(palette.withRoles(PaletteRoleGlobs()), platform: self.palette.platform)
    let reports = try pairs.conditions.filter(self.palette.admits).flatMap { condition in
      try pairs.pairs(condition).map {
        try judge.report($0.foreground, on: $0.background, condition: $0.condition)
      }
    }
    guard !reports.isEmpty else {
      throw ValidationError(
        "\(palette.name) has no colours with the roles of text on a background: no pairs to judge")
    }
    return reports
  }

  /// The reports on the two colours of the command line: only one if neither depends on the appearance.
  private func pairReports(_ names: ColorNames, _ judge: ContrastJudge) throws -> [ContrastReport] {
    let both = try colors.map { try names.color($0) }
    guard both.contains(where: \.isAdaptive) else {
      return [try judge.report(try both[0].value(nil), on: try both[1].value(nil))]
    }
    // If no appearance was requested, those are left out for which a colour has no value, or neither has one of its own.
    let asked = palette.conditions
    let known = asked.filter { condition in
      both.allSatisfy { $0.hasValue(condition) } && both.contains { $0.hasOwnValue(condition) }
    }
    guard !known.isEmpty else {
      let missing = both.first { $0.css == nil && !$0.hasOwnValue(asked[0]) } ?? both[0]
      throw ValidationError("'\(missing.input)' has no value for \(asked[0].text)")
    }
    return try known.map { condition in
      try judge.report(
        try both[0].value(condition), on: try both[1].value(condition), condition: condition)
    }
  }
}

/// The requirements on each pair.
struct RequirementOptions: ParsableArguments {
  @Option(help: "Whose limits: wcag (WCAG 2.2) or hig (Apple's Human Interface Guidelines).")
  var standard: ContrastRequirement.Standard = .wcag

  @Option(help: "How much is asked: aa or aaa.")
  var level: ContrastRequirement.Level = .aa

  @Option(help: ArgumentHelp("The text's size: 17px, or 18pt.", valueName: "size"))
  var size = TextSize.standard

  @Option(help: ArgumentHelp("The font's weight: regular, bold, or 1 to 1000.", valueName: "weight"))
  var weight = "regular"

  @Flag(help: "It is a mark and no text: icons, borders of fields (3:1, WCAG 1.4.11).")
  var nonText = false

  @Option(
    help: ArgumentHelp(
      "What lies under a translucent background; repeatable, the worst counts.", valueName: "color"))
  var backdrop: [String] = []

  func validate() throws { _ = try requirement() }

  /// The requirement as given by the options.
  func requirement() throws -> ContrastRequirement {
    var requirement = ContrastRequirement()
    (requirement.standard, requirement.level, requirement.size) = (standard, level, size)
    requirement.isNonText = nonText
    guard let number = ["regular": 400, "bold": 700][weight.lowercased()] ?? Int(weight),
      (1...1000).contains(number)
    else {
      throw ValidationError("--weight takes regular, bold, or a number from 1 to 1000, not '\(weight)'")
    }
    requirement.weight = number
    return requirement
  }

  /// The backdrops, which must not depend on the appearance.
  func backdrops(_ names: ColorNames) throws -> [CSSColor] {
    try backdrop.map { text in
      let color = try names.color(text)
      guard !color.isAdaptive else {
        throw ValidationError("--backdrop: '\(text)' depends on the appearance; write its value")
      }
      return try color.value(nil).color
    }
  }
}

/// `--suggest` and the options for its changes.
struct RemedyOptions: ParsableArguments {
  @Flag(help: "Name the nearest colour that passes.")
  var suggest = false

  @Option(help: "Which colour a suggestion replaces: foreground or background.")
  var change: ContrastSuggestion.Change = .foreground

  @Option(help: "What may be suggested: srgb (8-bit codes) or display-p3.")
  var gamut: ContrastSuggestion.Gamut = .sRGB
}

/// Colours by their names in a palette or in CSS syntax.
struct ColorNames {
  let palette: Palette?
  let platform: String?

  /// A colour that may depend on the appearance.
  struct Value {
    let input: String
    let entry: Palette.Entry?
    /// Both colours of `light-dark()`, equal for all other CSS colours; nil for a colour of the palette.
    let css: (light: CSSColor, dark: CSSColor)?

    /// Whether the value depends on the appearance.
    var isAdaptive: Bool { css.map { $0.light != $0.dark } ?? true }

    /// Whether there is a colour under `condition`.
    func hasValue(_ condition: PaletteCondition) -> Bool { css != nil || entry?.seenColor(condition) != nil }

    /// Whether the colour has a value for the appearance of `condition`, not merely one for all.
    func hasOwnValue(_ condition: PaletteCondition) -> Bool {
      css == nil ? entry?.color(condition) != nil : isAdaptive
    }

    /// The colour under `condition`.
    func value(_ condition: PaletteCondition?) throws -> ContrastColor {
      if let css {
        return ContrastColor(condition?.appearance == .dark ? css.dark : css.light, input: input)
      }
      guard let entry, let condition, let color = entry.seenColor(condition) else {
        throw ValidationError("'\(input)' has no value for \(condition?.text ?? "any appearance")")
      }
      return ContrastColor(color, input: input, name: entry.name)
    }
  }

  /// The colour of `text`. Names of the palette take precedence.
  func color(_ text: String) throws -> Value {
    if let entry = palette?.color(named: text, platform: platform) {
      return Value(input: text, entry: entry, css: nil)
    }
    do throws(CSSColorError) {
      let both = (light: try CSSColor(text), dark: try CSSColor(text, appearance: .dark))
      return Value(input: text, entry: nil, css: both)
    } catch {
      throw ValidationError(words(error, of: text))
    }
  }

  private static let notations =
    " (write #RRGGBB, a CSS name, color(display-p3 r g b), or a name of --palette)"

  private func words(_ error: CSSColorError, of text: String) -> String {
    if text.hasPrefix("var(") {
      return "'\(text)': name the property without var() and --, and give its file as --palette"
    }
    guard case .unknownName(let css) = error.problem else { return "\(error)" }
    guard let palette else {
      // Users type colours of a well-known palette without `--palette`.
      let known = ["apple", "fiori"].first {
        Palette.builtIn($0)?.color(named: text, platform: platform) != nil
      }
      return known.map { "'\(text)' is no CSS colour; it is one of a palette: add --palette \($0)" }
        ?? "\(error)" + (css == nil ? Self.notations : "")
    }
    let nearest = palette.nearestName(to: text, platform: platform) ?? css
    return "'\(text)' is no colour of \(palette.name) and no CSS colour"
      + (nearest.map { "; did you mean '\($0)'?" } ?? " (p3tool palette show \(palette.name) lists its names)")
  }
}
