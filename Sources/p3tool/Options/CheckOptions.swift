import ArgumentParser
import ColorManagement
import P3Kit

/// Where a checked image will be shown.
struct CheckOptions: ParsableArguments {
  @Option(help: ArgumentHelp("srgb, display-p3 (p3), or the ICC file of the display.", valueName: "space"))
  var target = "srgb"

  @Option(help: ArgumentHelp("Bits per sample there: 8 or 16.", valueName: "bits"))
  var targetDepth: TargetDepth = .eight

  @Option(
    help: ArgumentHelp(
      "What transparent artwork is shown on: #RRGGBB, #RGB, black or white; repeatable.",
      discussion: "Beside #000000, #1C1C1E, #2C2C2E and #FFFFFF, which are always tried.",
      valueName: "color"))
  var background: [String] = []

  @Option(
    help: ArgumentHelp("Use this profile whatever the file says (name or ICC file).", valueName: "space"))
  var from: String?

  @Option(help: ArgumentHelp("The profile of untagged images (name or ICC file).", valueName: "space"))
  var assume = "srgb"

  func validate() throws { _ = try backgrounds() }

  func apply(to request: inout CheckRequest) throws {
    request.target = try ProfileArgument(target, option: "--target").target
    request.targetDepth = targetDepth
    request.backgrounds = BackgroundColor.standard + (try backgrounds())
    request.sourceOverride = try from.map { try ProfileArgument($0, option: "--from").profile }
    request.assumedProfile = try ProfileArgument(assume, option: "--assume").profile
  }

  private func backgrounds() throws -> [BackgroundColor] {
    try background.map { css in
      guard let color = BackgroundColor(css) else {
        throw ValidationError("--background \(css): not a colour (write #RRGGBB, #RGB, black or white)")
      }
      return color
    }
  }
}
