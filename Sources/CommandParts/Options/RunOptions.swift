package import ArgumentParser
package import ImageFiles
package import PNGCodec
package import Reports

/// The group of options that most commands have.
package enum CommonOptions {
  /// Its title in help.
  package static let title = "Common options"
}

/// The options of every subcommand with inputs: jobs, format and amount of output.
package struct ReportingOptions<Format: FormatChoice>: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("Images in work at once (default: the cores).", valueName: "n"))
  package var jobs: Int?

  /// The most jobs, the same as in a pipeline file.
  private static var mostJobs: Int { 1024 }

  @Option(name: .customLong("format"), help: "How results are printed: \(Format.list).")
  package var formatChoice: Format = .text

  @Flag(
    name: .shortAndLong,
    help: "Print errors, and reports that were asked for; no notes, no progress, no line per output.")
  package var quiet = false

  @Flag(name: .shortAndLong, help: "Print more about each step.")
  package var verbose = false

  @Option(help: "Colours in terminal output: auto, always or never. NO_COLOR counts as never.")
  package var color: ColorChoice = .auto

  @Flag(help: "Add seconds, and the kernel if any, to JSON (they differ from run to run).")
  package var timings = false

  package func validate() throws {
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("--jobs takes a whole number from 1 to \(Self.mostJobs), not \(jobs)")
    }
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }

  /// The format of results.
  package var format: ReportFormat { formatChoice.format }

  /// The console for results on `stream`.
  package func console(results stream: StandardStream = .output) -> Console {
    Console(
      results: stream, isQuiet: quiet, isVerbose: verbose,
      palette: ConsolePalette(isEnabled: color.isEnabled(on: .error)))
  }

  /// The most images or strips in work at once.
  package var jobCount: Int { jobs ?? ProcessorCount.available }

  package init() {}
}

/// `--schema` of a command with a JSON report. `Answer` handles it before the command is parsed.
package struct SchemaOption: ParsableArguments {
  @Flag(help: "Print the JSON Schema of the JSON report, and do nothing else.")
  package var schema = false

  package init() {}
}

/// The limit of an image's memory.
package struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Refuse images that need more memory at once, very wide or interlaced ones, in bytes (default: 200 for each of the file's, from 208000000 to 2147483648).",
      valueName: "n"))
  package var maxMemory: Int?

  package func validate() throws {
    if let maxMemory, maxMemory < 1 {
      throw ValidationError("--max-memory takes a whole number from 1 on, not \(maxMemory)")
    }
  }

  package init() {}
}

/// The limit of an image's pixels. The option has two names, because `--max-pixels` of `diff` limits the differing
/// pixels.
package enum PixelLimit {
  package static let help = ArgumentHelp(
    "Refuse images with more pixels (default: 1000000000; fewer in heat maps of diff, previews and masters of catalogs). Without it, small files whose pixels would take long are refused, too.",
    valueName: "n")

  /// The limits for reading. An explicit number of pixels also raises the limits that depend on it.
  package static func limits(_ maxPixels: Int?, _ memory: MemoryOptions) -> PNGLimits {
    var limits = PNGLimits(maxMemory: memory.maxMemory)
    if let maxPixels { limits.allowPixels(maxPixels) }
    return limits
  }
}

/// The options of every subcommand with images.
@dynamicMemberLookup
package struct RunOptions<Format: FormatChoice>: ParsableArguments {
  @OptionGroup package var reporting: ReportingOptions<Format>

  @Option(help: PixelLimit.help) package var maxPixels: Int?

  @OptionGroup package var memory: MemoryOptions

  package func validate() throws {
    if let maxPixels, maxPixels < 1 {
      throw ValidationError("--max-pixels takes a whole number from 1 on, not \(maxPixels)")
    }
  }

  /// The reporting options, under their own names.
  package subscript<Value>(dynamicMember option: KeyPath<ReportingOptions<Format>, Value>) -> Value {
    reporting[keyPath: option]
  }

  /// The console for results on standard output.
  package func console() -> Console { reporting.console() }

  /// The limits beyond which images are refused before memory is allocated.
  package var limits: PNGLimits { PixelLimit.limits(maxPixels, memory) }

  /// The permits that the images of the run share.
  package var budget: StripPermits { StripPermits(jobs: reporting.jobCount, memory: memory.maxMemory) }

  package init() {}
}
