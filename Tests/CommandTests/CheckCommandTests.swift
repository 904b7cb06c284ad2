import Checking
import Foundation
import PNGCodec
import TestSupport
import Testing

/// `p3tool check` as CI runs it: exit codes, selection of rules, baselines, heat maps.
@Suite struct CheckCommandTests {
  private let icon = TestImages.path("icon-p3-16.png")
  private let card = TestImages.path("card-srgb-8.png")
  private let untagged = TestImages.path("untagged-8.png")

  private func check(_ arguments: String..., in folder: TemporaryFolder? = nil) async throws -> CommandResult
  {
    try await CommandRunner.p3tool.run(["check"] + arguments, in: folder)
  }

  @Test func warningsDoNotFailByDefault() async throws {
    let result = try await check(icon)
    #expect(result.exitCode == 0)
    #expect(result.text.contains("gamut-clipping"))
  }

  /// Options, and the exit code that they lead to.
  private static let exitCodes: [(options: String, code: Int32)] = [
    ("--fail-on warning", 1), ("--fail-on error", 0), ("--fail-on none", 0), ("--fail-on gamut-clipping", 1),
    ("--fail-on gamut-clipping=1", 0), ("--fail-on gamut-clipping=50%", 1), ("--fail-on untagged", 0),
    ("--fail-on untagged --fail-on gamut-clipping", 1), ("--fail-on warning --only untagged", 0),
    (
      "--fail-on warning --skip gamut-clipping --skip clipped-gradient,banding,collapsed-colors "
        + "--skip vanishes-on-light", 0
    ),
  ]

  @Test(arguments: exitCodes)
  func findingsFailAsAskedFor(options: String, code: Int32) async throws {
    let arguments = options.split(separator: " ").map(String.init)
    let result = try await CommandRunner.p3tool.run(["check", icon] + arguments)
    #expect(result.exitCode == code)
  }

  /// Options that mean nothing, and what the message must hold.
  private static let usageErrors: [(options: String, words: String)] = [
    ("--only gamut-cliping", "did you mean 'gamut-clipping'"), ("--skip band", "'banding'"),
    ("--fail-on warn", "'warning'"), ("--fail-on banding=x", "'x' is no limit"),
    ("--target srgbb", "Did you mean 'srgb'?"), ("--target nothing", "neither a known space"),
    ("--target-depth 9", "'8' and '16'"),
    ("--background #12", "not an opaque colour"),
    ("--background systemBackgroud", "did you mean 'systemBackground'?"),
    ("--background rebecapurple", "did you mean 'rebeccapurple'?"), ("--ppi 200", "go together"),
    ("--pixels-per-degree 0", "1 to 10000"), ("--viewing-distance far --ppi 200", "far"),
  ]

  /// sRGB in sRGB: 8.99e-18 is the error of the arithmetic, no distance from the gamut.
  @Test(arguments: ["card-srgb-8.png", "palette-srgb-8.png", "ramps-srgb-16.png"])
  func whatLiesOnTheSurfaceOfTheGamutIsNotOutside(name: String) async throws {
    let report = try await check(TestImages.path(name), "--format", "json", "--fail-on", "none")
    let gamut = try #require(try report.jsonInputs().first?["gamut"] as? [String: Any])
    #expect(gamut["maxExcess"] as? Double == 0)
    #expect(!report.text.contains(#/[0-9]e-\d/#), "\(report.text)")
  }

  @Test func textSaysOnceForAllFilesThatTheyAreUntagged() async throws {
    let folder = try TemporaryFolder()
    for name in ["a.png", "b b.png"] { try folder.copy(testImage: "untagged-8.png", as: name) }
    try folder.copy(testImage: "card-srgb-8.png", as: "c.png")
    let text = try await check("a.png", "b b.png", "c.png", "--skip", "white-glow,banding", in: folder).text
    #expect(text.split(separator: "\n").filter { $0.contains("untagged") }.count == 1)
    #expect(text.contains("untagged in 2 of 3 files: "))
    #expect(text.contains("`p3tool assign FILE --profile srgb`"))
    let one = try await check("b b.png", "--only", "untagged", in: folder).text
    #expect(one.contains("`p3tool assign 'b b.png' --profile srgb`"))
    let verbose = try await check("a.png", "b b.png", "--verbose", in: folder).text
    #expect(verbose.split(separator: "\n").filter { $0.contains("note     untagged") }.count == 2)
    let inputs = try await check("a.png", "b b.png", "--only", "untagged", "--format", "json", in: folder)
      .jsonInputs()
    #expect(inputs.allSatisfy { ($0["findings"] as? [Any])?.count == 1 })
  }

  @Test func aRuleIsExplainedWithoutAnImage() async throws {
    let result = try await check("--explain", "banding", "--explain", "untagged")
    #expect(result.exitCode == 0)
    #expect(result.text == Rule.banding.explanation + "\n\n" + Rule.untagged.explanation + "\n")
    let unknown = try await check("--explain", "bandin")
    #expect(unknown.exitCode == 64 && unknown.errors.contains("did you mean 'banding'?"))
    let nothing = try await check()
    #expect(nothing.exitCode == 64 && nothing.errors.contains("<input>"))
  }

