import ColorManagement
import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// `p3tool inspect` run as a program: what it says is what the file says.
@Suite struct InspectCommandTests {
  private let p3tool = CommandRunner.p3tool

  private func report(_ bytes: [UInt8], _ options: String...) async throws -> [String: Any] {
    let run = try await p3tool.run(["inspect", "-", "--format", "json"] + options, input: .bytes(bytes))
    #expect(run.exitCode == 0, "\(run.errors)")
    return try run.jsonInputs()[0]
  }

  @Test(.enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"))
  func theWholeCorpusIsDescribedAsItIs() async throws {
    let corpus = try SharedFolder.file("corpus")
    let run = try await p3tool.run(["inspect", corpus, "-r", "--format", "json"])
    #expect(run.exitCode == 0)
    let inputs = try run.jsonInputs()
    #expect(inputs.count == (try SharedFolder.files(under: "corpus", suffix: ".png").count))
    for input in inputs {
      let path = try #require(input["path"] as? String)
      let bytes = try FileBytes.read(path)
      let file = PNGFile(bytes)
      let header = try #require(file.data("IHDR"))
      #expect(input["bytes"] as? Int == bytes.count, "\(path)")
      #expect(input["width"] as? Int == header[0..<4].reduce(0) { $0 << 8 | Int($1) })
      #expect(input["height"] as? Int == header[4..<8].reduce(0) { $0 << 8 | Int($1) })
      #expect(input["bitDepth"] as? Int == Int(header[8]))
      let names = [0: "gray", 2: "rgb", 3: "palette", 4: "grayAlpha", 6: "rgba"]
      #expect(input["colorType"] as? String == names[Int(header[9])])
      #expect(input["interlaced"] as? Bool == (header[12] == 1))
      let listed = (input["chunks"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
      #expect(listed == file.types, "\(path)")
      let tag = try #require(input["tag"] as? [String: Any])
      #expect(tag["governing"] as? String == governing(file), "\(path)")
    }
  }

  /// The standard's order of precedence; every tag of the corpus is sound.
  private func governing(_ file: PNGFile) -> String {
    let types = Set(file.types)
    for type in ["cICP", "iCCP", "sRGB"] where types.contains(type) { return type }
    guard types.contains("gAMA") else { return "none" }
    return types.contains("cHRM") ? "gAMA+cHRM" : "gAMA"
  }

  @Test func sixteenBitsThatHoldEightAreSeen() async throws {
    #expect(try await report(TestImages.bytes("gray-ramp-16.png"))["effectiveDepth"] as? Int == 8)
    #expect(try await report(TestImages.bytes("ramps-p3-16.png"))["effectiveDepth"] as? Int == 16)
    let bilevel = PNGFile.image16(width: 2, colorType: 0, [0, 65535])
    #expect(try await report(bilevel.bytes)["effectiveDepth"] as? Int == 1)
  }

  @Test func tagsThatDisagreeAreNamed() async throws {
    let file = PNGFile.rgb16([[1, 2, 3]]).adding(.cICP(12, 13), .iCCP(RGBColorSpace.sRGB.profile.bytes))
    let tag = try #require(try await report(file.bytes)["tag"] as? [String: Any])
    #expect(tag["governing"] as? String == "cICP")
    #expect(tag["present"] as? [String] == ["cICP", "iCCP"])
    #expect(tag["conflicting"] as? [String] == ["iCCP"])
    let agreeing = try #require(
      try await report(TestImages.bytes("ramps-p3-16.png"))["tag"] as? [String: Any])
    #expect(agreeing["conflicting"] as? [String] == [])
  }

  @Test func theProfileIsDescribedByItsNumbers() async throws {
    // Display P3's numbers under another name.
    let space = RGBColorSpace.displayP3
    let profile = try ICCProfile.made(
      name: "My monitor", chromaticities: space.chromaticities, curve: .parametric(space.transfer))
    let file = PNGFile.rgb16([[1, 2, 3]]).adding(.iCCP(profile.bytes))
    let described = try #require(try await report(file.bytes)["profile"] as? [String: Any])
    #expect(described["name"] as? String == "My monitor")
    #expect(described["equals"] as? String == "display-p3")
    #expect(described["size"] as? Int == profile.bytes.count)
    let primaries = try #require(described["primaries"] as? [String: [Double]])
    for (name, expected) in [("red", SIMD2(0.68, 0.32)), ("green", [0.265, 0.69]), ("blue", [0.15, 0.06])] {
      let point = try #require(primaries[name])
      #expect(abs(point[0] - expected.x) < 0.0005 && abs(point[1] - expected.y) < 0.0005)
    }
  }

  @Test func theProfileCanBeSaved() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "ramps-p3-16.png", as: "in.png")
    let run = try await p3tool.run(["inspect", "in.png", "--extract-icc", "out.icc"], in: folder)
    #expect(run.exitCode == 0)
    #expect(try folder.bytes("out.icc") == RGBColorSpace.displayP3.profile.bytes)
    let again = try await p3tool.run(["inspect", "in.png", "--extract-icc", "out.icc"], in: folder)
    #expect(again.exitCode == 2)
    #expect(again.errors.contains("--force"))
  }

