import CPNGReference
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Segments of interfaces and icons go to a coder of their own: whole files with them, read by libpng.
@Suite struct FlatSegmentTests {
  /// Rectangles, discs and ramps of few colours, and a share of rows with other things in them.
  private static func picture(
    _ format: PixelFormat, width: Int, height: Int, depth: Int, seed: UInt64, noisyRows: Int = 0
  ) -> PixelBuffer {
    var random = SplitMix64(seed: seed)
    var picture = PixelBuffer(width: width, height: height, format: format)
    let shapes = (0..<12).map { _ in Shape(in: width, height, &random) }
    let channels = format.channelCount
    for y in 0..<height {
      for x in 0..<width {
        let shape = shapes.last { $0.covers(x, y) }
        for channel in 0..<channels {
          let isNoise = y >= height - noisyRows && channel == 0
          let value = isNoise ? Int(random.next() & 0xffff) : shape?.value(x, y, channel) ?? 0xf0f0
          picture.samples[(y * width + x) * channels + channel] =
            depth == 8 ? UInt16(value >> 8) * 257 : UInt16(value)
        }
      }
    }
    return picture
  }

  private struct Shape {
    let x, y, radius, color, slope: Int
    let isDisc: Bool

    init(in width: Int, _ height: Int, _ random: inout SplitMix64) {
      x = Int(random.next() % UInt64(width))
      y = Int(random.next() % UInt64(height))
      radius = 1 + Int(random.next() % UInt64(max(width, height) / 3 + 1))
      color = Int(random.next() & 0xffff)
      slope = random.next() % 4 == 0 ? 37 : 0
      isDisc = random.next() % 2 == 0
    }

    func covers(_ px: Int, _ py: Int) -> Bool {
      let dx = abs(px - x), dy = abs(py - y)
      return isDisc ? dx * dx + dy * dy < radius * radius : dx < radius && dy < radius / 2
    }

    func value(_ px: Int, _ py: Int, _ channel: Int) -> Int {
      channel == 3 ? 65535 : (color + channel * 9000 + (px + py) * slope) & 0xffff
    }
  }

  private static func expectReadable(_ picture: borrowing PixelBuffer, depth: Int) throws {
    let bytes = try PNGSegmentTests.written(
      picture, depth: depth, compression: .balanced, strip: picture.height)
    // The reference wants room for four samples per pixel.
    var decoded = [UInt16](repeating: 0, count: picture.width * picture.height * 4)
    let count = bytes.withUnsafeBufferPointer { bytes in
      decoded.withUnsafeMutableBufferPointer {
        png_reference_decode(bytes.baseAddress, bytes.count, $0.baseAddress, $0.count)
      }
    }
    let isRight = decoded.prefix(count).elementsEqual(picture.samples)
    #expect(isRight)
    var reader = try PNGReader(bytes: bytes, name: "written.png")
    let isReadBack = try PNGReaderTests.samples(&reader, strip: picture.height) == picture.samples
    #expect(isReadBack)
    #expect(reader.problems.isEmpty)
  }

  @Test(arguments: PixelFormat.allCases, [8, 16])
  func manyPictures(format: PixelFormat, depth: Int) throws {
    for seed in 0..<4 as Range<UInt64> {
      let width = 150 + Int(seed) * 67
      let picture = Self.picture(format, width: width, height: 200, depth: depth, seed: seed)
      try Self.expectReadable(picture, depth: depth)
    }
  }

  /// The sample is flat, the rest is not: more sequences than are held at once.
  @Test func noiseBelow() throws {
    let picture = Self.picture(.rgb16, width: 500, height: 330, depth: 16, seed: 4, noisyRows: 30)
    try Self.expectReadable(picture, depth: 16)
  }

  @Test func severalSegments() throws {
    try Self.expectReadable(Self.picture(.rgba16, width: 600, height: 600, depth: 16, seed: 5), depth: 16)
  }
}
