import PNGCodec
import Pixels
import TestSupport

// Seeds of the reader: every type and depth, interlaced and not, filtered in all ways, stored and compressed.

extension FuzzSeed {
  static var files: [FuzzSeed] {
    kinds.flatMap { type, depth in
      let name = "\(type)-\(depth)"
      return [
        file(name, image(type, depth, passes: [(8, 8)])),
        file("\(name)-interlaced", image(type, depth, passes: adam7)),
        file("\(name)-compressed", image(type, depth, passes: [(8, 8)], deflated: true)),
      ]
    } + [
      file("every-chunk", everyChunk), file("texts-behind", textsBehind), file("noise", noise),
      file("animated", image(.rgb, 8, passes: [(8, 8)]).adding(.init("acTL", [0, 0, 0, 2, 0, 0, 0, 0]))),
    ]
  }

  private static let kinds: [(PNGColorType, Int)] = PNGColorType.allCases.flatMap { type in
    type.bitDepths.map { (type, $0) }
  }

  /// Columns and rows of the passes of 8 × 8 pixels (PNG 3rd edition, clause 8.2).
  private static let adam7 = [(1, 1), (1, 1), (2, 1), (2, 2), (4, 2), (4, 4), (8, 4)]

  private static func file(_ name: String, _ file: PNGFile) -> FuzzSeed {
    FuzzSeed(target: "reader", name: name + ".png", bytes: file.bytes)
  }

  /// 8 × 8 pixels. Any bytes are legal filtered rows; all five filters take turns.
  private static func image(
    _ type: PNGColorType, _ depth: Int, passes: [(columns: Int, rows: Int)], deflated: Bool = false
  ) -> PNGFile {
    var rows: [UInt8] = []
    for (columns, count) in passes {
      for row in 0..<count {
        rows.append(UInt8(row % 5))
        let width = (columns * depth * type.channelCount + 7) / 8
        rows += (0..<width).map { UInt8(truncatingIfNeeded: $0 * $0 * 7 + row * 3) }
      }
    }
    let header =
      PNGFile.big(UInt32(8)) + PNGFile.big(UInt32(8)) + [
        UInt8(depth), type.rawValue, 0, 0, passes.count > 1 ? 1 : 0,
      ]
    // The zlib stream of a profile chunk stands behind its name and two zeros.
    let stream =
      deflated
      ? Array(PNGChunk.embeddedProfile(name: "x", profile: rows).data.dropFirst(3)) : PNGFile.storedZlib(rows)
    let image = PNGFile(chunks: [.init("IHDR", header), .init("IDAT", stream), .init("IEND")])
    guard type == .palette else { return image }
    return image.adding(.init("PLTE", (0..<(3 << depth)).map { UInt8($0 & 255) }), .init("tRNS", [0, 128]))
  }

  /// Enough literals for the decoder to take them at two places at once: sums of two random numbers, which have codes
  /// of different lengths and no repetitions.
  private static var noise: PNGFile {
    var state: UInt32 = 1
    var rows: [UInt8] = []
    for _ in 0..<64 {
      rows.append(0)
      for _ in 0..<96 {
        state = state &* 1_664_525 &+ 1_013_904_223
        rows.append(UInt8(state >> 25) + UInt8(state >> 9 & 127))
      }
    }
    let stream = Array(PNGChunk.embeddedProfile(name: "x", profile: rows).data.dropFirst(3))
    let header = PNGFile.big(UInt32(96)) + PNGFile.big(UInt32(64)) + [8, 0, 0, 0, 0]
    return PNGFile(chunks: [.init("IHDR", header), .init("IDAT", stream), .init("IEND")])
  }

  /// An 8-bit RGB image with one chunk of every other type that is interpreted or kept.
  private static var everyChunk: PNGFile {
    PNGFile(
      chunks: image(.rgb, 8, passes: [(8, 8)]).adding(.init("tRNS", [0, 1, 0, 2, 0, 3])).chunks.flatMap {
        chunk in
        guard chunk.type == "IHDR" else { return [chunk] }
        // An animation is refused at once; tRNS is there already.
        return [chunk]
          + sampleChunks.filter { !["acTL", "tRNS"].contains($0.type) }.map { .init($0.type, $0.data) }
      })
  }

  /// Chunks after the image data, which is in three pieces.
  private static var textsBehind: PNGFile {
    let plain = image(.grayAlpha, 16, passes: [(8, 8)])
    let stream = plain.data("IDAT") ?? []
    let pieces = [stream.prefix(3), stream[3..<40], stream.dropFirst(40)]
    return PNGFile(
      chunks: [plain.chunks[0]] + pieces.map { .init("IDAT", Array($0)) }
        + [.tEXt("Title", "seed"), .init("tIME", [7, 233, 6, 24, 0, 0, 0]), .init("IEND")])
  }
}
