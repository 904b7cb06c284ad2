import ArgumentParser
import CommandParts
import Conversion
import ImageFiles

/// `p3tool assign`.
struct AssignCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assign", _superCommandName: P3Tool.name,
    abstract: "Change which colours a file says it holds, and no sample.",
    discussion: """
      p3tool assign shot.png --profile p3   same samples, now Display P3
      p3tool assign shot.png --strip        writes shot.untagged.png

      Use it when a file says the wrong thing. To keep what a picture looks
      like, use convert.
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var place: InPlaceOption

  @Option(
    help: ArgumentHelp(
      "srgb, display-p3 (p3), adobe-rgb, rec2020, prophoto, or an ICC file.", valueName: "space"),
    completion: .space)
  var profile: String?

  @Flag(help: "Remove every colour tag instead.")
  var strip = false

  @Option(help: "Colour chunks: auto, icc, cicp, both or srgb-chunk (see convert).")
  var tag: ColorTagging = .auto

  @Flag(help: "Copy the image data without decompressing them: several times as fast, and damage stays.")
  var trust = false

  @OptionGroup(title: CommonOptions.title) var run: RunOptions<PlainFormat>
  @OptionGroup(title: CommonOptions.title) var described: SchemaOption

  func validate() throws {
    if strip == (profile != nil) { throw ValidationError("give either --profile or --strip") }
  }

  func run() async throws {
    let jobs = ImageJobs(input: input, output: output, isInPlace: place.inPlace, run: run)
    let target = try profile.map { try ProfileArgument($0, option: "--profile").target }
    if let target { try ConversionRequest(target: target).validateTagging(tag) }
    var assignment =
      target.map { TagAssignment(target: $0, tagging: tag, limits: run.limits) }
      ?? TagAssignment(strippingWithin: run.limits)
    assignment.trustsImageData = trust
    let worker = AssignWorker(assignment: assignment, options: jobs.options())
    try await jobs.perform(suffix: target?.outputSuffix ?? "untagged", worker: worker)
  }
}

extension ConversionRequest {
  /// - Throws: a usage error if `tagging` cannot represent the target.
  fileprivate func validateTagging(_ tagging: ColorTagging) throws {
    var request = self
    request.tagging = tagging
    do { try request.validate() } catch { throw ValidationError(error.description) }
  }
}
