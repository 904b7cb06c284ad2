import Analysis
import ArgumentParser
package import Catalogs
import CommandParts
import ImageFiles
import PNGCodec
import Pixels

/// `p3tool catalog build`.
struct CatalogBuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract:
      "Write an image set or app icon from one master: sRGB and Display P3, all scales, dark and high contrast.",
    discussion: """
      p3tool catalog build icon@3x.png --name Icon --into Assets.xcassets
      p3tool catalog build icon@3x.png --name Icon --into A.xcassets --dark auto
      p3tool catalog build photo.png --name Photo --into A.xcassets --scales single
      p3tool catalog build icon.png --name AppIcon --into A.xcassets --appicon

      The master has the size of the largest scale, best at 16 bits in Display P3. Where every visible colour \
      fits sRGB, one sRGB image for any display is written, and said so. Smaller scales are made in linear \
      light. A set that exists is updated: entries and keys that are not ours stay.

      The master of an app icon is square, with at least 1024 pixels a side, and opaque but for macOS. One image of that size is written for \
      iOS or watchOS, ten from 16 to 1024 pixels for macOS, each in Display P3 where its colours need it, else in sRGB.
      """)

  @Argument(help: "The master, at the largest scale.", completion: .images)
  var master: String

  @Option(help: ArgumentHelp("The set's name.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("The catalog, or a folder in it.", valueName: "folder"), completion: .directory)
  var into: String

  @Option(
    help: ArgumentHelp("Scales such as 1x,2x,3x, or single.", valueName: "list"),
    completion: .list(["1x,2x,3x", "2x,3x", "1x,2x", "single"]))
  var scales: ScaleList = .standard

  @Option(help: ArgumentHelp("The master's scale (default: the largest of --scales).", valueName: "n"))
  var masterScale: Int?

  @Option(help: "universal, iphone, ipad, mac, tv or watch (repeatable).")
  var idiom: [AssetIdiom] = [.universal]

  @Option(
    help: ArgumentHelp(
      "The dark variant: a file, or 'auto' to soften the master as soften does.", valueName: "file"),
    completion: .images)
  var dark: String?

  @Option(help: ArgumentHelp("The high-contrast variant.", valueName: "file"), completion: .images)
  var highContrast: String?

  @Option(help: ArgumentHelp("The dark high-contrast variant.", valueName: "file"), completion: .images)
  var darkHighContrast: String?

  @Flag(help: "Write an app icon set instead: for any, dark (--dark) and tinted (--tinted) appearance.")
  var appicon = false

  @Option(
    help: ArgumentHelp("With --appicon: the tinted variant, a grey image.", valueName: "file"),
    completion: .images)
  var tinted: String?

  @Option(help: "With --appicon: ios, watchos or macos (repeatable).")
  var platform: [AppIconPlatform] = [.ios]

  @Option(help: "How smaller scales are made: lanczos3 or area.")
  var filter: ResamplingFilter = .lanczos3

  @Option(
    help: ArgumentHelp(
      "Bits per sample: 8, 16, keep, or auto: 16 where the source holds more than 8, or 8 would show bands.",
      valueName: "depth"))
  var depth: OutputDepth = .auto

  @Option(
    help: ArgumentHelp("Other chunks kept: all, none, or a list such as exif,text.", valueName: "kinds"),
    completion: .list(["all", "none", "exif", "xmp", "text", "resolution", "time", "other"]))
  var metadata: MetadataSelection = .none

  @Option(help: "fast, balanced or small.")
  var compression: PNGWriteOptions.Compression = .balanced

  @Flag(name: .shortAndLong, help: "Replace image files that exist.")
  var force = false

  @OptionGroup(title: CommonOptions.title) var run: RunOptions<PlainFormat>
  @OptionGroup(title: CommonOptions.title) var described: SchemaOption

  func validate() throws {
    if !FilePath.isPlainName(name) {
      throw ValidationError("--name takes a plain name, not '\(name.printableName)'")
    }
    try validateIcon()
    if let masterScale, !(1...3).contains(masterScale) {
      throw ValidationError("--master-scale takes 1, 2 or 3, not \(masterScale)")
    }
    if let masterScale, let largest = scales.scales.max(), largest > masterScale {
      throw ValidationError("a \(masterScale)x master cannot be enlarged to \(largest)x")
    }
  }

  private func validateIcon() throws {
    if !appicon, tinted != nil || platform != [.ios] {
      throw ValidationError("\(tinted != nil ? "--tinted" : "--platform") goes together with --appicon")
    }
    guard appicon else { return }
    if highContrast != nil || darkHighContrast != nil {
      throw ValidationError("an app icon has no high-contrast variant: any, --dark and --tinted")
    }
    if masterScale != nil || scales.scales != ScaleList.standard.scales || idiom != [.universal] {
      throw ValidationError("the sizes of an app icon come with --platform, not with scales and idioms")
    }
    if let other = platform.first(where: { !$0.hasAppearances }), dark != nil || tinted != nil {
      throw ValidationError("\(other.rawValue) has no dark and tinted icons")
    }
  }

  /// The options as a request.
  func request() -> ImageSetRequest {
    var request = ImageSetRequest(name: name, catalog: into, master: master)
    request.scales = scales.scales
    request.masterScale = masterScale ?? scales.scales.max() ?? 1
    request.idioms = idiom
    request.dark = dark.map { $0 == "auto" || $0 == "soften" ? .softened : .file($0) }
    request.highContrast = highContrast
    request.darkHighContrast = darkHighContrast
    request.tinted = tinted
    request.filter = filter
    request.depth = depth
    request.metadata = metadata
    request.compression = compression
    request.limits = run.limits
    request.overwrite = force
    return request
  }

  /// The platforms of an app icon; nil for an image set.
  var iconPlatforms: [AppIconPlatform]? {
    appicon ? platform : nil
  }

  func run() async throws {
    Wording.current.assumed = " (name another with p3tool assign)"
    let request = request()
    LeftoverFiles.remove(for: [request.catalogContentsPath])
    let worker = CatalogBuildWorker(iconPlatforms: iconPlatforms, budget: run.budget)
    try await ImageRun(worker, run).perform([.init(path: master, job: .success(request))])
  }
}

extension ImageSetReport: ImageReport {}

/// Builds one set of `p3tool catalog build`.
struct CatalogBuildWorker: ImageWorker {
  let command = "catalog build"
  let reportsAreResults = false
  /// The platforms of an app icon; nil for an image set.
  let iconPlatforms: [AppIconPlatform]?
  let budget: StripPermits

  func process(_ request: ImageSetRequest) async throws(ImageError) -> ImageSetReport {
    if let iconPlatforms {
      return try await AppIconBuilder(request, platforms: iconPlatforms, budget: budget).build()
    }
    return try await ImageSetBuilder(request, budget: budget).build()
  }

  func text(_ report: ImageSetReport) -> String {
    ([report.text]
      + report.images.map {
        "  \($0.file.printableName)  \($0.slot)  \($0.width)×\($0.height)  \(ByteCount.text($0.bytes))"
      })
      .joined(separator: "\n")
  }

  func remarks(_ report: ImageSetReport) -> [Remark] {
    report.notes.map { Remark(subject: report.output.printableName, text: $0) }
  }
}

// `--scales`: `1x,2x,3x`, or `single`.

extension ScaleList: ExpressibleByArgument {
  /// Scales separated by commas, with or without their `x`.
  package init?(argument: String) { self.init(argument.split(separator: ",")) }

  /// The default in the help text.
  package var defaultValueDescription: String { words.joined(separator: ",") }
}
