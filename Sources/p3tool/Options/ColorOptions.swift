import ArgumentParser
import ColorManagement
import P3Kit

/// How colours are read and mapped.
struct ColorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use this profile whatever the file says (name or ICC file).", valueName: "space"))
  var from: String?

  @Option(help: ArgumentHelp("The profile of untagged images (name or ICC file).", valueName: "space"))
  var assume = "srgb"

  @Option(help: "relative, perceptual, saturation or absolute.")
  var intent: RenderingIntent = .relative

  @Flag(inversion: .prefixedNo, help: "Map the darkest colours of both profiles onto each other.")
  var blackPointCompensation = true

  @Option(
    help: """
      Colours that the target cannot hold: clip (each channel, as ICC does it), chroma (less chroma at the same \
      hue and lightness, CSS Color 4), soft (a smooth knee that keeps gradients' steps).
      """)
  var gamut: GamutMapping = .clip

  func apply(to request: inout ConversionRequest) throws {
    request.sourceOverride = try from.map { try ProfileArgument($0, option: "--from").profile }
    request.assumedProfile = try ProfileArgument(assume, option: "--assume").profile
    request.intent = intent
    request.blackPointCompensation = blackPointCompensation
    request.gamutMapping = gamut
  }
}
