import ArgumentParser

/// The root command.
struct P3Tool: AsyncParsableCommand {
  static let name = "p3tool"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Convert, inspect and check the colours of PNG images: sRGB, Display P3 and any ICC profile.",
    discussion: """
      Start with:
        p3tool convert photo.png --to srgb   writes photo.srgb.png beside it
        p3tool inspect photo.png             what the file claims and uses
        p3tool check photo.png               what a display will lose of it

      Exit codes: 0 done, 1 findings, 2 an input failed (the others are done),
      64 usage, 70 internal error.
      """,
    version: Version.current,
    subcommands: [
      ConvertCommand.self, CheckCommand.self, SoftenCommand.self, InspectCommand.self, AssignCommand.self,
      BatchCommand.self, CatalogCommand.self, ReportCommand.self, ProfilesCommand.self,
    ])
}
