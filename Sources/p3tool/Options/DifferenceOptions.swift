import ArgumentParser
import P3Kit

/// What two images may differ by.
struct DifferenceOptions: ParsableArguments {
  @Option(help: "The limits for a purpose: exact, strict, visible or screenshot.")
  var preset: DifferencePreset = .visible

  @Option(
    help: ArgumentHelp(
      "Colour difference (CIEDE2000) from which a pixel counts (default: the preset's).", valueName: "ΔE"))
  var threshold: Double?

  @Option(help: ArgumentHelp("So many pixels may differ (default: 0).", valueName: "n"))
  var maxPixels: Int?

  @Option(
    help: ArgumentHelp(
      "Such a share of the compared pixels may differ, as 0.01 or 1%; with --max-pixels both must hold.",
      valueName: "share"))
  var maxShare: ShareArgument?

  @Flag(help: "Edges may move by a fraction of a pixel.")
  var ignoreAntialiasing = false

  @Option(help: ArgumentHelp("Do not compare this box, in pixels; repeatable.", valueName: "x,y,w,h"))
  var ignore: [BoxArgument] = []

  @Option(
    help: ArgumentHelp(
      "Do not compare the light pixels of this picture, of the images' size.", valueName: "png"),
    completion: .images)
  var mask: String?

  func validate() throws {
    if let threshold, !(0...100).contains(threshold) {
      throw ValidationError("--threshold takes a colour difference from 0 to 100, not \(threshold)")
    }
    if let threshold, preset == .exact {
      throw ValidationError(
        "--threshold \(threshold) has no meaning with --preset exact, which compares samples")
    }
    if let maxPixels, maxPixels < 0 {
      throw ValidationError("--max-pixels takes a whole number from 0 on, not \(maxPixels)")
    }
    if mask == "-" { throw ValidationError("--mask takes a file, not standard input") }
  }

  /// The request that the options ask for.
  func request() throws -> DifferenceRequest {
    var request = DifferenceRequest(preset)
    if let threshold { request.threshold = threshold }
    request.maxPixels = maxPixels
    request.maxShare = maxShare?.share
    if ignoreAntialiasing { request.ignoresAntialiasing = true }
    request.ignoredBoxes = ignore.map(\.box)
    request.mask = mask.map { .file($0) }
    return request
  }
}

/// `0.01` or `1%`.
struct ShareArgument: ExpressibleByArgument {
  /// 0 to 1.
  let share: Double

  init?(argument: String) {
    let isPercentage = argument.hasSuffix("%")
    guard let number = Double(isPercentage ? String(argument.dropLast()) : argument) else { return nil }
    let share = isPercentage ? number / 100 : number
    guard (0...1).contains(share) else { return nil }
    self.share = share
  }
}

/// `X,Y,W,H` in whole pixels.
struct BoxArgument: ExpressibleByArgument {
  let box: ImageRegion

  /// More than any image has.
  private static let most = 1 << 31

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { BoundedInteger.parse($0, in: 0...Self.most) }
    guard parts.count == 4, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    box = ImageRegion(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
