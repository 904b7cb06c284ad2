package import Analysis
package import ArgumentParser
package import Checking
import ColorManagement
import Colors
import ImageFiles

/// The viewing conditions and targets of checked images.
package struct CheckOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("srgb, display-p3 (p3), or the ICC file of the display.", valueName: "space"),
    completion: .space)
  package var target = "srgb"

  @Option(help: ArgumentHelp("Bits per sample there: 8 or 16.", valueName: "bits"))
  package var targetDepth: TargetDepth = .eight

  @Option(
    help: ArgumentHelp(
      "Image pixels per degree of vision, for banding (default: 77, a phone or laptop at arm's length).",
      valueName: "n"))
  package var pixelsPerDegree: Double?

  @Option(
    help: ArgumentHelp(
      "Distance of the eye in centimetres, or with a unit: 50, 50cm, 20in; together with --ppi.",
      valueName: "distance"))
  package var viewingDistance: ViewingDistance?

  @Option(help: ArgumentHelp("Image pixels per inch on the display.", valueName: "n"))
  package var ppi: Double?

  @Option(
    help: ArgumentHelp(
      "What transparent artwork is shown on: a CSS colour, or a name such as systemBackground for all its appearances; repeatable.",
      discussion: "Beside #000000, #1C1C1E, #2C2C2E and #FFFFFF, which are always tried.",
      valueName: "color"))
  package var background: [String] = []

  @Option(
    help: ArgumentHelp("Use this profile whatever the file says (name or ICC file).", valueName: "space"),
    completion: .space)
  package var from: String?

  @Option(
    help: ArgumentHelp("The profile of untagged images (name or ICC file).", valueName: "space"),
    completion: .space)
  package var assume = "srgb"

  package func validate() throws {
    _ = try backgrounds()
    _ = try conditions()
  }

  /// - Throws: `UnusableFile` for a target profile without a gamut to compare with.
  package func apply(to request: inout CheckRequest) throws {
    request.target = try ProfileArgument(target, option: "--target").target
    do {
      try request.validateTarget()
    } catch {
      throw UnusableFile(error, of: "--target \(target.printableName)")
    }
    request.targetDepth = targetDepth
    request.viewing = try conditions().options
    request.backgrounds = BackgroundColor.standard + (try backgrounds())
    request.sourceOverride = try from.map { try ProfileArgument($0, option: "--from").profile }
    request.assumedProfile = try ProfileArgument(assume, option: "--assume").profile
  }

  /// The options except profiles: equal texts mean equal requests.
  package var words: [String] {
    let distance = viewingDistance.map { "\($0.inches)" } ?? "",
      perDegree = pixelsPerDegree.map { "\($0)" } ?? ""
    return [targetDepth.rawValue, perDegree, distance, ppi.map { "\($0)" } ?? ""] + background
  }

  private func conditions() throws -> ViewingConditions {
    for (name, value) in [("--pixels-per-degree", pixelsPerDegree), ("--ppi", ppi)] {
      if let value, !ViewingConditions.range.contains(value) {
        throw ValidationError("\(name) takes a number from 1 to 10000, not \(value)")
      }
    }
    if pixelsPerDegree != nil, viewingDistance != nil || ppi != nil {
      throw ValidationError("--pixels-per-degree excludes --viewing-distance and --ppi")
    }
    if (viewingDistance == nil) != (ppi == nil) {
      throw ValidationError("--viewing-distance and --ppi go together")
    }
    return ViewingConditions(
      pixelsPerDegree: pixelsPerDegree, distance: viewingDistance, pixelsPerInch: ppi)
  }

  private func backgrounds() throws -> [BackgroundColor] {
    try background.flatMap { text in
      do {
        return try BackgroundColor.named(text)
      } catch {
        throw ValidationError("--background: \(error)")
      }
    }
  }

  package init() {}
}

extension ViewingDistance: ExpressibleByArgument {
  /// A number with `cm`, `mm`, `m` or `in`; centimetres without a unit.
  package init?(argument: String) { self.init(argument) }
}
