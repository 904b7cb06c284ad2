import Oracles
import PNGCodec
import Pixels
import Testing

@Suite struct PNGSegmentTests {
  /// Smooth, flat, noisy and striped parts: every coder and strategy finds its segment.
  static func picture(_ format: PixelFormat, width: Int, height: Int, depth: Int) -> PixelBuffer {
    var samples: [UInt16] = []
    samples.reserveCapacity(width * height * format.channelCount)
    var seed: UInt64 = 88_172_645_463_325_252
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<format.channelCount {
          seed ^= seed << 13
          seed ^= seed >> 7
          seed ^= seed << 17
          let value: Int =
            switch y * 4 / height {
            case 0: (x * 300 + y * 100 + channel * 5000) & 0xffff
            case 1: channel == 3 ? 65535 : 0xf0f0
            case 2: 20000 + x * 7 + Int(seed & 0x3ff)
            default: Int(truncatingIfNeeded: seed & 0xffff)
            }
          samples.append(depth == 8 ? UInt16(value >> 8) * 257 : UInt16(value))
        }
      }
    }
    return PixelBuffer(width: width, height: height, format: format, samples: samples)
  }

  static func rows(_ picture: borrowing PixelBuffer, _ range: Range<Int>) -> PixelBuffer {
    let stride = picture.rowStride
    return PixelBuffer(
      width: picture.width, height: range.count, format: picture.format,
      samples: Array(picture.samples[range.lowerBound * stride..<range.upperBound * stride]))
  }

  static func written(
    _ picture: borrowing PixelBuffer, depth: Int, compression: PNGWriteOptions.Compression, strip: Int
  ) throws -> [UInt8] {
    let file = try TemporaryFile()
    let header = PNGHeader(
      width: picture.width, height: picture.height, bitDepth: depth, format: picture.format)
    var writer = try PNGWriter(
      fileDescriptor: file.descriptor, header: header, chunks: [],
      options: PNGWriteOptions(compression: compression))
    for first in stride(from: 0, to: picture.height, by: strip) {
      try writer.writeRows(rows(picture, first..<min(first + strip, picture.height)))
    }
    try writer.finish()
    return try file.bytes
  }

  /// About 2.4 segments.
  @Test(arguments: PNGWriteOptions.Compression.allCases, [8, 16])
  func severalSegmentsMakeOneImage(compression: PNGWriteOptions.Compression, depth: Int) throws {
    let picture = Self.picture(.rgb16, width: 2_500_000 / 900 / (depth / 8), height: 300, depth: depth)
    let bytes = try Self.written(picture, depth: depth, compression: compression, strip: 300)
    #expect(ReferencePNG.chunks(bytes).filter { $0.type == "IDAT" }.count == 3)
    var reader = try PNGReader(bytes: bytes, name: "written.png")
    #expect(try PNGReaderTests.samples(&reader, strip: 300) == picture.samples)
    #expect(reader.problems.isEmpty)
    // Slow without optimisation: one case stands for the others' zlib streams.
    if compression == .balanced, depth == 8 {
      #expect(try ReferencePNG(bytes).samples() == picture.samples)
    }
  }

  @Test func theHeightOfTheStripsDoesNotChangeAByte() throws {
    let picture = Self.picture(.rgb16, width: 700, height: 300, depth: 16)
    let whole = try Self.written(picture, depth: 16, compression: .balanced, strip: 300)
    for strip in [7, 299] {
      #expect(try Self.written(picture, depth: 16, compression: .balanced, strip: strip) == whole)
    }
  }

  @Test func segmentsOfManyTasksMakeTheSameFileAsSingleRows() async throws {
    let picture = Self.picture(.rgba16, width: 500, height: 700, depth: 16)
    let whole = try Self.written(picture, depth: 16, compression: .balanced, strip: 700)
    let file = try TemporaryFile()
    let header = PNGHeader(width: 500, height: 700, bitDepth: 16, colorType: .rgba)
    var writer = try PNGWriter(fileDescriptor: file.descriptor, header: header, chunks: [])
    let encoder = writer.encoder
    let firsts = Array(stride(from: 0, to: 700, by: encoder.rowsPerSegment))
    #expect(firsts.count > 2)
    var tasks: [Task<SegmentBox, any Error>] = []
    for first in firsts {
      let samples = Self.rows(picture, first..<min(first + encoder.rowsPerSegment, 700)).samples
      let above = first > 0 ? Self.rows(picture, first - 1..<first).samples : nil
      tasks.append(
        Task {
          let buffer = PixelBuffer(
            width: 500, height: samples.count / 2000, format: .rgba16, samples: samples)
          return SegmentBox(try encoder.encode(buffer, firstRow: first, above: above))
        })
    }
    for task in tasks { try writer.append(await task.value.segment) }
    try writer.finish()
    #expect(try file.bytes == whole)
  }

  /// Tasks return copyable values only.
  final class SegmentBox: Sendable {
    let segment: PNGSegment
    init(_ segment: consuming PNGSegment) { self.segment = segment }
  }

  @Test func aSegmentWithoutTheRowAboveStillDecodes() throws {
    let picture = Self.picture(.rgb16, width: 20, height: 9, depth: 16)
    let file = try TemporaryFile()
    let header = PNGHeader(width: 20, height: 9, bitDepth: 16, colorType: .rgb)
    var writer = try PNGWriter(fileDescriptor: file.descriptor, header: header, chunks: [])
    for first in stride(from: 0, to: 9, by: 3) {
      try writer.append(
        writer.encoder.encode(Self.rows(picture, first..<first + 3), firstRow: first))
    }
    try writer.finish()
    #expect(try ReferencePNG(file.bytes).samples() == picture.samples)
  }

  @Test func everySmallImageIsWrittenRight() throws {
    for width in 1...20 {
      for height in [1, 2, 3] {
        for format in PixelFormat.allCases {
          let picture = Self.picture(format, width: width, height: height, depth: 16)
          let bytes = try Self.written(picture, depth: 16, compression: .balanced, strip: height)
          #expect(try ReferencePNG(bytes).samples() == picture.samples)
        }
      }
    }
  }
}