  @Test func theProfileGoesToStandardOutput() async throws {
    let run = try await p3tool.run(["inspect", TestImages.path("ramps-p3-16.png"), "--extract-icc", "-"])
    #expect(run.exitCode == 0)
    #expect(run.output == RGBColorSpace.displayP3.profile.bytes)
    #expect(run.errors.contains("Display P3"), "the report steps aside")
  }

  @Test func untaggedImagesAreReadAsAsked() async throws {
    let untagged = try TestImages.bytes("untagged-8.png")
    #expect(try await report(untagged)["needsWideGamut"] as? Bool == false)
    let assumed = try await report(untagged, "--assume", "display-p3")
    #expect((assumed["profile"] as? [String: Any])?["equals"] as? String == "display-p3")
  }

  @Test func timingsAddSeconds() async throws {
    let image = try TestImages.bytes("untagged-8.png")
    #expect(try await report(image)["seconds"] == nil)
    #expect(try await report(image, "--timings")["seconds"] is Double)
  }

  // MARK: Findings

  /// A Display P3 file whose iCCP says sRGB; an untagged one; one that cannot be read.
  private func faultyFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let conflict = PNGFile.rgb16([[65535, 0, 0]]).adding(
      .cICP(12, 13), .iCCP(RGBColorSpace.sRGB.profile.bytes))
    try folder.write(conflict.bytes, to: "conflict.png")
    try folder.copy(testImage: "untagged-8.png", as: "untagged.png")
    try folder.write([1, 2, 3], to: "broken.png")
    return folder
  }

  private func inspect(_ format: String) async throws -> CommandResult {
    try await p3tool.run(
      ["inspect", "conflict.png", "untagged.png", "--format", format], in: faultyFolder())
  }

  @Test func findingsAreThoseOfCheckThatNeedNoDisplay() async throws {
    let inputs = try await inspect("json").jsonInputs()
    let rules = inputs.map { ($0["findings"] as? [[String: Any]] ?? []).map { $0["rule"] as? String } }
    #expect(rules == [["conflicting-tags"], ["untagged"]])
    let checked = try await p3tool.run(
      ["check", "conflict.png", "untagged.png", "--format", "json", "--only", "conflicting-tags,untagged"],
      in: faultyFolder())
    let expected = try checked.jsonInputs().map { $0["findings"] as? [[String: AnyHashable]] }
    #expect(inputs.map { $0["findings"] as? [[String: AnyHashable]] } == expected)
  }

  @Test func sarifHasAResultForEachFinding() async throws {
    let run = try await inspect("sarif")
    #expect(run.exitCode == 0, "an inspection fails no run")
    let log = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
    let first = try #require((log?["runs"] as? [[String: Any]])?.first)
    let results = try #require(first["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleId"] as? String } == ["conflicting-tags", "untagged"])
    let driver = (first["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = try #require(driver?["rules"] as? [[String: Any]]).map { $0["id"] as? String }
    for result in results {
      #expect(rules[try #require(result["ruleIndex"] as? Int)] == result["ruleId"] as? String)
    }
  }

  @Test func theOtherFormatsNameTheFindingsToo() async throws {
    #expect(try await inspect("junit").text.contains("<testcase name=\"conflicting-tags\""))
    let annotations = try await inspect("github").text.split(separator: "\n")
    #expect(annotations.map { $0.prefix { $0 != " " } } == ["::warning", "::notice"])
    let page = try await inspect("html").text
    for word in ["conflicting-tags", "untagged.png", "Display P3", "primaries red (0.68, 0.32)"] {
      #expect(page.contains(word), "\(word)")
    }
  }

  @Test func sarifSaysWhichInputsFailed() async throws {
    let run = try await p3tool.run(
      ["inspect", "broken.png", "untagged.png", "--format", "sarif"], in: faultyFolder())
    #expect(run.exitCode == 2)
    #expect(run.text.contains("\"executionSuccessful\" : false"))
    #expect(run.text.contains("broken.png: "))
  }

  @Test func brokenFilesAreErrorsAndTheRestIsDescribed() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "card-srgb-8.png", as: "good.png")
    try folder.write(Array(try TestImages.bytes("card-srgb-8.png").dropLast(100)), to: "bad.png")
    let run = try await p3tool.run(["inspect", "bad.png", "good.png"], in: folder)
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("error: bad.png: "))
    #expect(run.text.hasPrefix("good.png\n"))
  }
}
