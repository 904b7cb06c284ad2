package import ArgumentParser
package import ColorManagement
package import Conversion
package import ImageFiles
import Reports

/// The interpretation and mapping of colours.
package struct ColorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use this profile whatever the file says (name or ICC file).", valueName: "space"),
    completion: .space)
  package var from: String?

  @Option(
    help: ArgumentHelp("The profile of untagged images (name or ICC file).", valueName: "space"),
    completion: .space)
  package var assume = "srgb"

  @Option(help: "relative, perceptual, saturation or absolute.")
  package var intent: RenderingIntent = .relative

  @Flag(inversion: .prefixedNo, help: "Map the darkest colours of both profiles onto each other.")
  package var blackPointCompensation = true

  @Option(
    help: """
      Colours that the target cannot hold: clip (each channel, as ICC and browsers do it), chroma (CSS Color 4's \
      Local MINDE, for single colours), soft (a smooth knee: gradients keep their steps, colours their hue).
      """)
  package var gamut: GamutMapping = .clip

  @Flag(
    help: """
      Convert exactly from a profile that equals the target within the tolerance (see Accuracy); by default its \
      samples stay as they are.
      """)
  package var exactProfile = false

  @Option(
    help: ArgumentHelp(
      "Where --gamut soft begins to compress, as a share of the target's boundary, 0 to 1.",
      discussion: "Without it, 0.8 to 1 for each image, by how far its colours leave the target.",
      valueName: "share"))
  package var knee: Double?

  package func validate() throws {
    guard let knee else { return }
    if gamut != .soft { throw ValidationError("--knee is for --gamut soft") }
    if !(0...1).contains(knee) { throw ValidationError("--knee takes a share of 0 to 1, not \(knee)") }
  }

  package func apply(to request: inout ConversionRequest) throws {
    request.sourceOverride = try from.map { try ProfileArgument($0, option: "--from").profile }
    request.assumedProfile = try ProfileArgument(assume, option: "--assume").profile
    request.intent = intent
    request.blackPointCompensation = blackPointCompensation
    request.gamutMapping = gamut
    request.exactProfile = exactProfile
    request.knee = knee
  }

  package init() {}
}

/// A colour space on the command line: a built-in name, or an ICC file.
package struct ProfileArgument {
  package let target: ConversionTarget

  /// The profile alone.
  package var profile: ICCProfile { target.profile }

  /// - Throws: a usage error if `argument` is neither a built-in name nor a file; `ImageError` for an unusable
  ///   profile.
  package init(_ argument: String, option: String) throws {
    if let space = RGBColorSpace(name: argument) {
      target = .space(space)
      return
    }
    guard FileStatus(path: argument) != nil else {
      if let nearest = ColorSpaceNames.nearest(to: argument) {
        throw ValidationError(
          "\(option) '\(argument.printable)' is no known space. Did you mean '\(nearest)'?")
      }
      throw ValidationError(
        "\(option) \(argument.printableName): neither a known space (\(ColorSpaceNames.list)) nor an ICC file that exists"
      )
    }
    target = try .profile(file: argument)
  }
}

extension ImageDestination {
  /// The destination of a profile for the value `argument`: `-` is standard output.
  ///
  /// - Parameter option: the option of the destination, for the usage error if standard output is a terminal.
  package static func profile(_ argument: String, option: String? = nil) throws -> ImageDestination {
    guard argument == "-" else { return .file(argument) }
    if StandardStream.output.isTerminal {
      let remedy = (["give", option, "a file"] as [String?]).compactMap { $0 }.joined(separator: " ")
      throw ValidationError("a profile is not written to a terminal: \(remedy)")
    }
    return .standardOutput
  }
}
