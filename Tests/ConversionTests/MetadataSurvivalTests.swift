import Analysis
import ColorManagement
import Conversion
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// What becomes of a file's other chunks when its samples change.
@Suite struct MetadataSurvivalTests {
  private static let resolution = PNGFile.Chunk(
    "pHYs", PNGFile.big(UInt32(2835)) + PNGFile.big(UInt32(2835)) + [1])
  private static let time = PNGFile.Chunk("tIME", [0x07, 0xEA, 6, 24, 12, 0, 0])
  private static let compressedText = PNGFile.Chunk(
    "zTXt", Array("Comment".utf8) + [0, 0] + PNGFile.storedZlib(Array("zipped".utf8)))
  private static let internationalText = PNGFile.Chunk(
    "iTXt", Array("Title".utf8) + [0, 0, 0, 0, 0] + Array("Ümläut".utf8))
  private static let xmp = PNGFile.Chunk(
    "iTXt", Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + Array("<x:xmpmeta/>".utf8))
  private static let trailing = PNGFile.Chunk.tEXt("Software", "written after IDAT")

  /// A picture with every kind of chunk that a conversion must keep or drop.
  private static func picture(exif: [UInt8]) -> PNGFile {
    PNGFile.rgb16([[1000, 2000, 3000], [40000, 50000, 60000]])
      .adding(
        .gAMA(45455), .sRGBChromaticities, .sRGB(), .init("sBIT", [5, 6, 5]),
        .init("bKGD", [0, 1, 0, 2, 0, 3]), .init("tRNS", [3, 232, 7, 208, 11, 184]),
        .init("sPLT", Array("palette".utf8) + [0, 8, 1, 2, 3, 255, 0, 9]), resolution, time,
        .tEXt("Author", "somebody"), compressedText, internationalText, xmp, .init("eXIf", exif),
        .init("prVt", [1, 2, 3]), .init("prIV", [4, 5, 6])
      )
      .addingAtEnd(trailing)
  }

  /// Exif with IFD 0 → Exif IFD → ColorSpace 1 (sRGB), and an orientation that nobody may touch.
  private static func exif(bigEndian: Bool, colorSpace: UInt16) -> [UInt8] {
    func number(_ value: some FixedWidthInteger) -> [UInt8] {
      bigEndian ? PNGFile.big(value) : PNGFile.big(value).reversed()
    }
    func entry(_ tag: UInt16, _ type: UInt16, _ value: [UInt8]) -> [UInt8] {
      number(tag) + number(type) + number(UInt32(1)) + value
    }
    let header = Array((bigEndian ? "MM" : "II").utf8) + number(UInt16(42)) + number(UInt32(8))
    let first =
      number(UInt16(2)) + entry(0x0112, 3, number(UInt16(6)) + [0, 0])
      + entry(0x8769, 4, number(UInt32(38))) + number(UInt32(0))
    let second =
      number(UInt16(1)) + entry(0xA001, 3, number(colorSpace) + [0, 0]) + number(UInt32(0))
    return header + first + second
  }

  @Test(arguments: [true, false], [RGBColorSpace.sRGB, .displayP3])
  func everythingThatIsStillTrueStays(bigEndian: Bool, target: RGBColorSpace) async throws {
    let converted = try await ConvertedImage(
      Self.picture(exif: Self.exif(bigEndian: bigEndian, colorSpace: 1)), to: target)
    let file = converted.file
    for chunk in [
      Self.resolution, Self.time, Self.compressedText, Self.internationalText, Self.xmp, Self.trailing,
      .tEXt("Author", "somebody"), .init("prVt", [1, 2, 3]),
    ] {
      #expect(file.chunks.contains(chunk), "\(chunk.type) is lost or changed")
    }
    // Exif: the orientation stays, ColorSpace follows the samples (Exif 2.32: 1 is sRGB, 65535 anything else).
    let colorSpace: UInt16 = target == .sRGB ? 1 : 0xFFFF
    #expect(file.data("eXIf") == Self.exif(bigEndian: bigEndian, colorSpace: colorSpace))
  }

  @Test func exifBecomesSRGBWhenTheSamplesDo() async throws {
    let picture = PNGFile.rgb16([[1, 2, 3]])
      .adding(.cICP(12, 13), .init("eXIf", Self.exif(bigEndian: false, colorSpace: 0xFFFF)))
    let converted = try await ConvertedImage(picture)
    #expect(converted.file.data("eXIf") == Self.exif(bigEndian: false, colorSpace: 1))
  }

  @Test(arguments: [RGBColorSpace.sRGB, .displayP3])
  func nothingThatSpeaksOfTheOldSamplesStays(target: RGBColorSpace) async throws {
    let converted = try await ConvertedImage(
      Self.picture(exif: Self.exif(bigEndian: true, colorSpace: 1)), to: target
    ) { $0.reencodes = true }
    for type in ["gAMA", "cHRM", "sRGB", "sBIT", "tRNS", "sPLT", "prIV"] {
      #expect(!converted.file.types.contains(type), "\(type) is stale")
    }
    // The key colour is alpha now.
    #expect(converted.result.format == .rgba16)
  }

