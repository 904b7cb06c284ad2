import Oracles
import PNGCodec
import Testing

@Suite struct PNGColorInfoTests {
  static func info(_ chunks: [PNGChunk], type: Int = 0) throws -> PNGColorInfo {
    var file = PNGBytes().header(4, 4, type: type)
    for chunk in chunks { file = file.chunk(chunk.type, chunk.data) }
    return try PNGReader(
      bytes: file.chunk("IDAT", PNGBytes.zlib(PNGBytes.grayRaw)).chunk("IEND").bytes, name: "made.png"
    ).colorInfo
  }

  static let cicp = PNGChunk.codePoints(.displayP3)
  static let iccp = PNGChunk.embeddedProfile(name: "Öko 1", profile: [1, 2, 3])
  static let srgb = PNGChunk(type: "sRGB", data: [0])
  static let gamma = PNGChunk.gamma(1 / 1.8)
  static let chromaticities = PNGChunk.chromaticities(.sRGB)

  /// All 32 combinations: the highest present one governs (PNG 3rd edition, clause 4.3).
  @Test(arguments: 0..<32)
  func theHighestTagGoverns(combination: Int) throws {
    let all = [Self.cicp, Self.iccp, Self.srgb, Self.gamma, Self.chromaticities]
    let present = (0..<5).map { combination >> $0 & 1 == 1 }
    let chunks = (0..<5).filter { present[$0] }.map { all[$0] }
    let info = try Self.info(chunks.reversed())
    let expected: PNGColorTag =
      present[0]
      ? .cicp
      : present[1]
        ? .iccp
        : present[2] ? .srgb : present[3] ? (present[4] ? .gammaAndChromaticities : .gamma) : PNGColorTag.none
    #expect(info.governing == expected)
    #expect(info.present.first ?? PNGColorTag.none == expected)
    #expect((info.cicp != nil) == present[0])
    #expect((info.embeddedProfile != nil) == present[1])
    #expect((info.renderingIntent != nil) == present[2])
    #expect((info.gamma != nil) == present[3])
    #expect((info.chromaticities != nil) == present[4])
  }

  @Test func valuesAreReadAsTheStandardSays() throws {
    let info = try Self.info([Self.cicp, Self.iccp, Self.srgb, Self.gamma, Self.chromaticities])
    #expect(info.cicp == PNGCodePoints(primaries: 12, transfer: 13, matrix: 0, isFullRange: true))
    #expect(info.embeddedProfile == PNGEmbeddedProfile(name: "Öko 1", bytes: [1, 2, 3]))
    #expect(info.renderingIntent == 0)
    #expect(info.gamma == 0.55556)
    #expect(info.chromaticities == .sRGB)
    #expect(info.problems.isEmpty)
  }

  @Test func theSRGBChunkBringsItsCompanions() {
    let chunks = PNGChunk.sRGB(intent: 1)
    #expect(chunks.map(\.type) == ["sRGB", "gAMA", "cHRM"])
    #expect(chunks[0].data == [1])
    // 45455, and the eight numbers of clause 11.3.2.5.
    #expect(chunks[1].data == [0, 0, 0xb1, 0x8f])
    let numbers = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
    #expect(chunks[2].data == numbers.flatMap { PNGBytes.number($0) })
  }

  @Test func aProfileOfAnotherColorModelOrAKnownBadOneIsStillRead() throws {
    // libpng would drop what does not look like a profile of the image's model.
    let profile = (0..<3000).map { UInt8(truncatingIfNeeded: $0 * $0) }
    for type in [0, 2] {
      let file = PNGBytes().header(4, 4, type: type)
        .chunk("sRGB", [0])
        .chunk("iCCP", PNGChunk.embeddedProfile(name: "x", profile: profile).data)
        .chunk("IDAT", PNGBytes.zlib(PNGBytes.grayRaw)).chunk("IEND")
      let info = try PNGReader(bytes: file.bytes, name: "made.png").colorInfo
      #expect(info.embeddedProfile?.bytes == profile)
      #expect(info.governing == .iccp)
    }
  }

  @Test func aProfileOverEightMegabytesIsRead() throws {
    let profile = [UInt8](repeating: 5, count: 9_000_000)
    let info = try Self.info([.embeddedProfile(name: "large", profile: profile)])
    #expect(info.embeddedProfile?.bytes == profile)
  }

