import ColorManagement
import Conversion
import ImageFiles
import PNGCodec
import TestSupport
import Testing

/// Files that cannot be converted: the message names file, place, fact and remedy, and nothing is left behind.
@Suite struct ConversionRefusalTests {
  /// A file that must be refused, and words that its message must have.
  struct Refusal: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let words: [String]

    init(_ name: String, _ bytes: [UInt8], _ words: String...) {
      testDescription = name
      self.bytes = bytes
      self.words = words
    }
  }

  private static let sound = PNGFile.rgb16([[1000, 2000, 3000], [40000, 50000, 60000]])

  private static func header(width: UInt32, height: UInt32, depth: UInt8 = 8, type: UInt8 = 2) -> [UInt8] {
    sound.changing("IHDR") { $0.data = PNGFile.big(width) + PNGFile.big(height) + [depth, type, 0, 0, 0] }
      .bytes
  }

  /// Our sRGB profile with the four bytes at `offset` replaced.
  private static func profile(_ signature: String, at offset: Int) -> [UInt8] {
    var bytes = RGBColorSpace.sRGB.profile.bytes
    bytes.replaceSubrange(offset..<offset + 4, with: Array(signature.utf8))
    return sound.adding(.iCCP(bytes)).bytes
  }

  static let refusals: [Refusal] = [
    Refusal("truncated in the image data", Array(sound.bytes.dropLast(20)), "IDAT", "truncated file?"),
    Refusal("truncated after IHDR", Array(sound.bytes.prefix(33)), "file ends", "truncated file?"),
    Refusal(
      "a wrong CRC of IHDR", sound.changing("IHDR") { $0.wrongCRC = 7 }.bytes, "IHDR", "CRC is 0x00000007",
      "get it again"),
    Refusal(
      "a wrong CRC of IDAT", sound.changing("IDAT") { $0.wrongCRC = 7 }.bytes, "IDAT", "CRC is 0x00000007",
      "get it again"),
    Refusal(
      "compressed data that are none", sound.changing("IDAT") { $0.data = [1, 2, 3, 4, 5, 6] }.bytes, "IDAT",
      "get it again"),
    Refusal(
      "image data that are too short",
      sound.changing("IDAT") { $0.data = PNGFile.storedZlib([0, 1, 2]) }.bytes, "IDAT",
      "of 13 decoded", "truncated file?"),
    Refusal("an empty file", [], "an empty file", "PNG only"),
    Refusal("a JPEG", [0xFF, 0xD8, 0xFF, 0xE0] + Array("..JFIF".utf8), "a JPEG image", "convert it first"),
    Refusal(
      "a HEIC", [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0], "a HEIC image", "convert it first"),
    Refusal("a text", Array("just some words\n".utf8), "not a PNG", "convert it first"),
    Refusal(
      "an Xcode-optimised PNG",
      PNGFile(chunks: [.init("CgBI", [0x50, 0, 0x20, 6])] + sound.chunks).bytes, "CgBI", "Xcode",
      "pngcrush -revert-iphone-optimizations"),
    Refusal(
      "an animation", sound.adding(.init("acTL", PNGFile.big(UInt32(2)) + PNGFile.big(UInt32(0)))).bytes,
      "acTL", "animated PNG", "extract the frames"),
    Refusal("no pixels", header(width: 0, height: 1), "IHDR", "0×1"),
    Refusal("more pixels than allowed", header(width: 70000, height: 70000), "4900000000", "maxPixels"),
    Refusal(
      "the largest sides there are", header(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF), "IHDR", "maxPixels"),
    Refusal(
      "a colour type that does not exist", header(width: 1, height: 1, type: 5), "IHDR", "colour type 5"),
    Refusal("a depth that the type has not", header(width: 1, height: 1, depth: 4), "IHDR", "bit depth 4"),
    Refusal(
      "a palette image without its palette", header(width: 1, height: 1, depth: 8, type: 3), "PLTE"),
    Refusal("PQ", sound.adding(.cICP(9, 16)).bytes, "cICP", "PQ", "export an SDR version"),
    Refusal("HLG", sound.adding(.cICP(9, 18)).bytes, "cICP", "HLG", "export an SDR version"),
    Refusal("a CMYK profile", profile("CMYK", at: 16), "iCCP", "CMYK", "choose the right profile"),
    Refusal("a device link", profile("link", at: 12), "iCCP", "device link", "use a display"),
    Refusal("a named-colour profile", profile("nmcl", at: 12), "iCCP", "named", "use a display"),
    Refusal(
      "a profile that is none", sound.adding(.iCCP(Array(repeating: 65, count: 200))).bytes, "iCCP",
      "not an ICC profile"),
  ]

  @Test(arguments: refusals)
  func theMessageHelpsAndNothingIsLeft(refusal: Refusal) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(refusal.bytes, to: "in.png")
    let error = try await #require(throws: ImageError.self) {
      try await ImageConversion(ConversionRequest(target: .space(.displayP3)))
        .convert(.file(path), to: .file(folder.path("out.png")))
    }
    #expect(error.description.hasPrefix(path + ": "))
    for word in refusal.words { #expect(error.description.contains(word), "\(error)") }
    #expect(!error.description.contains("\n"))
    #expect(try folder.names() == ["in.png"])
  }

  @Test func aFileCutAnywhereIsRefusedAndLeavesNothing() async throws {
    let whole = Self.sound.adding(.cICP(12, 13), .tEXt("Title", "cut")).bytes
    for count in 0..<whole.count {
      let folder = try TemporaryFolder()
      let path = try folder.write(Array(whole.prefix(count)), to: "in.png")
      await #expect(throws: ImageError.self, "cut after \(count) bytes") {
        try await ImageConversion(ConversionRequest(target: .space(.sRGB)))
          .convert(.file(path), to: .file(folder.path("out.png")))
      }
      #expect(try folder.names() == ["in.png"])
    }
  }

  @Test func aFileWithAnyByteChangedIsRefusedOrConvertedWhole() async throws {
    let whole = Self.sound.adding(.cICP(12, 13), .tEXt("Title", "bent")).bytes
    for index in whole.indices {
      var bent = whole
      bent[index] ^= 0x41
      let folder = try TemporaryFolder()
      let path = try folder.write(bent, to: "in.png")
      do {
        _ = try await ImageConversion(ConversionRequest(target: .space(.sRGB)))
          .convert(.file(path), to: .file(folder.path("out.png")))
        // Only an ancillary chunk can have been bent: its CRC is wrong, so it does not count.
        #expect(try DecodedPNG(folder.bytes("out.png")).header.pixelCount == 2)
      } catch is ImageError {
        #expect(try folder.names() == ["in.png"], "byte \(index)")
      }
    }
  }

  @Test func aMissingFileAFolderAndAnExistingOutputAreRefused() async throws {
    let folder = try TemporaryFolder()
    let conversion = ImageConversion(ConversionRequest(target: .space(.sRGB)))
    let source = try folder.write(Self.sound.bytes, to: "in.png")
    try folder.write([1, 2, 3], to: "there.png")
    func message(_ source: String, _ destination: String) async throws -> String {
      try await #require(throws: ImageError.self) {
        try await conversion.convert(.file(source), to: .file(destination))
      }.description
    }
    #expect(
      try await message(folder.path("none.png"), folder.path("out.png"))
        .contains("none.png: No such file or directory"))
    #expect(try await message(folder.path, folder.path("out.png")).contains("directory"))
    #expect(try await message(source, folder.path("there.png")).contains("overwrite it"))
    #expect(try await message(source, folder.path("there.png/out.png")).contains("not a folder"))
    #expect(try folder.names() == ["in.png", "there.png"])
    #expect(try folder.bytes("there.png") == [1, 2, 3])
  }

  @Test func aProfileFileThatIsNoneIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("no profile".utf8), to: "some.icc")
    let error = try #require(throws: ImageError.self) { try ConversionTarget.profile(file: path) }
    #expect(error.description.hasPrefix(path + ": not an ICC profile"))
    let missing = try #require(throws: ImageError.self) {
      try ConversionTarget.profile(file: folder.path("none.icc"))
    }
    #expect(missing.description.contains("none.icc: No such file or directory"))
  }

  @Test(arguments: [ColorTagging.srgbChunk, .cicp, .both])
  func taggingThatCannotSayTheTargetIsRefused(tagging: ColorTagging) async throws {
    let source = ImageSource.bytes(PNGFile.rgb16([[1, 2, 3]]).bytes, name: "in.png")
    let target = ConversionTarget.space(tagging == .srgbChunk ? .displayP3 : .adobeRGB)
    var request = ConversionRequest(target: target)
    request.tagging = tagging
    let conversion = ImageConversion(request)
    let assignment = TagAssignment(target: target, tagging: tagging)
    for work in [
      { _ = try await conversion.convert(source, to: $0) },
      { _ = try await assignment.assign(source, to: $0) },
    ] as [(ImageDestination) async throws -> Void] {
      let output = ImageInMemory()
      let error = await #expect(throws: ImageError.self) { try await work(.memory(output)) }
      guard case .cannotTag(path: "in.png", fact: let fact)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(fact.contains("use icc") && output.bytes == nil)
    }
  }

  /// With one job a conversion runs on the threads of Swift's tasks: as many as there are processors.
  @Test func otherTasksGetTurnsWhileImagesAreConverted() async throws {
    let picture = PNGFile.image8(width: 2000, colorType: 2, [UInt8](repeating: 200, count: 2000 * 2000 * 3))
      .bytes
    let conversion = ImageConversion(ConversionRequest(target: .space(.displayP3)))
    let turns = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<2 * ProcessorCount.available {
        group.addTask {
          _ = try? await conversion.convert(.bytes(picture, name: "in.png"), to: .memory(ImageInMemory()))
          return nil
        }
      }
      group.addTask {
        var turns = 0
        while !Task.isCancelled {
          await Task.yield()
          turns += 1
        }
        return turns
      }
      // The first conversion that ends stops the other task.
      _ = await group.next()
      group.cancelAll()
      return await group.reduce(0) { $0 + ($1 ?? 0) }
    }
    #expect(turns > 3)
  }

}