  @Test(arguments: usageErrors)
  func usageErrorsSayWhatWouldBeRight(options: String, words: String) async throws {
    let arguments = options.split(separator: " ").map(String.init)
    let result = try await CommandRunner.p3tool.run(["check", icon] + arguments)
    #expect(result.exitCode == 64)
    #expect(result.errors.contains(words))
    #expect(result.output.isEmpty)
  }

  @Test func aFailedInputOutranksFindings() async throws {
    let result = try await check(icon, "/nonexistent.png", "--fail-on", "note")
    #expect(result.exitCode == 2)
    #expect(result.text.contains("gamut-clipping"))
  }

  @Test func jsonHasTheKeysOfTheContract() async throws {
    let result = try await check(icon, "--format", "json")
    let input = try #require(try result.jsonInputs().first)
    #expect(
      Set(input.keys) == ["path", "width", "height", "source", "gamut", "banding", "findings", "notes"])
    let gamut = try #require(input["gamut"] as? [String: Any])
    #expect(
      Set(gamut.keys) == [
        "target", "visiblePixels", "outOfGamut", "withinRounding", "fraction", "channels", "maxExcess",
        "deltaE",
        "regions", "distinctColors",
      ])
    let channels = try #require(gamut["channels"] as? [String: [String: Any]])
    #expect(Set(channels.keys) == ["red", "green", "blue"])
    #expect(channels.values.allSatisfy { Set($0.keys) == ["below", "above", "maxBelow", "maxAbove"] })
    let region = try #require((gamut["regions"] as? [[String: Any]])?.first)
    #expect(Set(region.keys) == ["x", "y", "width", "height", "pixels", "maxDeltaE"])
    let banding = try #require(input["banding"] as? [String: Any])
    #expect(Set(banding.keys) == ["score", "verdict", "regions", "predicted"])
    let predicted = try #require(banding["predicted"] as? [String: Any])
    #expect(Set(predicted.keys) == ["score", "verdict", "regions"])
    let finding = try #require((input["findings"] as? [[String: Any]])?.first)
    #expect(
      Set(finding.keys).isSuperset(of: ["rule", "level", "message", "region"]))
  }

  @Test func theSameRunGivesTheSameBytes() async throws {
    let first = try await check(icon, card, untagged, "--format", "json", "-j", "1")
    let second = try await check(icon, card, untagged, "--format", "json", "-j", "4")
    #expect(first.output == second.output)
  }

  @Test func aBaselineForgivesWhatWasThere() async throws {
    let folder = try TemporaryFolder()
    let report = try await check(icon, "--format", "json")
    try folder.write(report.output, to: "base.json")
    let baseline = folder.path("base.json")
    #expect(try await check(icon, "--fail-on", "note", "--baseline", baseline).exitCode == 0)
    #expect(try await check(untagged, "--fail-on", "note", "--baseline", baseline).exitCode == 1)
    #expect(try await check(icon, "--baseline", folder.path("none.json")).exitCode == 2)
  }

  @Test func aTargetThatIsNoColorDisplayIsRefused() async throws {
    let folder = try TemporaryFolder()
    let gray = folder.path("gray.icc")
    _ = try await CommandRunner.p3tool.run(["profiles", "export", "srgb", gray, "--gray"])
    let result = try await check(icon, "--target", gray)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("grey profile"))
    #expect(result.output.isEmpty)
  }

  @Test func standardInputIsCheckedToo() async throws {
    let folder = try TemporaryFolder()
    let map = folder.path("map.png")
    let result = try await CommandRunner.p3tool.run(
      ["check", "-", "--heatmap", map], input: .file(icon))
    #expect(result.exitCode == 0)
    #expect(result.text.hasPrefix("-  128×128 rgba16"))
    #expect(try DecodedPNG(path: map).header.height > 128)
  }

  @Test func heatMapsAreNeverOverwrittenUnasked() async throws {
    let folder = try TemporaryFolder()
    let map = folder.path("map.png")
    #expect(try await check(icon, "--heatmap", map).exitCode == 0)
    let refused = try await check(icon, "--heatmap", map)
    #expect(refused.exitCode == 2)
    #expect(refused.errors.contains("--force"))
    #expect(try await check(icon, "--heatmap", map, "--force").exitCode == 0)
  }

  @Test func severalHeatMapsGoIntoAFolder() async throws {
    let folder = try TemporaryFolder()
    #expect(try await check(icon, card, "--heatmap", folder.path("maps/")).exitCode == 0)
    #expect(
      try folder.names() == ["maps", "maps/card-srgb-8.heatmap.png", "maps/icon-p3-16.heatmap.png"])
  }

  @Test func sarifNamesFilesFromTheRootOfTheRepository() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder(".git")
    try folder.copy(testImage: "icon-p3-16.png", as: "art/my icon.png")
    let result = try await check("art/my icon.png", "--format", "sarif", in: folder)
    #expect(result.text.contains("\"uri\" : \"art/my%20icon.png\""))
  }

  @Test func otherCommandsRefuseFormatsThatTheyDoNotHave() async throws {
    for arguments in [["convert", icon, "--to", "srgb", "-o", "-"], ["profiles", "list"]] {
      let result = try await CommandRunner.p3tool.run(arguments + ["--format", "sarif"])
      #expect(result.exitCode == 64)
    }
  }
}
