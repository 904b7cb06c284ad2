import ArgumentParser
import P3Kit

/// `p3tool soften`.
struct SoftenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soften", _superCommandName: P3Tool.name,
    abstract: "Lower white backgrounds so that they do not glow in dark mode.",
    discussion: """
      p3tool soften chart.png                 writes chart.dark.png
      p3tool soften shots/ -r -o dark/        every PNG below shots, tree kept
      p3tool soften logo.png --mode outline   a contour where it would vanish

      auto finds out what an image needs: a white background is lowered and the
      artwork kept, bright graphics get a soft knee, photographs and dark images
      are left alone. Alpha never changes (but for outline, which draws), and a
      second run changes nothing.
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(help: "auto, white, highlights, dim or outline.")
  var mode: SofteningMode = .auto

  @Option(help: ArgumentHelp("The relative luminance that white ends at, over 0 to 1.", valueName: "y"))
  var white = 0.72

  @Option(help: ArgumentHelp("The dark background the image will sit on.", valueName: "#rrggbb"))
  var on = "#1C1C1E"

  @OptionGroup(title: "Encoding") var storage: StorageOptions
  @OptionGroup(title: "Run") var run: RunOptions

  func validate() throws {
    guard white > 0, white <= 1 else {
      throw ValidationError("--white takes a luminance over 0 to 1, not \(white)")
    }
    _ = try background()
  }

  func run() async throws {
    var softening = ImageSoftening(
      SofteningOptions(mode: mode, whiteLuminance: white, background: try background().encoded))
    softening.depth = storage.depth
    softening.metadata = storage.metadata
    softening.compression = storage.compression
    softening.limits = run.limits
    let jobs = ImageJobs(input: input, output: output, run: run)
    let worker = SoftenWorker(
      softening: softening, settings: jobs.settings, checksOutputs: output.check, withTimings: run.timings)
    try await jobs.perform(suffix: "dark", worker: worker)
  }
  /// The colour of `--on`, which takes the digits of a hexadecimal colour without `#` too.
  private func background() throws -> BackgroundColor {
    let isBareHexadecimal = [3, 6].contains(on.count) && on.allSatisfy(\.isHexDigit)
    do {
      return try BackgroundColor(isBareHexadecimal ? "#" + on : on)
    } catch {
      throw ValidationError("--on: \(error)")
    }
  }
}
