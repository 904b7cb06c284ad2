package import ArgumentParser
package import Checking
package import ImageFiles

/// The tolerated differences between two images.
package struct DifferenceOptions: ParsableArguments {
  @Option(help: "The limits for a purpose: exact, strict, visible or screenshot.")
  package var preset: DifferencePreset = .visible

  @Option(
    help: ArgumentHelp(
      "Colour difference (CIEDE2000) from which a pixel counts (default: the preset's).", valueName: "ΔE"))
  package var threshold: Double?

  @Option(help: ArgumentHelp("So many pixels may differ (default: 0).", valueName: "n"))
  package var maxPixels: Int?

  @Option(
    help: ArgumentHelp(
      "Such a share of the compared pixels may differ, as 0.01 or 1%; with --max-pixels both must hold.",
      valueName: "share"))
  package var maxShare: ShareArgument?

  @Flag(help: "Edges may move by a fraction of a pixel.")
  package var ignoreAntialiasing = false

  @Option(help: ArgumentHelp("Do not compare this box, in pixels; repeatable.", valueName: "x,y,w,h"))
  package var ignore: [BoxArgument] = []

  @Option(
    help: ArgumentHelp(
      "Do not compare the light pixels of this picture, of the images' size.", valueName: "png"),
    completion: .images)
  package var mask: String?

  @Option(
    help: ArgumentHelp(
      "Exit with 1 on findings of this level or above, or of this rule; repeatable.",
      discussion: "note, warning, error (the default), none, or a rule such as tag-differs.",
      valueName: "condition"))
  package var failOn: [String] = []

  package func validate() throws {
    _ = try policy()
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

  /// The policy that decides which findings make the run exit with 1.
  package func policy() throws -> DifferencePolicy {
    DifferencePolicy(
      conditions: try failOn.map { text in
        do { return try .init(text) } catch { throw ValidationError("--fail-on: \(error)") }
      })
  }

  /// The options as a request.
  package func request() throws -> DifferenceRequest {
    var request = DifferenceRequest(preset)
    if let threshold { request.threshold = threshold }
    request.maxPixels = maxPixels
    request.maxShare = maxShare?.share
    if ignoreAntialiasing { request.ignoresAntialiasing = true }
    request.ignoredBoxes = ignore.map(\.box)
    request.mask = mask.map { .file($0) }
    return request
  }

  package init() {}
}

/// A share: `0.01` or `1%`.
package struct ShareArgument: ExpressibleByArgument {
  /// The share, 0…1.
  package let share: Double

  package init?(argument: String) {
    guard let share = DifferenceRequest.share(argument) else { return nil }
    self.share = share
  }
}

/// A box: `X,Y,W,H` in whole pixels.
package struct BoxArgument: ExpressibleByArgument {
  package let box: ImageRegion

  package init?(argument: String) {
    guard let box = DifferenceRequest.box(argument) else { return nil }
    self.box = box
  }
}
