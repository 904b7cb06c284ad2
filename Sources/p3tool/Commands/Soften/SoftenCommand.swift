import ArgumentParser
import Colors
import CommandParts
import Conversion
import DarkMode
import ImageFiles
import Reports

/// `p3tool soften`.
struct SoftenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soften", _superCommandName: P3Tool.name,
    abstract: "Lower white backgrounds so that they do not glow in dark mode.",
    discussion: """
      p3tool soften chart.png                 writes chart.dark.png
      p3tool soften shots/ -r -o dark/        every PNG below shots, tree kept
      p3tool soften logo.png --mode outline   a contour where it would vanish
      p3tool soften chart.png --preview look.png    before and after, to look at
      p3tool soften plot.png --mode knockout,ink    its dark twin, on transparency
      p3tool soften logo.png --mode plate --pair    light and dark, and the <picture>

      auto finds out what an image needs: a white background is lowered and the
      artwork kept, bright graphics get a soft knee, photographs and dark images
      are left alone, and nothing is written for them. It names the mode that may
      serve better. Alpha stays in auto, white, highlights and dim; knockout makes
      the white background transparent, ink turns dark ink on transparency light,
      outline and plate draw around and under what would vanish. A second run
      changes nothing.
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var place: InPlaceOption

  @Option(help: "How the image is prepared.")
  var mode: SofteningMode = .auto

  @Option(
    help: ArgumentHelp(
      "What white ends at: a relative luminance over 0 to 1, as 0.72 or 72%, or a colour of it.",
      valueName: "y"))
  var white = "0.72"

  @Option(
    help: ArgumentHelp(
      "The dark background the image will sit on: a CSS colour or a palette's name, as of check.",
      valueName: "color"))
  var on = "#1C1C1E"

  @Option(
    help: ArgumentHelp(
      "What plate lays artwork on: a CSS colour (default: the grey of --white).", valueName: "color"))
  var plate: String?

  @Option(
    help: ArgumentHelp(
      "Of the plate's corners: pixels, or a share of the shorter side. (default: 12.5%)", valueName: "length")
  )
  var radius: String?

  @Option(
    help: ArgumentHelp(
      "What the plate adds at each side: pixels, or such a share. (default: 12.5%)", valueName: "length"))
  var padding: String?

  @Flag(help: "Write the image beside its dark twin (STEM.light.png), and print the <picture> element.")
  var pair = false

  @Flag(help: "Copy an image that is left alone.")
  var copyUnchanged = false

  @Flag(help: ArgumentHelp("What happens anyway.", visibility: .hidden))
  var skipUnchanged = false

  @Option(
    help: ArgumentHelp(
      "Also write before and after side by side on the dark background; a folder when there are several inputs.",
      valueName: "file"), completion: .images)
  var preview: String?

  @OptionGroup(title: "Encoding") var encoding: KeptEncodingOptions
  @OptionGroup(title: CommonOptions.title) var run: RunOptions<PictureFormat>
  @OptionGroup(title: CommonOptions.title) var described: SchemaOption

  func validate() throws {
    _ = try whiteLuminance()
    let ground = WCAGContrast.relativeLuminance(try background().encoded)
    if mode.turnsInk, ground > Self.lightestGround {
      throw ValidationError(
        "--mode \(mode.rawValue) makes ink light for a dark page, and no ink is lighter than \(on) by 3:1: "
          + "give --on a colour darker than #959595")
    }
    let color = try plateOptions().color.map(WCAGContrast.relativeLuminance) ?? whiteLuminance()
    if mode != .plate, let option = plateOption {
      throw ValidationError(
        "--\(option) is about the plate of --mode plate: add that, or leave --\(option) away")
    }
    if mode == .plate, WCAGContrast.ratio(color, ground) < WCAGContrast.graphicsMinimum {
      throw ValidationError(
        "--mode plate: the plate itself has less than 3:1 on \(on): give --plate a colour that is seen there")
    }
    if pair, place.inPlace {
      throw ValidationError("--pair writes two files, and --in-place one: leave one of them away")
    }
    if pair, output.output == "-" || output.output == nil && input.inputs.contains("-") {
      throw ValidationError("--pair writes two files: give a folder with -o DIR/, or leave -o away")
    }
  }

  /// The luminance of the lightest ground on which white has a contrast of 3:1.
  private static let lightestGround = 0.3

  /// The first option given that only `--mode plate` has.
  private var plateOption: String? {
    plate != nil ? "plate" : radius != nil ? "radius" : padding != nil ? "padding" : nil
  }

  /// The plate of `--plate`, `--radius` and `--padding`.
  private func plateOptions() throws -> SofteningPlate {
    var options = SofteningPlate()
    if let radius { options.radius = try length(radius, of: "radius") }
    if let padding { options.padding = try length(padding, of: "padding") }
    do throws(CSSColorError) {
      options.color = try plate.map { (text) throws(CSSColorError) in try BackgroundColor(text).encoded }
    } catch {
      throw ValidationError("--plate: \(error)")
    }
    return options
  }

  private func length(_ text: String, of option: String) throws -> SofteningPlate.Length {
    if text.hasSuffix("%"), let share = Double(text.dropLast()), (0...100).contains(share) {
      return .share(share / 100)
    }
    let number = text.hasSuffix("px") ? String(text.dropLast(2)) : text
    if let pixels = Int(number), (0...4096).contains(pixels) { return .pixels(pixels) }
    throw ValidationError(
      "--\(option) takes 0 to 4096 pixels, as 12 or 12px, or a share of up to 100%, not \(text)")
  }

  /// The options as a request.
  func softening() throws -> ImageSoftening {
    var softening = ImageSoftening(
      SofteningOptions(mode: mode, whiteLuminance: try whiteLuminance(), background: try background().encoded)
    )
    softening.depth = encoding.depth
    softening.dither = encoding.dither
    softening.metadata = encoding.storage.metadata
    softening.compression = encoding.storage.compression
    softening.copiesUnchanged = copyUnchanged
    softening.plate = try plateOptions()
    softening.limits = run.limits
    return softening
  }

  func run() async throws {
    let softening = try softening()
    let ground = HTMLPage.Pictures.Ground.dark(try background())
    let jobs = ImageJobs(
      input: input, output: output, isInPlace: place.inPlace, run: run, hasLightTwins: true)
    let previews = preview.map { SidePictures(option: "preview", place: $0) }
    // The dark version must never have the name of its source.
    let names = pair ? try OutputNameTemplate("{stem}.dark.png") : nil
    try await jobs.perform(suffix: "dark", names: names, pictures: previews) { previews, count in
      SoftenWorker(
        softening: softening, options: jobs.options(page: "softened", ground: ground, inputs: count),
        previews: previews, replacesPreviews: output.force, writesPairs: pair)
    }
  }

  /// The luminance of `--white`, relative to white.
  private func whiteLuminance() throws -> Double {
    let isShare = white.hasSuffix("%")
    if let number = Double(isShare ? String(white.dropLast()) : white) {
      let luminance = isShare ? number / 100 : number
      guard luminance > 0, luminance <= 1 else {
        throw ValidationError("--white takes a luminance over 0 to 1 (72% is 0.72), not \(white)")
      }
      return luminance
    }
    do {
      let luminance = WCAGContrast.relativeLuminance(try BackgroundColor(white).encoded)
      guard luminance > 0 else {
        throw ValidationError("--white takes a colour lighter than black, not \(white)")
      }
      return luminance
    } catch let error as CSSColorError {
      throw ValidationError(
        "--white takes a luminance such as 0.72, a share such as 72%, or a colour: \(error)")
    }
  }

  /// The colour of `--on`. Of several colours, such as a palette's backgrounds, the darkest.
  private func background() throws -> BackgroundColor {
    do {
      let colors = try BackgroundColor.named(on)
      let luminances = colors.map { WCAGContrast.relativeLuminance($0.encoded) }
      let darkest = zip(colors, luminances).min { $0.1 < $1.1 }
      guard let darkest else { throw ValidationError("--on: '\(on)' has no colour") }
      return darkest.0
    } catch let error as BackgroundColorError {
      throw ValidationError("--on: \(error)")
    }
  }
}
