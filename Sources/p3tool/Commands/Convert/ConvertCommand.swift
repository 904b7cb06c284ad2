import ArgumentParser
import Checking
import CommandParts
import Conversion
import DarkMode
import ImageFiles

/// `p3tool convert`.
struct ConvertCommand: AsyncParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", _superCommandName: P3Tool.name,
    abstract: "Convert images to another colour space, right to the last code.",
    discussion: """
      p3tool convert photo.png --to srgb             writes photo.srgb.png
      p3tool convert art/ -r --to p3 -o build/       all of art, tree kept
      p3tool convert - --to srgb < in.png > out.png  as a filter
      p3tool convert in.png --from adobe-rgb --to press.icc

      Straight alpha is never touched. Matrix profiles have no perceptual
      table: perceptual and saturation equal relative there.
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var place: InPlaceOption

  @Option(
    help: ArgumentHelp(
      "srgb, display-p3 (p3), adobe-rgb, rec2020, prophoto, or an ICC file.", valueName: "space"),
    completion: .space)
  var to: String

  @OptionGroup(title: "Colour") var color: ColorOptions
  @Flag(help: "Also soften white backgrounds for dark mode (see soften).")
  var soften = false

  @Option(
    help: ArgumentHelp(
      "Also write the image beside what clip, chroma and soft make of it; .png or .html, a folder for several inputs.",
      valueName: "file"), completion: .images)
  var compare: String?

  @Option(
    help: ArgumentHelp(
      "Exit with 1 when a result is so; it is written all the same. Repeatable.",
      discussion: "none (the default), note, warning, gamut-clipping, banding, or RULE=LIMIT as in check.",
      valueName: "condition"), completion: .conditions(["gamut-clipping", "banding"]))
  var failOn: [String] = []

  @OptionGroup var explaining: ExplainOption<ConvertCommand>

  @OptionGroup(title: "Encoding") var encoding: EncodingOptions
  @OptionGroup(title: CommonOptions.title) var run: RunOptions<PictureFormat>
  @OptionGroup(title: CommonOptions.title) var described: SchemaOption

  static var explained: [any NamedRule] { ConversionReport.rules }

  func run() async throws {
    let request = try request()
    let jobs = ImageJobs(input: input, output: output, isInPlace: place.inPlace, run: run)
    let policy = try policy()
    let comparisons = compare.map { SidePictures(option: "compare", place: $0, makesPages: true) }
    try await jobs.perform(suffix: request.target.outputSuffix, pictures: comparisons) { comparisons, count in
      ConvertWorker(
        conversion: ImageConversion(request), options: jobs.options(page: "converted", inputs: count),
        comparisons: comparisons, replacesComparisons: output.force, policy: policy)
    }
  }

  func validate() throws {
    _ = try policy()
    if compare != nil, input.inputs.contains("-") {
      throw ValidationError("--compare reads the image once more: give a file instead of standard input")
    }
  }

  /// The policy for findings. Throws for rules that only `check` supports.
  func policy() throws -> FindingPolicy {
    let conditions = try failOn.map { text in
      let condition: FailCondition
      do { condition = try FailCondition(text) } catch { throw ValidationError("--fail-on: \(error)") }
      if case .rule(let rule, _) = condition, !ConversionReport.rules.contains(rule) {
        let rules = ConversionReport.rules.map(\.rawValue).joined(separator: " and ")
        throw ValidationError("--fail-on \(rule.rawValue): convert answers \(rules), use p3tool check")
      }
      return condition
    }
    return FindingPolicy(conditions: conditions.isEmpty ? [.never] : conditions)
  }

  func request() throws -> ConversionRequest {
    var request = ConversionRequest(target: try ProfileArgument(to, option: "--to").target)
    try color.apply(to: &request)
    encoding.apply(to: &request)
    request.softening = soften ? SofteningOptions() : nil
    request.limits = run.limits
    do {
      try request.validate()
    } catch {
      throw ValidationError(error.description)
    }
    return request
  }
}
