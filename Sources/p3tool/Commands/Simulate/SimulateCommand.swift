import ArgumentParser
import Colors
import CommandParts
import Conversion

/// `p3tool simulate`.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", _superCommandName: P3Tool.name,
    abstract: "Show images as people see them who lack one kind of cones.",
    discussion: """
      p3tool simulate chart.png --vision deuteranopia   writes chart.deuteranopia.png
      p3tool simulate art/ -r --vision protanopia -o seen/
      p3tool simulate chart.png --vision deuteranopia --severity 0.5

      Models, in linear light: Machado, Oliveira, Fernandes 2009 for protanopia
      and deuteranopia, Brettel, Viénot, Mollon 1997 for tritanopia. Colour
      space, tags, depth and alpha stay. To look for colours that merge:
      p3tool check --only color-vision, p3tool palette lint.
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(help: "protanopia (no red cones), deuteranopia (no green) or tritanopia (no blue).")
  var vision: ColorVision

  @Option(help: ArgumentHelp("0 (ordinary vision) to 1 (none of these cones).", valueName: "share"))
  var severity = 1.0

  @Option(
    help: ArgumentHelp("The profile of untagged images (name or ICC file).", valueName: "space"),
    completion: .space)
  var assume = "srgb"

  @OptionGroup(title: "Encoding") var encoding: KeptEncodingOptions
  @OptionGroup(title: CommonOptions.title) var run: RunOptions<PictureFormat>
  @OptionGroup(title: CommonOptions.title) var described: SchemaOption

  func validate() throws {
    guard (0...1).contains(severity) else {
      throw ValidationError("--severity takes a number from 0 to 1, not \(severity)")
    }
  }

  func run() async throws {
    var simulation = ImageSimulation(vision, severity: severity)
    simulation.assumedProfile = try ProfileArgument(assume, option: "--assume").profile
    simulation.depth = encoding.depth
    simulation.dither = encoding.dither
    simulation.metadata = encoding.storage.metadata
    simulation.compression = encoding.storage.compression
    simulation.limits = run.limits
    let jobs = ImageJobs(input: input, output: output, run: run)
    try await jobs.perform(suffix: vision.rawValue, pictures: nil) { _, count in
      SimulateWorker(simulation: simulation, options: jobs.options(page: "simulated", inputs: count))
    }
  }
}