  /// Images whose second pixel has the colour of their background, as the chunk and the rows of each type hold it.
  private static let backgrounds: [(type: UInt8, depth: UInt8, chunk: [UInt8], rows: [[UInt8]])] = [
    (0, 16, [0x12, 0x34], [[0, 0, 0x12, 0x34]]), (0, 8, [0, 200], [[3, 200]]),
    (0, 2, [0, 2], [[0b0110_0000]]),
    (2, 16, [1, 2, 200, 3, 4, 5], [[0, 0, 0, 0, 0, 0, 1, 2, 200, 3, 4, 5]]),
    (2, 8, [0, 250, 0, 20, 0, 30], [[1, 2, 3, 250, 20, 30]]), (4, 8, [0, 77], [[1, 255, 77, 255]]),
    (6, 8, [0, 10, 0, 240, 0, 30], [[1, 2, 3, 255, 10, 240, 30, 255]]),
    (6, 16, [9, 8, 7, 6, 200, 4], [[0, 0, 0, 0, 0, 0, 255, 255, 9, 8, 7, 6, 200, 4, 255, 255]]),
  ]

  @Test(arguments: backgrounds.indices, [OutputDepth.sixteen, .eight])
  func theBackgroundIsConvertedWithThePixels(index: Int, depth: OutputDepth) async throws {
    let background = Self.backgrounds[index]
    let picture = PNGFile(
      width: 2, depth: background.depth, colorType: background.type, rows: background.rows
    )
    .adding(.cICP(12, 13), .init("bKGD", background.chunk))
    let converted = try await ConvertedImage(picture) {
      $0.depth = depth
      $0.dither = Dither.none
      $0.reencodes = true
    }
    let isWide = converted.result.header.bitDepth == 16
    let pixel = converted.result[1].prefix(converted.result.format.isGray ? 1 : 3)
    let expected = pixel.flatMap { isWide ? PNGFile.big($0) : [0, UInt8($0 >> 8)] }
    #expect(converted.file.data("bKGD") == expected)
    let types = converted.file.types
    let (place, image) = (
      try #require(types.firstIndex(of: "bKGD")), try #require(types.firstIndex(of: "IDAT"))
    )
    #expect(place < image)
    let bare = try await ConvertedImage(picture) { $0.metadata = .none }
    #expect(bare.file.data("bKGD") == nil)
  }

  @Test func theBackgroundOfAPaletteKeepsItsIndexOrBecomesAColour() async throws {
    let picture = PNGFile(width: 2, depth: 8, colorType: 3, rows: [[0, 1]])
      .adding(.cICP(12, 13), .init("PLTE", [1, 2, 3, 250, 20, 30]), .init("bKGD", [1]))
    let kept = try await ConvertedImage(picture)
    #expect(kept.file.data("bKGD") == [1] && kept.file.types.contains("PLTE"))
    let widened = try await ConvertedImage(picture) { $0.depth = .sixteen }
    #expect(widened.file.data("bKGD") == widened.result[1].flatMap { PNGFile.big($0) })
    let bare = try await ConvertedImage(picture) { $0.metadata = .none }
    #expect(bare.file.types.contains("PLTE") && bare.file.data("bKGD") == nil)
  }

  /// Of another length, over the samples' range, beyond the palette, after the image: no colour to convert.
  @Test func aBackgroundThatDoesNotFitIsDropped() async throws {
    let gray = PNGFile(width: 2, depth: 2, colorType: 0, rows: [[0]])
    for data in [[], [2], [0, 4], [0, 0, 0, 0, 0, 0]] as [[UInt8]] {
      #expect(try await ConvertedImage(gray.adding(.init("bKGD", data))).file.data("bKGD") == nil)
    }
    #expect(try await ConvertedImage(gray.addingAtEnd(.init("bKGD", [0, 1]))).file.data("bKGD") == nil)
    let palette = PNGFile(width: 2, depth: 8, colorType: 3, rows: [[0, 1]])
      .adding(.init("PLTE", [1, 2, 3, 250, 20, 30]), .init("bKGD", [2]))
    #expect(try await ConvertedImage(palette) { $0.depth = .sixteen }.file.data("bKGD") == nil)
  }

  @Test func aHistogramDiesWithItsPalette() async throws {
    let picture = PNGFile(width: 2, depth: 8, colorType: 3, rows: [[0, 1]])
      .adding(.init("PLTE", [1, 2, 3, 4, 5, 6]), .init("hIST", [0, 1, 0, 1]))
    let widened = try await ConvertedImage(picture) { $0.depth = .sixteen }
    #expect(!widened.file.types.contains("PLTE") && !widened.file.types.contains("hIST"))
    let kept = try await ConvertedImage(picture)
    #expect(kept.file.types.contains("PLTE") && kept.file.types.contains("hIST"))
  }

  @Test func textAfterTheImageStaysAfterIt() async throws {
    let converted = try await ConvertedImage(
      Self.picture(exif: Self.exif(bigEndian: true, colorSpace: 1)))
    let types = converted.file.chunks.map(\.type)
    let lastImageData = try #require(types.lastIndex(of: "IDAT"))
    #expect(converted.file.chunks[lastImageData + 1] == Self.trailing)
  }

  @Test(arguments: [
    ("all", ["exif", "other", "resolution", "text", "time", "xmp"]), ("none", []), ("exif", ["exif"]),
    ("xmp,time", ["time", "xmp"]), ("text,resolution", ["resolution", "text"]), ("other", ["other"]),
  ])
  func aSelectionKeepsItsKindsAlone(words: String, kinds: [String]) async throws {
    let selection = try #require(MetadataSelection(words))
    let converted = try await ConvertedImage(
      Self.picture(exif: Self.exif(bigEndian: true, colorSpace: 1))
    ) { $0.metadata = selection }
    let kept = Set(converted.result.metadata.chunks.map { PNGMetadata.Category(of: $0).rawValue })
    #expect(kept.sorted() == kinds)
  }

  @Test(arguments: ["", "al", "exif,everything", "All", "none,exif"])
  func anUnknownSelectionIsNone(words: String) {
    #expect(MetadataSelection(words) == nil)
  }
}
