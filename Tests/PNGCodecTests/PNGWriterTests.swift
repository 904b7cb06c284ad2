import PNGCodec
import Pixels
import Testing

@Suite struct PNGWriterTests {
  /// Samples that differ in every byte.
  private static func picture(_ format: PixelFormat, width: Int, height: Int, depth: Int) -> PixelBuffer {
    let count = width * height * format.channelCount
    let samples = (0..<count).map { index -> UInt16 in
      let value = UInt16(truncatingIfNeeded: index &* 40503 &+ index / 7)
      return depth == 8 ? (value >> 8) * 257 : value
    }
    return PixelBuffer(width: width, height: height, format: format, samples: samples)
  }

  @Test(arguments: PixelFormat.allCases, [8, 16])
  func whatIsWrittenReadsBackTheSame(format: PixelFormat, depth: Int) throws {
    for (width, height) in [(1, 1), (3, 5), (17, 33)] {
      let picture = Self.picture(format, width: width, height: height, depth: depth)
      let file = try TemporaryFile()
      let header = PNGHeader(width: width, height: height, bitDepth: depth, format: format)
      var writer = try PNGWriter(
        fileDescriptor: file.descriptor, header: header,
        chunks: PNGChunk.sRGB(intent: 1)
          + [PNGChunk(type: "pHYs", data: [0, 0, 0, 1, 0, 0, 0, 1, 0])])
      try writer.writeRows(picture)
      try writer.finish(trailing: [PNGChunk(type: "tEXt", data: Array("Comment\0hi".utf8))])
      var reader = try PNGReader(path: file.path)
      #expect(reader.header == header)
      let back = try reader.readRows(height + 1)
      try reader.finish()
      #expect(back.samples == picture.samples)
      #expect(
        reader.chunks.map(\.type) == ["IHDR", "sRGB", "gAMA", "cHRM", "pHYs", "IDAT", "tEXt", "IEND"])
      #expect(reader.metadata.trailing.map(\.type) == ["tEXt"])
      #expect(reader.colorInfo.governing == .srgb)
      #expect(reader.problems.isEmpty)
    }
  }
}
