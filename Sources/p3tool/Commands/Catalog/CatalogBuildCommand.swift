import ArgumentParser
package import P3Kit
import PNGCodec

/// `p3tool catalog build`.
struct CatalogBuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Write an image set from one master: sRGB and Display P3, all scales, dark and high contrast.",
    discussion: """
      p3tool catalog build icon@3x.png --name Icon --into Assets.xcassets
      p3tool catalog build icon@3x.png --name Icon --into Assets.xcassets --dark soften
      p3tool catalog build photo.png --name Photo --into Assets.xcassets --scales single

      The master has the size of the largest scale, best at 16 bits in Display P3. Where every visible colour \
      fits sRGB, one sRGB image for any display is written, and said so. Smaller scales are made in linear \
      light. A set that exists is updated: entries and keys that are not ours stay.
      """)

  @Argument(help: "The master, at the largest scale.")
  var master: String

  @Option(help: ArgumentHelp("The set's name.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("The catalog, or a folder in it.", valueName: "folder"))
  var into: String

  @Option(help: ArgumentHelp("Scales such as 1x,2x,3x, or single.", valueName: "list"))
  var scales: ScaleList = .standard

  @Option(help: ArgumentHelp("The master's scale (default: the largest of --scales).", valueName: "n"))
  var masterScale: Int?

  @Option(help: "universal, iphone, ipad, mac, tv or watch (repeatable).")
  var idiom: [AssetIdiom] = [.universal]

  @Option(
    help: ArgumentHelp("The dark variant: a file, or 'soften' to soften the master.", valueName: "file"))
  var dark: String?

  @Option(help: ArgumentHelp("The high-contrast variant.", valueName: "file"))
  var highContrast: String?

  @Option(help: ArgumentHelp("The dark high-contrast variant.", valueName: "file"))
  var darkHighContrast: String?

  @Option(help: "How smaller scales are made: lanczos3 or area.")
  var filter: ResamplingFilter = .lanczos3

  @Option(help: "Bits per sample of sRGB images: 16, 8 or keep. Display P3 always gets 16.")
  var srgbDepth: OutputDepth = .sixteen

  @Option(
    help: ArgumentHelp("Other chunks kept: all, none, or a list such as exif,text.", valueName: "kinds"))
  var metadata: MetadataSelection = .none

  @Option(help: "fast, balanced or small.")
  var compression: PNGWriteOptions.Compression = .balanced

  @Flag(name: .shortAndLong, help: "Replace image files that exist.")
  var force = false

  @OptionGroup(title: "Run") var run: RunOptions

  func validate() throws {
    if !FilePath.isPlainName(name) {
      throw ValidationError("--name takes a plain name, not '\(name.printableName)'")
    }
    if let masterScale, !(1...3).contains(masterScale) {
      throw ValidationError("--master-scale takes 1, 2 or 3, not \(masterScale)")
    }
    if let masterScale, let largest = scales.scales.max(), largest > masterScale {
      throw ValidationError("a \(masterScale)x master cannot be enlarged to \(largest)x")
    }
  }

  func run() async throws {
    var request = ImageSetRequest(name: name, catalog: into, master: master)
    request.scales = scales.scales
    request.masterScale = masterScale ?? scales.scales.max() ?? 1
    request.idioms = idiom
    request.dark = dark.map { $0 == "soften" ? .softened : .file($0) }
    request.highContrast = highContrast
    request.darkHighContrast = darkHighContrast
    request.filter = filter
    request.srgbDepth = srgbDepth
    request.metadata = metadata
    request.compression = compression
    request.limits = run.limits
    request.overwrite = force
    LeftoverFiles.remove(for: [request.catalogContentsPath])
    let worker = CatalogBuildWorker(budget: run.budget)
    try await ImageRun(worker, run).perform([.init(path: master, job: .success(request))])
  }
}

/// Builds one image set of `p3tool catalog build`.
struct CatalogBuildWorker: ImageWorker {
  let command = "catalog build"
  let reportsAreResults = true
  let budget: StripPermits

  func process(_ request: ImageSetRequest) async throws(ImageError) -> ImageSetReport {
    try await ImageSetBuilder(request, budget: budget).build()
  }

  func text(_ report: ImageSetReport) -> String {
    ([report.text]
      + report.images.map {
        "  \($0.file.printableName)  \($0.slot)  \($0.width)×\($0.height)  \(ByteCount.text($0.bytes))"
      })
      .joined(separator: "\n")
  }

  func notes(_ report: ImageSetReport) -> [String] {
    report.notes.map { "\(report.output.printableName): \($0)" }
  }
}

// `--scales`: `1x,2x,3x`, or `single`.

extension ScaleList: ExpressibleByArgument {
  /// Scales separated by commas, with or without their `x`.
  package init?(argument: String) { self.init(argument.split(separator: ",")) }

  /// What help shows.
  package var defaultValueDescription: String { words.joined(separator: ",") }
}