  @Test func aProfileBombIsANote() throws {
    let bomb = PNGChunk.embeddedProfile(name: "bomb", profile: [UInt8](repeating: 0, count: 100_001))
    let file = PNGBytes().header(4, 4).chunk("iCCP", bomb.data)
      .chunk("IDAT", PNGBytes.zlib(PNGBytes.grayRaw)).chunk("IEND")
    let small = try PNGReader(bytes: file.bytes, name: "a", limits: PNGLimits(maxProfileBytes: 100_000))
    #expect(small.colorInfo.embeddedProfile == nil)
    #expect(small.colorInfo.problems.map(\.chunk) == ["iCCP"])
    let enough = try PNGReader(bytes: file.bytes, name: "a", limits: PNGLimits(maxProfileBytes: 100_001))
    #expect(enough.colorInfo.embeddedProfile?.bytes.count == 100_001)
  }

  @Test(arguments: [
    PNGChunk(type: "cICP", data: [12, 13, 0]), PNGChunk(type: "cICP", data: [12, 13, 1, 1]),
    PNGChunk(type: "cICP", data: [12, 13, 0, 2]), PNGChunk(type: "sRGB", data: []),
    PNGChunk(type: "sRGB", data: [4]), PNGChunk(type: "gAMA", data: [0, 0, 0, 0]),
    PNGChunk(type: "gAMA", data: [0x80, 0, 0, 0]), PNGChunk(type: "gAMA", data: [1, 2, 3]),
    PNGChunk(type: "cHRM", data: [UInt8](repeating: 0, count: 32)),
    PNGChunk(type: "cHRM", data: [UInt8](repeating: 1, count: 31)), PNGChunk(type: "iCCP", data: []),
    PNGChunk(type: "iCCP", data: [65, 0]), PNGChunk(type: "iCCP", data: [0, 0, 0x78, 1]),
    PNGChunk(type: "iCCP", data: [65, 0, 1, 0x78, 1]), PNGChunk(type: "iCCP", data: [65, 0, 0, 0x78, 1, 9]),
    PNGChunk(type: "iCCP", data: [UInt8](repeating: 65, count: 90)), PNGChunk(type: "sBIT", data: [9]),
    PNGChunk(type: "sBIT", data: [0]), PNGChunk(type: "sBIT", data: [5, 5, 5]),
  ])
  func aMalformedColorChunkIsANoteAndTheNextOneGoverns(chunk: PNGChunk) throws {
    let info = try Self.info([chunk, PNGChunk(type: "gAMA", data: [0, 0, 0xb1, 0x8f])])
    #expect(info.problems.count == (chunk.type == "gAMA" ? 2 : 1))
    #expect(info.problems.first?.chunk == chunk.type)
    #expect(info.governing == (chunk.type == "gAMA" ? PNGColorTag.none : .gamma))
  }

  @Test func aSecondChunkOfAKindIsIgnored() throws {
    let info = try Self.info([.codePoints(.displayP3), .codePoints(.sRGB)])
    #expect(info.cicp == .displayP3)
    #expect(info.problems.map(\.chunk) == ["cICP"])
  }

  @Test func colorChunksAfterThePaletteOrTheImageAreIgnored() throws {
    let file = PNGBytes().header(4, 4, type: 3).chunk("PLTE", [1, 2, 3]).chunk("sRGB", [0])
      .chunk("IDAT", PNGBytes.zlib(PNGBytes.grayRaw.map { $0 == 0 ? 0 : 0 })).chunk(
        "gAMA", [0, 0, 0xb1, 0x8f]
      )
      .chunk("IEND")
    var reader = try PNGReader(bytes: file.bytes, name: "made.png")
    _ = try PNGReaderTests.samples(&reader)
    #expect(reader.colorInfo.governing == PNGColorTag.none)
    #expect(reader.problems.contains { $0.chunk == "sRGB" })
  }

  @Test func significantBitsAreKept() throws {
    #expect(try Self.info([PNGChunk(type: "sBIT", data: [5])]).significantBits == [5])
  }

  @Test func aCompressedProfileHasTheSameBytesEachTime() throws {
    let profile = (0..<500).map { UInt8($0 % 40) }
    let chunk = PNGChunk.embeddedProfile(name: "Display P3", profile: profile)
    #expect(chunk.data == PNGChunk.embeddedProfile(name: "Display P3", profile: profile).data)
    #expect(Array(chunk.data.prefix(12)) == Array("Display P3".utf8) + [0, 0])
    #expect(try ReferenceInflate.zlib(Array(chunk.data.dropFirst(12))) == profile)
  }
}
