import ColorManagement
import ImageFiles
import Oracles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// `p3tool convert` run as a program: what it makes of pictures.
@Suite struct ConvertCommandTests {
  private let p3tool = CommandRunner.p3tool

  @Test(arguments: try TestImages.names(), ["srgb", "display-p3"])
  func everyTestImageBecomesWhatThePlainFormulaSays(name: String, target: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: name, as: "in.png")
    let run = try await p3tool.run(["convert", "in.png", "--to", target, "--depth", "16"], in: folder)
    #expect(run.exitCode == 0)
    #expect(try folder.names() == ["in.\(target).png", "in.png"].sorted())
    #expect(run.text.hasPrefix("in.png → in.\(target).png  "))
    #expect(run.text.split(separator: "\n").count == 1)

    let source = try DecodedPNG(TestImages.bytes(name))
    let result = try DecodedPNG(folder.bytes("in.\(target).png"))
    let color = try SourceColor(
      resolving: source.color, isGray: source.format.isGray, assumed: RGBColorSpace.sRGB.profile,
      path: name)
    let profile = try #require(result.color.embeddedProfile).bytes
    let reference = try #require(
      ReferenceProfileConversion(source: color.profile.bytes, destination: profile))
    #expect(reference.firstDifference(source: source, result: result) == nil)
  }

  @Test(arguments: [
    ("srgb", "srgb"), ("display-p3", "display-p3"), ("p3", "display-p3"), ("P3", "display-p3"),
    ("adobe-rgb", "adobe-rgb"), ("rec2020", "rec2020"), ("prophoto", "prophoto"),
    ("profiles/press.icc", "press"),
  ])
  func theDefaultNameSaysTheTarget(target: String, suffix: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "art/in.png")
    try folder.write(RGBColorSpace.adobeRGB.profile.bytes, to: "profiles/press.icc")
    let run = try await p3tool.run(["convert", "art/in.png", "--to", target], in: folder)
    #expect(run.exitCode == 0)
    #expect(try folder.names().contains("art/in.\(suffix).png"))
  }

  @Test func aProfileFileIsEmbeddedAsItIs() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "in.png")
    // A space that no built-in profile has: Adobe RGB's primaries under a gamma of 1.8.
    let profile = try ICCProfile.made(
      name: "Press", chromaticities: RGBColorSpace.adobeRGB.chromaticities, curve: .parametric(.gamma(1.8)))
    try folder.write(profile.bytes, to: "press.icc")
    let run = try await p3tool.run(["convert", "in.png", "--to", "press.icc"], in: folder)
    #expect(run.exitCode == 0)
    let result = try DecodedPNG(folder.bytes("in.press.png"))
    #expect(result.color.embeddedProfile?.bytes == profile.bytes)
    #expect(result.color.cicp == nil)
  }

  @Test func fromOverridesTheFilesOwnProfile() async throws {
    let folder = try TemporaryFolder()
    // The same numbers, tagged sRGB and Display P3.
    try folder.copy(testImage: "ramps-srgb-16.png", as: "wrong.png")
    try folder.copy(testImage: "ramps-p3-16.png", as: "right.png")
    _ = try await p3tool.run(["convert", "wrong.png", "--to", "srgb", "--from", "p3"], in: folder)
    _ = try await p3tool.run(["convert", "right.png", "--to", "srgb"], in: folder)
    #expect(try folder.bytes("wrong.srgb.png") == folder.bytes("right.srgb.png"))
  }

  @Test func assumeSpeaksOfUntaggedFilesAlone() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "untagged-8.png")
    try folder.copy(testImage: "ramps-srgb-8.png")
    func result(_ name: String, _ options: String...) async throws -> [UInt8] {
      _ = try await p3tool.run(
        ["convert", name, "--to", "srgb", "-o", "out.png", "--force"] + options, in: folder)
      return try folder.bytes("out.png")
    }
    let asP3 = try await result("untagged-8.png", "--assume", "display-p3")
    #expect(try await result("untagged-8.png", "--from", "display-p3") == asP3)
    #expect(try await result("untagged-8.png") != asP3)
    let tagged = try await result("ramps-srgb-8.png", "--assume", "display-p3")
    #expect(try await result("ramps-srgb-8.png") == tagged)
  }

  @Test func anUntaggedFileIsNoted() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "untagged-8.png", as: "in.png")
    let run = try await p3tool.run(["convert", "in.png", "--to", "srgb"], in: folder)
    #expect(run.errors == "note: in.png: no colour tag: sRGB is assumed (choose with --assume)\n")
    let quiet = try await p3tool.run(["convert", "in.png", "--to", "srgb", "-f", "-q"], in: folder)
    #expect(quiet.errors == "")
  }

  @Test("what holds for several files is said once, at the end; --verbose says it of each")
  func remarksOnSeveralFiles() async throws {
    let folder = try TemporaryFolder()
    for name in ["a.png", "b.png", "c.png"] { try folder.copy(testImage: "untagged-8.png", as: name) }
    let arguments = ["convert", "a.png", "b.png", "c.png", "--to", "srgb", "--force"]
    let remark = "no colour tag: sRGB is assumed (choose with --assume)"
    #expect(try await p3tool.run(arguments, in: folder).errors == "note: a.png and 2 more: \(remark)\n")
    let verbose = try await p3tool.run(arguments + ["--verbose"], in: folder).errors
    for name in ["a.png", "b.png", "c.png"] { #expect(verbose.contains("note: \(name): \(remark)\n")) }
    #expect(try await p3tool.run(arguments + ["--quiet"], in: folder).errors == "")
    let document = try await p3tool.run(arguments + ["--format", "json"], in: folder).text
    #expect(document.ranges(of: remark).count == 3)
  }

  @Test(arguments: ["perceptual", "saturation"])
  func matrixProfilesHaveNoOtherIntent(intent: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "in.png")
    _ = try await p3tool.run(["convert", "in.png", "--to", "srgb", "-o", "relative.png"], in: folder)
    let run = try await p3tool.run(
      ["convert", "in.png", "--to", "srgb", "-o", "other.png", "--intent", intent], in: folder)
    #expect(try folder.bytes("other.png") == folder.bytes("relative.png"))
    #expect(run.errors.contains("no \(intent) table"))
  }

  @Test(arguments: ["scalar", "baseline", "avx2", "avx512", "neon"])
  func everyKernelTargetGivesTheSameBytes(kernels: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "photo-p3-16.png", as: "in.png")
    let arguments = ["convert", "in.png", "--to", "srgb", "-o"]
    _ = try await p3tool.run(arguments + ["default.png"], in: folder)
    let run = try await p3tool.run(
      arguments + ["forced.png"], environment: ["P3_KERNELS": kernels], in: folder)
    // A target that this machine has not may be refused, but never gives other pixels.
    if run.exitCode == 0 { #expect(try folder.bytes("forced.png") == folder.bytes("default.png")) }
    if kernels == "scalar" { #expect(run.exitCode == 0) }
  }

  @Test func theNumberOfJobsDoesNotShow() async throws {
    let folder = try TemporaryFolder()
    for name in try TestImages.names() { try folder.copy(testImage: name, as: "in/" + name) }
    func run(_ jobs: String) async throws -> CommandResult {
      let arguments = ["convert", "in", "-r", "--to", "srgb", "-o", "out", "-j", jobs, "--format", "json"]
      return try await p3tool.run(arguments + (jobs == "1" ? [] : ["--force"]), in: folder)
    }
    let alone = try await run("1")
    let names = try folder.names().filter { $0.hasPrefix("out/") }
    let bytes = try names.map { try folder.bytes($0) }
    let together = try await run("4")
    #expect(alone.exitCode == 0 && together.exitCode == 0)
    #expect(alone.text == together.text)
    #expect(alone.errors == together.errors)
    #expect(names.count == (try TestImages.names().count))
    #expect(try names.map { try folder.bytes($0) } == bytes)
  }
}
