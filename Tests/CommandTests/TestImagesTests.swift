import ColorManagement
import Foundation
import Oracles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// The folder TestImages is what its generator and its README say.
@Suite struct TestImagesTests {
  @Test func theGeneratorDrawsWhatTheFolderHolds() async throws {
    let folder = try TemporaryFolder()
    let again = try TemporaryFolder()
    #expect(try await CommandRunner.imageGenerator.run([folder.path]).exitCode == 0)
    #expect(try await CommandRunner.imageGenerator.run([again.path]).exitCode == 0)
    let pictures = try folder.names().filter { !$0.hasPrefix("Example.xcassets") }
    #expect(pictures == (try TestImages.names() + ["README.md"]).sorted())
    #expect(try folder.bytes("README.md") == TestImages.bytes("README.md"))
    for name in try TestImages.names() {
      #expect(try folder.bytes(name) == again.bytes(name), "\(name) differs from run to run")
      // Pixels and chunks, not bytes: a better compressor may store the same picture in fewer.
      let (drawn, kept) = try (DecodedPNG(folder.bytes(name)), DecodedPNG(TestImages.bytes(name)))
      #expect(drawn.header == kept.header && drawn.samples == kept.samples, "\(name)")
      #expect(drawn.color == kept.color && drawn.chunkTypes == kept.chunkTypes, "\(name)")
    }
  }

  @Test func theGeneratorBuildsTheCatalogByteForByte() async throws {
    let folder = try TemporaryFolder()
    #expect(try await CommandRunner.imageGenerator.run([folder.path]).exitCode == 0)
    let names = try folder.names().filter { $0.hasPrefix("Example.xcassets") }
    let kept = try FileManager.default.subpathsOfDirectory(atPath: TestImages.path("Example.xcassets"))
    #expect(names == (["Example.xcassets"] + kept.map { "Example.xcassets/\($0)" }).sorted())
    for name in names where name.contains(".imageset/") || name.hasSuffix(".json") {
      #expect(try folder.bytes(name) == TestImages.bytes(name), "\(name) (make images builds it anew)")
    }
  }

