import ColorManagement
import PNGCodec
import TestSupport

// Seeds of the chunk interpreters: each type alone, all together, and what contradicts itself.

extension FuzzSeed {
  static var chunks: [FuzzSeed] {
    sampleChunks.map { chunks($0.type, [$0]) } + [
      chunks("all", sampleChunks),
      chunks("profile-raw", [(ChunksInput.rawProfile, RGBColorSpace.displayP3.profile.bytes)]),
      chunks("profile-gray", [(ChunksInput.rawProfile, RGBColorSpace.sRGB.grayProfile.bytes)]),
      chunks("gamma-and-primaries", sampleChunks.filter { ["gAMA", "cHRM"].contains($0.type) }),
      chunks("hdr", [("cICP", [9, 16, 0, 1]), ("mDCV", masteringDisplay), ("cLLI", lightLevels)]),
      chunks("exif-intel", [("eXIf", exif(isBigEndian: false))]),
    ]
  }

  private static func chunks(_ name: String, _ chunks: [(type: String, data: [UInt8])]) -> FuzzSeed {
    FuzzSeed(target: "chunks", name: name + ".bin", bytes: ChunksInput.bytes(of: chunks))
  }

  /// One sound chunk of every type.
  static var sampleChunks: [(type: String, data: [UInt8])] {
    let text = Array("Comment\0".utf8), deflated = Array(profileChunk.dropFirst(5))
    return [
      ("cICP", [12, 13, 0, 1]), ("iCCP", profileChunk), ("sRGB", [0]), ("gAMA", PNGFile.big(UInt32(45455))),
      ("cHRM", PNGFile.Chunk.adobeChromaticities.data), ("sBIT", [8, 8, 8]), ("mDCV", masteringDisplay),
      ("cLLI", lightLevels), ("eXIf", exif(isBigEndian: true)),
      ("pHYs", PNGFile.big(UInt32(2835)) + PNGFile.big(UInt32(2835)) + [1]),
      ("tEXt", text + Array("words".utf8)), ("zTXt", text + [0] + deflated),
      ("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0<x/>".utf8)), ("tIME", [7, 233, 6, 24, 0, 0, 0]),
      ("bKGD", [0, 255, 0, 255, 0, 255]), ("tRNS", [0, 1, 0, 2, 0, 3]),
      ("acTL", PNGFile.big(UInt32(2)) + PNGFile.big(UInt32(0))),
      ("sCAL", [1] + Array("0.01\0".utf8) + Array("0.01".utf8)),
      ("prIV", [1, 2, 3]),
    ]
  }

  private static var profileChunk: [UInt8] {
    PNGChunk.embeddedProfile(name: "P3", profile: RGBColorSpace.displayP3.profile.bytes).data
  }

  /// Primaries and white in steps of 0.00002, then the brightest and darkest light in 0.0001 cd/m².
  private static var masteringDisplay: [UInt8] {
    [34000, 16000, 13250, 34500, 7500, 3000, 15635, 16450].flatMap { PNGFile.big(UInt16($0)) }
      + PNGFile.big(UInt32(10_000_000)) + PNGFile.big(UInt32(50))
  }

  private static var lightLevels: [UInt8] { PNGFile.big(UInt32(10_000_000)) + PNGFile.big(UInt32(4_000_000)) }

  /// TIFF header, IFD 0 with the pointer to the Exif IFD, and there ColorSpace alone.
  private static func exif(isBigEndian: Bool) -> [UInt8] {
    func number(_ value: some FixedWidthInteger) -> [UInt8] {
      isBigEndian ? PNGFile.big(value) : PNGFile.big(value).reversed()
    }
    func directory(_ tag: UInt16, type: UInt16, value: [UInt8]) -> [UInt8] {
      number(UInt16(1)) + number(tag) + number(type) + number(UInt32(1)) + value + number(UInt32(0))
    }
    return Array((isBigEndian ? "MM" : "II").utf8) + number(UInt16(42)) + number(UInt32(8))
      + directory(0x8769, type: 4, value: number(UInt32(26)))
      + directory(0xa001, type: 3, value: number(UInt16(1)) + [0, 0])
  }
}
