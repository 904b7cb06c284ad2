import TestSupport
import Testing

/// Words that the command line does not understand: exit code 64, a reason on standard error, nothing written.
@Suite struct UsageTests {
  private let p3tool = CommandRunner.p3tool

  @Test(arguments: [
    (["help", "frobnicate"], "Unknown command 'frobnicate'"),
    (["help", "catalog", "frobnicate"], "Unknown command 'frobnicate'"),
    (["convert", "in.png", "-", "--to", "srgb", "-o", "out.png"], "a file's name"),
    (["frobnicate"], "frobnicate"), (["--bogus"], "--bogus"), (["convert"], "<input>"),
    (["convert", "in.png"], "--to"), (["convert", "--to", "srgb"], "<input>"),
    (["convert", "in.png", "--to", "srgb", "--bogus"], "--bogus"),
    (["convert", "in.png", "--to", "no-such-space"], "no-such-space"),
    (["convert", "in.png", "--to", "srgb", "--from", "nothing"], "--from nothing"),
    (["convert", "in.png", "--to", "srgb", "--assume", "nothing"], "--assume nothing"),
    (["convert", "in.png", "--to", "srgb", "--depth", "12"], "12"),
    (["convert", "in.png", "--to", "srgb", "--intent", "best"], "best"),
    (["convert", "in.png", "--to", "srgb", "--tag", "none"], "none"),
    (["convert", "in.png", "--to", "srgb", "--metadata", "everything"], "everything"),
    (["convert", "in.png", "--to", "srgb", "--compression", "9"], "9"),
    (["convert", "in.png", "--to", "srgb", "--format", "xml"], "xml"),
    (["convert", "in.png", "--to", "srgb", "--jobs", "0"], "--jobs"),
    (["convert", "in.png", "--to", "srgb", "--jobs", "many"], "many"),
    (["convert", "in.png", "--to", "srgb", "--max-pixels", "0"], "--max-pixels"),
    (["convert", "in.png", "--to", "srgb", "--quiet", "--verbose"], "exclude each other"),
    (["convert", "in.png", "--to", "srgb", "--in-place", "-o", "x.png"], "exclude each other"),
    (["convert", "in.png", "--to", "srgb", "--check"], "--dry-run"),
    (["convert", "in.png", "--to", "srgb", "-o"], "'-o <path>'"),
    (["assign", "in.png"], "--profile"), (["assign", "in.png", "--profile", "p3", "--strip"], "--strip"),
    (["assign", "in.png", "--profile", "p3", "--tag", "srgb-chunk"], "srgb-chunk"),
    (["inspect"], "<input>"), (["inspect", "in.png", "in.png", "--extract-icc"], "--extract-icc"),
    (["soften", "in.png", "--on", "#12"], "--on: '#12' is not an opaque colour: 2 hexadecimal digits"),
    (["soften", "in.png", "--on", "#1C1C1E80"], "not an opaque colour"),
    (["catalog", "color", "A", "navi", "--into", "C.xcassets"], "did you mean 'navy'?"),
    (["catalog", "color", "A", "navy", "--dark", "lab(1 1)", "--into", "C.xcassets"], "--dark: 'lab("),
    (["profiles", "export"], "<name>"), (["profiles", "export", "nothing", "out.icc"], "nothing"),
  ])
  func aUsageErrorExitsWith64(arguments: [String], word: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "in.png")
    let run = try await p3tool.run(arguments, in: folder)
    #expect(run.exitCode == 64)
    #expect(run.text == "")
    #expect(run.errors.hasPrefix("Error: "))
    #expect(run.errors.contains(word))
    // The usage line can be typed as it stands.
    #expect(run.errors.contains("sage: p3tool"))
    #expect(run.errors.contains("'p3tool "))
    #expect(try folder.names() == ["in.png"])
  }

  @Test func aUsageErrorComesBeforeAFailedInput() async throws {
    let run = try await p3tool.run(["convert", "none.png", "--to", "srgb", "--depth", "12"])
    #expect(run.exitCode == 64)
  }

  @Test func aProfileFileThatIsNoneFailsTheRun() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "in.png")
    try folder.write(Array("no profile".utf8), to: "bad.icc")
    for option in [["--to", "bad.icc"], ["--to", "srgb", "--from", "bad.icc"]] {
      let run = try await p3tool.run(["convert", "in.png"] + option, in: folder)
      #expect(run.exitCode == 2)
      #expect(run.errors.hasPrefix("error: bad.icc: not an ICC profile"))
    }
    #expect(try folder.names() == ["bad.icc", "in.png"])
  }

  @Test func theVersionIsOneLine() async throws {
    let run = try await p3tool.run(["--version"])
    #expect(run.exitCode == 0)
    #expect(run.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test func limitsRefuseWithTheOptionThatRaisesThem() async throws {
    let picture = TestImages.path("patches-p3-16.png")
    let run = try await p3tool.run(["convert", picture, "--to", "srgb", "-n", "--max-pixels", "1000"])
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("12288") && run.errors.contains("--max-pixels"))
  }
}
