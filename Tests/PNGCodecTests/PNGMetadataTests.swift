import PNGCodec
import Testing

@Suite struct PNGMetadataTests {
  @Test func whatDoesNotDependOnTheSamplesSurvives() throws {
    let survivors = ["eXIf", "pHYs", "tEXt", "zTXt", "iTXt", "tIME", "sCAL", "sTER", "oFFs", "prVt", "vpAg"]
    let stale = [
      "cICP", "iCCP", "sRGB", "gAMA", "cHRM", "sBIT", "bKGD", "hIST", "sPLT", "pCAL", "mDCV", "cLLI", "prVT",
      "iDOT",
    ]
    var file = PNGBytes().header(4, 4)
    for type in survivors + stale { file = file.chunk(type, [1, 2, 0, 4]) }
    file = file.chunk("IDAT", PNGBytes.zlib(PNGBytes.grayRaw)).chunk("tEXt", [65, 0, 66]).chunk(
      "bKGD", [0, 0]
    )
    .chunk("IEND")
    var reader = try PNGReader(bytes: file.bytes, name: "made.png")
    #expect(reader.metadata.chunks.map(\.type) == survivors)
    _ = try PNGReaderTests.samples(&reader)
    #expect(reader.metadata.chunks.map(\.type) == survivors + ["tEXt"])
    #expect(reader.metadata.leading.allSatisfy { $0.data == [1, 2, 0, 4] })
    #expect(reader.metadata.trailing == [PNGChunk(type: "tEXt", data: [65, 0, 66], place: .afterImageData)])
  }

  @Test func profilesInTextsAreStale() throws {
    let file = PNGBytes().header(4, 4).chunk("zTXt", Array("Raw profile type icc\0\0".utf8))
      .chunk("IDAT", PNGBytes.zlib(PNGBytes.grayRaw)).chunk("IEND")
    #expect(try PNGReader(bytes: file.bytes, name: "made.png").metadata.chunks.isEmpty)
  }

  @Test func categoriesAreWhatUsersCallThem() {
    let chunks = [
      PNGChunk(type: "eXIf", data: []), PNGChunk(type: "iTXt", data: Array("XML:com.adobe.xmp\0".utf8)),
      PNGChunk(type: "tEXt", data: Array("Author\0me".utf8)), PNGChunk(type: "pHYs", data: []),
      PNGChunk(type: "tIME", data: []), PNGChunk(type: "vpAg", data: []),
      PNGChunk(type: "zTXt", data: Array("Raw profile type exif\0\0".utf8)),
    ]
    let metadata = PNGMetadata(chunks: chunks)
    #expect(metadata.filtered(by: [.exif]).chunks == [chunks[0], chunks[6]])
    #expect(metadata.filtered(by: [.xmp]).chunks == [chunks[1]])
    #expect(metadata.filtered(by: [.text]).chunks == [chunks[2]])
    #expect(metadata.filtered(by: [.resolution, .time]).chunks == [chunks[3], chunks[4]])
    #expect(metadata.filtered(by: [.other]).chunks == [chunks[5]])
    #expect(metadata.filtered(by: Set(PNGMetadata.Category.allCases)) == metadata)
    #expect(metadata.filtered(by: []).chunks.isEmpty)
  }

  /// A TIFF header, IFD 0 with one pointer, the Exif IFD with a version and ColorSpace.
  static func exif(bigEndian: Bool, colorSpace: Int) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      return bigEndian ? bytes.reversed() : bytes
    }
    func entry(_ tag: Int, _ type: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(1, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
    }
    return (bigEndian ? [0x4d, 0x4d] : [0x49, 0x49]) + number(42, 2) + number(8, 4)
      + number(1, 2) + entry(0x8769, 4, number(26, 4)) + number(0, 4)
      + number(2, 2) + entry(0x9000, 7, [48, 50, 51, 49]) + entry(0xa001, 3, number(colorSpace, 2))
      + number(0, 4)
  }

  @Test(arguments: [false, true])
  func theColorSpaceEntryOfExifFollowsTheSamples(bigEndian: Bool) {
    let before = Self.exif(bigEndian: bigEndian, colorSpace: 1)
    let metadata = PNGMetadata(chunks: [PNGChunk(type: "eXIf", data: before)])
    let after = metadata.settingExifColorSpace(.uncalibrated)
    #expect(after.chunks[0].data == Self.exif(bigEndian: bigEndian, colorSpace: 0xffff))
    #expect(after.settingExifColorSpace(.sRGB) == metadata)
  }

  @Test func damagedExifIsLeftAlone() {
    let whole = Self.exif(bigEndian: true, colorSpace: 1)
    for count in 0..<(whole.count - 4) {
      let chunk = PNGChunk(type: "eXIf", data: Array(whole.prefix(count)))
      let after = PNGMetadata(chunks: [chunk]).settingExifColorSpace(.uncalibrated)
      // Cut behind the entry it may be set; before, nothing may change.
      if count < 26 + 2 + 24 { #expect(after.chunks[0] == chunk) }
    }
    var loop = whole
    loop.replaceSubrange(4..<8, with: [0xff, 0xff, 0xff, 0xf0])
    let far = PNGChunk(type: "eXIf", data: loop)
    #expect(PNGMetadata(chunks: [far]).settingExifColorSpace(.sRGB).chunks == [far])
  }
}
