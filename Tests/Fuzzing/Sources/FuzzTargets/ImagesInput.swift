@testable import PNGCodec

/// How bytes stand for an image and what is done with it: `head.count` numbers, then chunks as `ChunksInput` has them,
/// then pixels, which are repeated until the image is full. No checksum, size or compression is in a mutation's way.
public struct ImagesInput {
  /// The PNG.
  public let file: [UInt8]
  /// Another image of the same size, for comparisons: some bytes of the pixels are others.
  public let other: [UInt8]
  /// Chooses the work.
  let work: Int
  /// Chooses its options.
  let options: Int

  /// Pixels of an image, at most.
  private static let most = 8192

  private static let kinds = PNGColorType.allCases.flatMap { type in type.bitDepths.map { (type, $0) } }

  /// What `bytes` stand for; nil where there are too few.
  public init?(_ bytes: [UInt8]) {
    let head = bytes.prefix(7).map { Int($0) }
    guard head.count == 7, bytes.count > 7 else { return nil }
    (work, options) = (head[0], head[1])
    let kind = Self.kinds[head[2] % Self.kinds.count]
    let width = head[3] + 1
    let height = min(head[4] + 1, max(1, Self.most / width))
    let header = PNGHeader(
      width: width, height: height, bitDepth: kind.1, colorType: kind.0, isInterlaced: head[5] % 8 == 7)
    let rest = bytes[7...]
    let chunks = ChunksInput.chunks(of: Array(rest.prefix(head[6] * 4)))
    let pixels = Array(rest.dropFirst(head[6] * 4))
    file = Self.png(header, chunks, pixels.isEmpty ? [0] : pixels)
    var changed = pixels.isEmpty ? [0] : pixels
    for place in stride(from: head[5], to: changed.count, by: head[5] + 1) {
      changed[place] ^= UInt8(head[1])
    }
    other = Self.png(header, chunks, changed)
  }

  /// The bytes that stand for an image of `kind`, a position in `kinds`.
  public static func bytes(
    work: UInt8, options: UInt8, kind: UInt8, width: UInt8, height: UInt8, step: UInt8, chunks: [UInt8] = [],
    pixels: [UInt8]
  ) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: -chunks.count & 3)
    return [work, options, kind, width, height, step, UInt8((chunks.count + 3) / 4)] + chunks + padding
      + pixels
  }

  // MARK: PNG

  private static func png(_ header: PNGHeader, _ chunks: [PNGChunk], _ pixels: [UInt8]) -> [UInt8] {
    let behind: Set = ["tRNS", "bKGD"]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk(
      "IHDR",
      big(header.width) + big(header.height)
        + [UInt8(header.bitDepth), header.colorType.rawValue, 0, 0, header.isInterlaced ? 1 : 0])
    for own in chunks where !behind.contains(own.type) { file += chunk(own.type, own.data) }
    if header.colorType == .palette {
      file += chunk("PLTE", (0..<3 << header.bitDepth).map { pixels[$0 % pixels.count] &+ UInt8($0 & 255) })
    }
    for own in chunks where behind.contains(own.type) { file += chunk(own.type, own.data) }
    file += chunk("IDAT", stored(rows(header, pixels))) + chunk("IEND", [])
    return RepairedChecksums.of(file)
  }

  /// Filtered rows, of all passes where there are several; filters take turns as the pixels have it.
  private static func rows(_ header: PNGHeader, _ pixels: [UInt8]) -> [UInt8] {
    var rows: [UInt8] = []
    var next = 0
    for (columns, count) in passes(header) where columns > 0 {
      for _ in 0..<count {
        rows.append(pixels[next % pixels.count] % 5)
        let bytes = (columns * header.bitsPerPixel + 7) / 8
        for place in 1...bytes { rows.append(pixels[(next + place) % pixels.count]) }
        next += bytes + 1
      }
    }
    return rows
  }

  /// Columns and rows of each pass (PNG 3rd edition, clause 8.2).
  private static func passes(_ header: PNGHeader) -> [(columns: Int, rows: Int)] {
    guard header.isInterlaced else { return [(header.width, header.height)] }
    let steps = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]
    return steps.map { x, y, right, down in
      (max(0, header.width - x + right - 1) / right, max(0, header.height - y + down - 1) / down)
    }
  }

  /// zlib's format without compression.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65535) {
      let end = min(start + 65535, bytes.count), count = end - start
      stream.append(end == bytes.count ? 1 : 0)
      stream += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
      stream += bytes[start..<end]
    }
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return stream + big(b << 16 | a)
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    big(data.count) + Array(type.utf8) + data + [0, 0, 0, 0]
  }

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