  /// The commands of the README build the same files.
  @Test func theReadmesCommandsBuildTheCatalog() async throws {
    let folder = try TemporaryFolder()
    for name in try TestImages.names() { try folder.copy(testImage: name, as: name) }
    let readme = String(decoding: try TestImages.bytes("README.md"), as: UTF8.self)
    let commands = readme.split(separator: "\n").filter { $0.hasPrefix("p3tool catalog ") }
    #expect(commands.count == 4)
    for command in commands {
      // No word of these holds a quote or a space but the colours.
      var words: [String] = []
      for (index, part) in command.split(separator: "'").enumerated() {
        words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
      }
      let result = try await CommandRunner.p3tool.run(Array(words.dropFirst()), in: folder)
      #expect(result.exitCode == 0, "\(command): \(result.errors)")
    }
    let kept = try FileManager.default.subpathsOfDirectory(atPath: TestImages.path("Example.xcassets"))
    for name in kept.filter({ $0.hasSuffix(".png") || $0.hasSuffix(".json") }) {
      #expect(
        try folder.bytes("Example.xcassets/\(name)") == TestImages.bytes("Example.xcassets/\(name)"),
        "\(name)")
    }
    let lint = try await CommandRunner.p3tool.run(
      ["catalog", "lint", "Example.xcassets", "--fail-on", "note"], in: folder)
    #expect(lint.exitCode == 0, "\(lint.text)")
  }

  @Test func theReadmeNamesEveryPictureWithItsSize() throws {
    let readme = String(decoding: try TestImages.bytes("README.md"), as: UTF8.self)
    let rows = readme.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains(".png") }
    #expect(rows.count == (try TestImages.names().count))
    for name in try TestImages.names() {
      let header = try picture(name).header
      #expect(rows.contains { $0.hasPrefix("| `\(name)` | \(header.width)×\(header.height) |") }, "\(name)")
    }
  }

  @Test func theFilesAreSmall() throws {
    #expect(try TestImages.names().reduce(0) { try $0 + TestImages.bytes($1).count } < 1_000_000)
  }

  // MARK: What the README says of each

  private func picture(_ name: String) throws -> DecodedPNG { try DecodedPNG(TestImages.bytes(name)) }

  private func roundedTo8Bits(_ samples: [UInt16]) -> [UInt16] {
    samples.map { UInt16((UInt32($0) + 128) / 257) * 257 }
  }

  @Test func theRampsHoldTheSameNumbersUnderBothTags() throws {
    let p3 = try picture("ramps-p3-16.png")
    #expect(try picture("ramps-srgb-16.png").samples == p3.samples)
    #expect(try picture("ramps-p3-8.png").samples == roundedTo8Bits(p3.samples))
    #expect(try picture("ramps-srgb-8.png").samples == roundedTo8Bits(p3.samples))
    #expect(p3.color.cicp == .displayP3 && p3.color.embeddedProfile != nil)
    #expect(try picture("ramps-srgb-16.png").color.governing == .iccp)
    #expect(try picture("ramps-srgb-8.png").color.governing == .srgb)
    // The first band ends in pure red, the seventh in white.
    #expect(p3[383] == [65535, 0, 0] && p3[383 + 384 * 100] == [65535, 65535, 65535])
  }

  @Test func theGreyRampHoldsEveryEightBitCode() throws {
    let ramp = try picture("gray-ramp-16.png")
    #expect((0..<256).allSatisfy { ramp[$0] == [UInt16($0 * 257)] })
    #expect(ramp.color.governing == .none)
  }

  @Test func thePaletteShowsItsEntriesInOrder() throws {
    let bytes = try TestImages.bytes("palette-srgb-8.png")
    let palette = try #require(PNGFile(bytes).data("PLTE"))
    let image = try DecodedPNG(bytes)
    #expect(palette.count == 48 && image.header.colorType == .palette)
    for entry in 0..<16 {
      #expect(image[entry * 16 + 7] == (0..<3).map { UInt16(palette[entry * 3 + $0]) * 257 })
    }
  }

  @Test func theIconsEdgeFallsFromOpaqueToTransparent() throws {
    let icon = try picture("icon-p3-16.png")
    let alphas = (64..<128).map { icon[64 * 128 + $0][3] }
    #expect(alphas.first == 65535 && alphas.last == 0)
    #expect(zip(alphas, alphas.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(alphas.filter { (1..<65535).contains($0) }.count == 8)
    // Transparent, yet red.
    #expect(icon[0] == [65535, 6554, 6554, 0])
  }

  @Test func theUntaggedPictureHasNoColourChunk() throws {
    #expect(PNGFile(try TestImages.bytes("untagged-8.png")).types == ["IHDR", "IDAT", "IEND"])
  }

  @Test(arguments: ["patches-p3-16.png", "photo-p3-16.png", "ramps-p3-16.png"])
  func colourfulDisplayP3PicturesLeaveSRGB(name: String) throws {
    let image = try picture(name)
    let count = try outsideSRGB(image)
    #expect(count > image.header.pixelCount / 50)
    #expect(count < image.header.pixelCount)
  }

  @Test func everyPixelOfTheIconLeavesSRGB() throws {
    let icon = try picture("icon-p3-16.png")
    #expect(try outsideSRGB(icon) == icon.header.pixelCount)
  }

  @Test func sixOfTwelvePatchesLeaveSRGB() throws {
    #expect(try outsideSRGB(try picture("patches-p3-16.png")) == 6 * 32 * 32)
  }

  /// Pixels that do not survive the way to sRGB and back.
  private func outsideSRGB(_ image: DecodedPNG) throws -> Int {
    let (srgb, p3) = (RGBColorSpace.sRGB.profile.bytes, RGBColorSpace.displayP3.profile.bytes)
    let there = try #require(ReferenceProfileConversion(source: p3, destination: srgb))
    let back = try #require(ReferenceProfileConversion(source: srgb, destination: p3))
    return (0..<image.header.pixelCount).count { index in
      let pixel = image[index]
      let color = SIMD3(pixel[0], pixel[1], pixel[2])
      let returned = back.convert(there.convert(color))
      return (0..<3).contains { abs(Int(returned[$0]) - Int(color[$0])) > 8 }
    }
  }
}
