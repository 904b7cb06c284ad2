import ArgumentParser
import ColorManagement
import CommandParts
import ImageFiles
import Reports

/// `p3tool profiles`.
struct ProfilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profiles",
    abstract: "List the built-in profiles, or save one as an ICC file.",
    subcommands: [List.self, Export.self], defaultSubcommand: List.self)

  /// `p3tool profiles list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the built-in profiles.")

    @Option(help: "How results are printed: \(PlainFormat.list).")
    var format: PlainFormat = .text

    @OptionGroup(title: CommonOptions.title) var described: SchemaOption

    func run() throws {
      let profiles = RGBColorSpace.allCases.map { BuiltInProfileReport(space: $0) }
      switch format {
      case .json:
        StandardStream.output.write(line: try JSONText.document("profiles", ["profiles": profiles]))
      case .text: for profile in profiles { StandardStream.output.write(line: profile.text) }
      }
    }
  }

  /// `p3tool profiles export`.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Save a built-in profile as an ICC file.")

    @Argument(
      help: "srgb, display-p3 (p3), adobe-rgb, rec2020 or prophoto.",
      completion: .list(RGBColorSpace.allCases.map(\.rawValue)))
    var name: String

    @Argument(
      help: "The ICC file to write; - for standard output.", completion: .file(extensions: ["icc", "icm"]))
    var file: String

    @Flag(help: "The grey profile of its curve instead, for greyscale images.")
    var gray = false

    @Flag(name: .shortAndLong, help: "Replace the file if it exists.")
    var force = false

    func run() throws {
      guard let space = RGBColorSpace(name: name) else {
        let hint = ColorSpaceNames.nearest(to: name).map { "did you mean '\($0)'?" } ?? ColorSpaceNames.list
        throw ValidationError("\(name) is no built-in profile (\(hint))")
      }
      let profile = gray ? space.grayProfile : space.profile
      let destination = try ImageDestination.profile(file)
      try OutputFile.write(profile.bytes, to: destination, overwrite: force)
    }
  }
}

/// One built-in profile in the listing of `profiles`.
struct BuiltInProfileReport: Encodable {
  /// The name, as a value of `--to`.
  let id: String
  /// The profile's properties.
  let profile: ProfileReport

  init(space: RGBColorSpace) {
    id = space.rawValue
    profile = ProfileReport(space.profile)
  }

  /// One line of the listing.
  var text: String {
    let curve = profile.curves.joined(separator: ", ")
    return
      "\(id.padded(to: 12))\(profile.name.padded(to: 18))ICC \(profile.version)  \(profile.size) bytes  \(curve)"
  }
}
