import Checking
import ColorManagement
import Foundation
import ImageFiles
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
    let report =
      try JSONSerialization.jsonObject(with: Data(try await inspect("json").output)) as? [String: Any]
    let counts = (report?["summary"] as? [String: Any])?["findings"] as? [String: Int]
    #expect(counts == ["error": 0, "note": 1, "warning": 1])
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
    #expect(run.text.hasPrefix("bad.png\n") && run.text.contains("\ngood.png\n"))
  }

  // MARK: Files that nothing else reads

  /// The report on a file that `inspect` describes, from standard input, which comes only once.
  private func described(_ bytes: [UInt8], exitCode: Int32) async throws -> [String: Any] {
    let run = try await p3tool.run(["inspect", "-", "--format", "json"], input: .bytes(bytes))
    #expect(run.exitCode == exitCode, "\(run.errors)")
    let summary = try #require(try run.json()["summary"] as? [String: Any])
    #expect(summary["failed"] as? Int == (exitCode == 2 ? 1 : 0))
    #expect(run.errors.contains("error: -: ") == (exitCode == 2))
    return try run.jsonInputs()[0]
  }

  /// The one finding of `rule`.
  private func finding(
    _ report: [String: Any], _ rule: String = "not-convertible"
  ) throws -> (level: String, message: String) {
    let findings = try #require(report["findings"] as? [[String: Any]]).filter {
      $0["rule"] as? String == rule
    }
    #expect(findings.count == 1)
    let first = try #require(findings.first)
    return (try #require(first["level"] as? String), try #require(first["message"] as? String))
  }

  private func types(_ report: [String: Any]) -> [String] {
    (report["chunks"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
  }

  private static let sound = PNGFile.rgb16([[1000, 2000, 3000], [40001, 50002, 60003]]).adding(.cICP(12, 13))

  @Test func aTruncatedFileIsDescribedAsFarAsItGoes() async throws {
    let whole = Self.sound.bytes
    let report = try await described(Array(whole.dropLast(25)), exitCode: 2)
    #expect(report["width"] as? Int == 2 && report["bitDepth"] as? Int == 16)
    #expect(types(report) == ["IHDR", "cICP", "IDAT"])
    #expect(report["bytes"] as? Int == whole.count - 25)
    #expect((report["profile"] as? [String: Any])?["equals"] as? String == "display-p3")
    // Nothing is said of pixels that were not all read.
    #expect(report["effectiveDepth"] == nil && report["colors"] == nil && report["needsWideGamut"] == nil)
    let found = try finding(report)
    #expect(found.level == "error")
    #expect(found.message.hasPrefix("IDAT: ") && found.message.contains("truncated file?"))
    #expect(report["error"] as? String == "-: " + found.message)
  }

  @Test func withoutItsEndTheImageIsThere() async throws {
    let report = try await described(Array(Self.sound.bytes.dropLast(12)), exitCode: 2)
    #expect(report["effectiveDepth"] as? Int == 16 && report["needsWideGamut"] as? Bool == false)
    #expect((report["colors"] as? [String: Any])?["uniqueColors"] as? Int == 2)
    #expect(types(report) == ["IHDR", "cICP", "IDAT"])
    #expect(try finding(report).message.hasPrefix("IEND: the file ends"))
  }

  /// Where the data are compressed, the decoder reads ahead of what it needs.
  @Test func withoutItsEndAPictureIsThereAsWell() async throws {
    let whole = try TestImages.bytes("card-srgb-8.png")
    let expected = try await report(whole)
    let cut = try await described(Array(whole.dropLast(12)), exitCode: 2)
    for key in ["effectiveDepth", "colors", "needsWideGamut", "profile"] {
      #expect(expected[key] as? AnyHashable == cut[key] as? AnyHashable, "\(key)")
    }
  }

  @Test func anAnimationIsDescribedByItsDefaultImage() async throws {
    let frames = PNGFile.big(UInt32(3)) + PNGFile.big(UInt32(0))
    let file = Self.sound.adding(.init("acTL", frames)).addingAtEnd(.init("fdAT", [0, 0, 0, 1, 2, 3]))
    let report = try await described(file.bytes, exitCode: 0)
    #expect(report["effectiveDepth"] as? Int == 16 && report["error"] == nil)
    #expect(types(report) == ["IHDR", "acTL", "cICP", "IDAT", "fdAT", "IEND"])
    let found = try finding(report)
    #expect(found.level == "note" && found.message.contains("3 frames"))
  }

  @Test(arguments: [(16, "PQ"), (18, "HLG")] as [(UInt8, String)])
  func highDynamicRangeIsDescribedWithoutItsColours(transfer: UInt8, name: String) async throws {
    let file = PNGFile.rgb16([[1000, 2000, 3001]]).adding(
      .cICP(9, transfer), .iCCP(RGBColorSpace.rec2020.profile.bytes))
    let report = try await described(file.bytes, exitCode: 0)
    let tag = try #require(report["tag"] as? [String: Any])
    #expect(tag["governing"] as? String == "cICP" && tag["present"] as? [String] == ["cICP", "iCCP"])
    #expect(report["effectiveDepth"] as? Int == 16 && report["profile"] == nil && report["colors"] == nil)
    let found = try finding(report)
    #expect(found.level == "note" && found.message.contains(name))
  }

  @Test func xcodesOptimisedImagesAreNamed() async throws {
    let file = PNGFile(chunks: [.init("CgBI", [0x50, 0, 0x20, 6])] + Self.sound.chunks)
    let report = try await described(file.bytes, exitCode: 2)
    #expect(report["width"] as? Int == 2 && types(report).first == "CgBI")
    #expect(try finding(report).message.contains("pngcrush -revert-iphone-optimizations"))
  }

  @Test func aBrokenProfileIsAFindingAndTheRestIsDescribed() async throws {
    let file = PNGFile.rgb16([[1000, 2000, 3001]]).adding(.iCCP(Array(repeating: 65, count: 200)))
    let report = try await described(file.bytes, exitCode: 0)
    #expect(try finding(report, "invalid-profile").level == "error")
    #expect((report["tag"] as? [String: Any])?["present"] as? [String] == ["iCCP"])
    #expect((report["profile"] as? [String: Any])?["equals"] as? String == "srgb")
    #expect((report["colors"] as? [String: Any])?["uniqueColors"] as? Int == 1)
    let folder = try TemporaryFolder()
    try folder.write(file.bytes, to: "in.png")
    let run = try await p3tool.run(["inspect", "in.png", "--extract-icc", "out.icc"], in: folder)
    #expect(run.exitCode == 2 && run.errors.contains("in.png: iCCP: not an ICC profile"))
    #expect(try folder.names() == ["in.png"])
  }

  @Test func anImpossibleHeaderLeavesTheChunks() async throws {
    let file = Self.sound.changing("IHDR") { $0.data[9] = 5 }
    let report = try await described(file.bytes, exitCode: 2)
    #expect(report["width"] == nil && report["colorType"] == nil)
    #expect((report["tag"] as? [String: Any])?["governing"] as? String == "cICP")
    #expect(types(report) == ["IHDR", "cICP", "IDAT", "IEND"])
    #expect(try finding(report).message.contains("colour type 5"))
    let large = Self.sound.changing("IHDR") { $0.data.replaceSubrange(0..<4, with: [0, 255, 255, 255]) }
    let limited = try await p3tool.run(
      ["inspect", "-", "--format", "json", "--max-pixels", "1000"], input: .bytes(large.bytes))
    #expect(limited.exitCode == 2)
    #expect(try limited.jsonInputs()[0]["width"] as? Int == 0xFFFFFF)
  }

  @Test func textTellsTheFactsAndTheFinding() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(Self.sound.bytes.dropLast(25)), to: "cut.png")
    let run = try await p3tool.run(["inspect", "cut.png"], in: folder)
    #expect(run.exitCode == 2)
    let lines = run.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines[0] == "cut.png" && lines[1].hasPrefix("size      2×1 rgb"))
    #expect(lines.contains { $0.hasPrefix("profile   \"Display P3\"") })
    #expect(lines.contains { $0.hasPrefix("chunks    IHDR ") && $0.contains("IDAT") })
    // Long lines are broken.
    #expect(lines.contains { $0.hasPrefix("finding   error: IDAT: ") })
    #expect(lines.last?.hasSuffix("[not-convertible]") == true)
    let junit = try await p3tool.run(["inspect", "cut.png", "--format", "junit"], in: folder)
    #expect(junit.exitCode == 2 && junit.text.contains("<error message=\"cut.png: IDAT: "))
  }

  /// Cut anywhere and with any byte changed, a file is described, or is no PNG.
  @Test func inspectNeverGivesUp() async throws {
    let whole = Self.sound.adding(.tEXt("Title", "bent")).bytes
    let folder = try TemporaryFolder()
    for count in 8..<whole.count {
      let path = try folder.write(Array(whole.prefix(count)), to: "in.png")
      let report = try await ImageInspection().inspect(.file(path)).report
      #expect(report.error != nil && report.bytes == count, "\(count)")
    }
    for index in 8..<whole.count {
      var bent = whole
      bent[index] ^= 0x41
      let path = try folder.write(bent, to: "in.png")
      let report = try await ImageInspection().inspect(.file(path)).report
      #expect(report.error != nil || report.width == 2, "\(index)")
    }
  }
}
