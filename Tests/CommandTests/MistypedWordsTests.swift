import TestSupport
import Testing

/// Words that are nearly right: the error names the right one, also where other programs use another word.
@Suite struct MistypedWordsTests {
  private let p3tool = CommandRunner.p3tool

  @Test(arguments: [
    // Commands
    (["cnvert", "in.png"], "Unknown command 'cnvert'. Did you mean 'convert'?"),
    (["identify", "in.png"], "Did you mean 'inspect'?"),
    (["in.png"], "Unknown command 'in.png'. Did you mean `p3tool inspect in.png` or `p3tool check in.png`?"),
    (["compare", "a.png", "b.png"], "Did you mean 'diff'?"),
    (["photo.jpg"], "Unknown command 'photo.jpg'"),
    (["catalog", "biuld", "in.png"], "Unknown command 'biuld'. Did you mean 'build'?"),
    (["help", "profles"], "Did you mean 'profiles'?"),
    // Options
    (["convert", "in.png", "--too", "srgb"], "Unknown option '--too'. Did you mean '--to'?"),
    (["convert", "in.png", "--to", "srgb", "--outdir", "x"], "Did you mean '--output'?"),
    (["convert", "in.png", "--target", "srgb"], "Did you mean '--to'?"),
    (["check", "in.png", "--threads=4"], "Did you mean '--jobs'?"),
    (["check", "in.png", "--to", "srgb"], "Unknown option '--to'. Did you mean '--target'?"),
    (["inspect", "in.png", "--from", "srgb"], "Did you mean '--assume'?"),
    (
      ["convert", "in.png", "--to", "srgb", "--no-blackpoint-compensation"], "'--no-black-point-compensation'"
    ),
    (["catalog", "build", "in.png", "--name", "A", "--out", "A.xcassets"], "Did you mean '--into'?"),
    // Values
    (["convert", "in.png", "--to", "srgb", "--depth", "16bit"], "Did you mean '16'?"),
    (["convert", "in.png", "--to", "srgb", "--compression=best"], "Did you mean 'small'?"),
    (["convert", "in.png", "--to", "srgb", "--intent", "Relative Colorimetric"], "Did you mean 'relative'?"),
    (["check", "in.png", "--format", "jnit"], "Did you mean 'junit'?"),
    (["simulate", "in.png", "--vision", "deutan"], "Did you mean 'deuteranopia'?"),
    // Spaces
    (["convert", "in.png", "--to", "Display P3"], "Did you mean 'display-p3'?"),
    (["convert", "in.png", "--to", "AdobeRGB"], "Did you mean 'adobe-rgb'?"),
    (["convert", "in.png", "--to", "bt2020"], "Did you mean 'rec2020'?"),
    (
      ["convert", "in.png", "--to", "srgb", "--from", "displayp3"],
      "--from 'displayp3' is no known space. Did you mean"
    ),
    (["convert", "in.png", "--to", "srgb", "--assume", "sRGB IEC61966-2.1"], "Did you mean 'srgb'?"),
    (["check", "in.png", "--target", "dispaly-p3"], "Did you mean 'display-p3'?"),
    (["profiles", "export", "ROMM", "x.icc"], "did you mean 'prophoto'?"),
  ])
  func theErrorNamesTheRightOne(arguments: [String], words: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "in.png")
    let run = try await p3tool.run(arguments, in: folder)
    #expect(run.exitCode == 64 && run.text.isEmpty)
    #expect(run.errors.hasPrefix("Error: ") && run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.contains("Usage: p3tool") && run.errors.contains("--help'"))
    #expect(try folder.names() == ["in.png"])
  }

  @Test func aPipelineKnowsTheWordsForSpaces() async throws {
    let folder = try TemporaryFolder()
    let yaml = "sources: [a.png]\noutput: {folder: build}\nsteps: [convert: {to: Display P3}]\n"
    try folder.write(Array(yaml.utf8), to: "p3tool.yml")
    let run = try await p3tool.run(["batch"], in: folder)
    #expect(run.exitCode == 64 && run.errors.contains("did you mean 'display-p3'?"), "\(run.errors)")
  }

  @Test func whatIsFarFromEverythingIsNotGuessed() async throws {
    for arguments in [["frobnicate"], ["convert", "in.png", "--to", "srgb", "--zzzzzz"]] {
      let run = try await p3tool.run(arguments)
      #expect(run.exitCode == 64 && !run.errors.contains("Did you mean"), "\(run.errors)")
    }
  }

  /// A pattern of the shell puts such a name on the command line: `-d -a -s -h` would be a call for help.
  @Test(arguments: ["-dash.png", "-x.PNG", "--long.png"])
  func aNameThatBeginsWithADashIsAnError(name: String) async throws {
    let folder = try TemporaryFolder()
    for file in [name, "a.png"] { try folder.copy(testImage: "patches-p3-16.png", as: file) }
    for arguments in [
      ["check", name, "a.png"], ["convert", "a.png", name, "--to", "srgb"], ["inspect", name],
    ] {
      let run = try await p3tool.run(arguments, in: folder)
      #expect(run.exitCode == 64 && run.text.isEmpty)
      #expect(run.errors.contains("type ./\(name)"), "\(run.errors)")
    }
    for word in ["./" + name, "--"] {
      let run = try await p3tool.run(["check"] + (word == "--" ? [word, name] : [word]), in: folder)
      #expect(run.exitCode == 0 && run.text.contains(name), "\(run.errors)")
    }
  }
}
