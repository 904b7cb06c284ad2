import ColorManagement
import ImageFiles
import TestSupport
import Testing

/// `p3tool convert` run as a program: what it says of its results, and `--fail-on`.
@Suite struct ConvertFindingsTests {
  private let p3tool = CommandRunner.p3tool

  /// A grey ramp of 512 columns: smooth at 16 bits, four 8-bit codes from end to end, so that rounding shows.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let row = (0..<512).map { UInt16(8000 + $0 * 3) }
    let samples = (0..<256).flatMap { _ in row.flatMap { [$0, $0, $0] } }
    try folder.write(PNGFile.image16(width: 512, colorType: 2, samples).bytes, to: "ramp.png")
    return folder
  }

  private func convert(_ arguments: String..., in folder: TemporaryFolder) async throws -> CommandResult {
    try await p3tool.run(["convert", "ramp.png", "--to", "p3", "--force"] + arguments, in: folder)
  }

  @Test(arguments: ["1", "3"])
  func bandsThatTheConversionMadeAreReported(jobs: String) async throws {
    let folder = try folder()
    let smooth = try await convert("-j", jobs, in: folder)
    #expect(smooth.text.contains("  banding none  "))
    let dithered = try await convert("-j", jobs, "--depth", "8", in: folder)
    #expect(dithered.text.contains("  banding none  "))
    let rounded = try await convert(
      "-j", jobs, "--depth", "8", "--dither", "none", "--format", "json", in: folder)
    let banding = try #require(try rounded.jsonInputs()[0]["banding"] as? [String: Any])
    #expect(banding["verdict"] as? String == "banded")
    let regions = try #require(banding["regions"] as? [[String: Any]])
    #expect(regions.count == 1 && regions[0]["cause"] as? String == "depth")
    #expect(regions[0]["step"] as? Double == 1)
    #expect(regions[0]["height"] as? Int == 256)
  }

  @Test(arguments: [
    ("none", 0), ("error", 0), ("warning", 1), ("banding", 1), ("banding=1000", 0), ("gamut-clipping", 0),
  ])
  func failOnJudgesTheResult(condition: String, code: Int32) async throws {
    let folder = try folder()
    let run = try await convert("--depth", "8", "--dither", "none", "--fail-on", condition, in: folder)
    #expect(run.exitCode == code)
    #expect(run.errors.contains("banding: visible steps in one place of the output") == (code == 1))
    #expect(try folder.names() == ["ramp.display-p3.png", "ramp.png"])
  }

  /// A disc of Display P3's green with a soft edge of 32 pixels, on grey.
  private func disc() -> PNGFile {
    let samples = (0..<256 * 256).flatMap { pixel -> [UInt16] in
      let x = Double(pixel % 256) - 127.5
      let y = Double(pixel / 256) - 127.5
      let radius = (x * x + y * y).squareRoot()
      let cover = min(max((80 - radius) / 32 + 0.5, 0), 1)
      let green: [Double] = [0, 1, 0.2]
      return green.map { channel in UInt16((0.5 * (1 - cover) + channel * cover) * 65535) }
    }
    return PNGFile.image16(width: 256, colorType: 2, samples)
  }

  @Test(arguments: ["p3", "srgb"], ["1", "3"])
  func aDiscOfOneColorIsNoBand(target: String, jobs: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(disc().bytes, to: "disc.png")
    let run = try await p3tool.run(
      ["convert", "disc.png", "--from", "p3", "--to", target, "--fail-on", "banding", "-j", jobs], in: folder)
    #expect(run.exitCode == 0 && run.text.contains("  banding none  "))
    let check = try await p3tool.run(
      ["check", "disc.png", "--from", "p3", "--target", target, "--only", "banding", "--format", "json"],
      in: folder)
    let banding = try #require(try check.jsonInputs()[0]["banding"] as? [String: Any])
    #expect(banding["verdict"] as? String == "clean")
  }

  @Test(arguments: ["clip", "chroma", "soft"])
  func aGradientThatIsCutOffIsABandInLineAndExitCodeAlike(mapping: String) async throws {
    let folder = try TemporaryFolder()
    let samples = (0..<256 * 80).flatMap { pixel -> [UInt16] in
      let share = Double(pixel % 256) / 255
      let color: [Double] = [0.8 + 0.2 * share, 0.5 - 0.5 * share, 0.4 - 0.4 * share]
      return color.map { channel in UInt16(channel * 65535) }
    }
    try folder.write(PNGFile.image16(width: 256, colorType: 2, samples).bytes, to: "ramp.png")
    func isBanded(_ target: String) async throws -> Bool {
      let run = try await p3tool.run(
        [
          "convert", "ramp.png", "--from", "p3", "--to", target, "--gamut", mapping, "--fail-on", "banding",
          "--force",
        ], in: folder)
      #expect(run.text.contains("  banding none  ") == (run.exitCode == 0))
      return run.exitCode == 1
    }
    #expect(try await !isBanded("p3"))
    #expect(try await isBanded("srgb") == (mapping != "soft"))
  }

  /// Alpha from 1/255 to opaque: what is counted stays, how far it moves is what `diff` sees over black and over white.
  @Test(arguments: ["clip", "chroma", "soft"], [257, 20000, 65535] as [UInt16])
  func differencesOfTranslucentPixelsAreThoseOfDiff(mapping: String, alpha: UInt16) async throws {
    let folder = try TemporaryFolder()
    let samples = (0..<64 * 64).flatMap { pixel -> [UInt16] in
      let (green, blue) = (UInt16(pixel % 64 * 600), UInt16(pixel / 64 * 700))
      return [65535, green, blue, alpha]
    }
    try folder.write(PNGFile.image16(width: 64, colorType: 6, samples).bytes, to: "in.png")
    let assigned = try await p3tool.run(
      ["assign", "in.png", "--profile", "p3", "-o", "tagged.png"], in: folder)
    #expect(assigned.exitCode == 0)
    let run = try await p3tool.run(
      [
        "convert", "tagged.png", "--to", "srgb", "--gamut", mapping, "--depth", "16", "-o", "out.png",
        "--format", "json",
      ], in: folder)
    let gamut = try #require(try run.jsonInputs()[0]["gamut"] as? [String: Any])
    let change = try #require(gamut["deltaE"] as? [String: Double])
    let diff = try await p3tool.run(["diff", "tagged.png", "out.png", "--format", "json"], in: folder)
    let seen = try #require(try diff.jsonInputs()[0]["deltaE"] as? [String: Any])
    #expect(try abs(#require(change["max"]) - #require(seen["max"] as? Double)) < 0.02)
    #expect(gamut["visiblePixels"] as? Int == 64 * 64 && gamut["outOfGamut"] as? Int ?? 0 > 1000)
    let check = try await p3tool.run(["check", "tagged.png", "--only", "gamut-clipping"], in: folder)
    #expect(check.text.contains("nothing to complain about") == (alpha == 257))
    let gate = ["check", "tagged.png", "--only", "gamut-clipping", "--fail-on", "gamut-clipping"]
    #expect(try await p3tool.run(gate, in: folder).exitCode == 1)
  }

  @Test(arguments: ["chroma", "soft"])
  func theReportDescribesTheMappingThatWasUsed(mapping: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "photo-p3-16.png", as: "in.png")
    func gamut(_ mapping: String) async throws -> [String: Any] {
      let run = try await p3tool.run(
        ["convert", "in.png", "--to", "srgb", "--gamut", mapping, "--format", "json", "--force"], in: folder)
      return try #require(try run.jsonInputs()[0]["gamut"] as? [String: Any])
    }
    func deltaE(_ object: Any?) throws -> [Double] {
      let values = try #require((object as? [String: Any])?["deltaE"] as? [String: Double])
      return [try #require(values["mean"]), try #require(values["max"])]
    }
    let (clipped, mapped) = (try await gamut("clip"), try await gamut(mapping))
    #expect(clipped["mapping"] as? String == "clip" && mapped["mapping"] as? String == mapping)
    #expect(clipped["clip"] == nil && clipped["movedInGamut"] == nil)
    // Its own figures, with those of a clip beside them.
    #expect(try deltaE(mapped["clip"]) == deltaE(clipped))
    #expect(try abs(deltaE(mapped)[1] - deltaE(clipped)[1]) > 0.1)
    #expect((try #require(mapped["movedInGamut"] as? Int) > 0) == (mapping == "soft"))
    // What is counted is the same.
    for key in ["visiblePixels", "outOfGamut", "withinRounding", "fraction", "maxExcess"] {
      #expect(mapped[key] as? Double == clipped[key] as? Double)
    }
    let most = Numbers.oneDecimal(try deltaE(mapped)[1])
    let text = try await p3tool.run(
      ["convert", "in.png", "--to", "srgb", "--gamut", mapping, "--force", "--fail-on", "note"], in: folder)
    let from = mapping == "soft" ? " from 0.8 on" : ""
    #expect(text.text.contains("(max ΔE \(most) with \(mapping)\(from), 3.5 clipped)"))
    #expect(mapped["knee"] as? Double == (mapping == "soft" ? 0.8 : nil))
    #expect(text.errors.contains("ΔE of \(mapping) \(most) at most, of a clip 3.5"))
    #expect(text.exitCode == 1)
  }

  /// The colours of a picture between a grey and the corner that its farthest colour is on the way to.
  private func ramp(to share: Double) -> PNGFile {
    let pixels: [[UInt16]] = (0..<64).map {
      [
        UInt16(40000 - Double($0) / 63 * share * 40000), 60000,
        UInt16(40000 - Double($0) / 63 * share * 40000),
      ]
    }
    return .rgb16(pixels).adding(.iCCP(RGBColorSpace.displayP3.profile.bytes))
  }

  @Test func theKneeFollowsThePictureUnlessItIsGiven() async throws {
    let folder = try TemporaryFolder()
    var knees: [Double] = []
    for share in [0.3, 0.6, 1] {
      try folder.write(ramp(to: share).bytes, to: "in.png")
      for input in [["in.png"], ["in.png", "-j", "3"]] {
        let run = try await p3tool.run(
          ["convert"] + input + ["--to", "srgb", "--gamut", "soft", "--format", "json", "--force"], in: folder
        )
        let gamut = try #require(try run.jsonInputs()[0]["gamut"] as? [String: Any])
        knees.append(try #require(gamut["knee"] as? Double))
        #expect((gamut["outOfGamut"] as? Int == 0) == (share == 0.3))
        #expect((gamut["movedInGamut"] as? Int == 0) == (share == 0.3))
      }
    }
    #expect(knees[0] == 1 && knees[2] < 1 && knees[2] > 0.8 && knees[4] == 0.8, "\(knees)")
    #expect(knees[0] == knees[1] && knees[2] == knees[3] && knees[4] == knees[5])
    let fixed = try await p3tool.run(
      [
        "convert", "in.png", "--to", "srgb", "--gamut", "soft", "--knee", "0.5", "--force", "--format",
        "json",
      ],
      in: folder)
    let gamut = try #require(try fixed.jsonInputs()[0]["gamut"] as? [String: Any])
    #expect(gamut["knee"] as? Double == 0.5)
    for wrong in [
      ["--knee", "0.5"], ["--gamut", "soft", "--knee", "1.1"], ["--gamut", "clip", "--knee", "1"],
    ] {
      let run = try await p3tool.run(["convert", "in.png", "--to", "srgb"] + wrong, in: folder)
      #expect(run.exitCode == 64 && run.errors.contains("--knee"))
    }
  }

  @Test func littleCMSClipsAndTheReportSaysSo() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "photo-p3-16.png", as: "in.png")
    let run = try await p3tool.run(
      ["convert", "in.png", "--to", "srgb", "--gamut", "soft", "--intent", "absolute", "--format", "json"],
      in: folder)
    let input = try run.jsonInputs()[0]
    let gamut = try #require(input["gamut"] as? [String: Any])
    #expect(input["executor"] as? String == "lcms" && gamut["mapping"] as? String == "clip")
    #expect(try #require(input["notes"] as? [String]).contains { $0.contains("LittleCMS, which clips") })
  }

  @Test(arguments: ["untagged", "nonsense", "banding=-1"])
  func failOnTakesWhatAConversionCanAnswer(condition: String) async throws {
    let folder = try folder()
    let run = try await convert("--fail-on", condition, in: folder)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("--fail-on"))
    #expect(try folder.names() == ["ramp.png"])
  }
}
