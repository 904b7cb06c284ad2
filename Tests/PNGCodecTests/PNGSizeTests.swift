import CPNGReference
import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// `balanced` writes no larger file than libpng with zlib's level 6 at the same depth, of these pictures. The exceptions
/// that are known are named at `cases` and in the article on benchmarks.
@Suite struct PNGSizeTests {
  /// The bytes of both files.
  private static func sizes(
    _ picture: borrowing PixelBuffer, depth: Int
  ) throws -> (balanced: Int, libpng: Int) {
    let bytes = try PNGSegmentTests.written(
      picture, depth: depth, compression: .balanced, strip: picture.height)
    let libpng = picture.samples.withUnsafeBufferPointer {
      png_reference_encoded_size(
        $0.baseAddress, UInt32(picture.width), UInt32(picture.height), UInt32(picture.format.channelCount),
        CInt(depth))
    }
    return (bytes.count, libpng)
  }

  private static func check(_ path: String) throws {
    var reader = try PNGReader(path: path)
    let depth = reader.header.bitDepth == 16 ? 16 : 8
    let (balanced, libpng) = try sizes(reader.readRows(reader.header.height), depth: depth)
    #expect(libpng > 0)
    #expect(balanced <= libpng, "\(path)")
  }

  @Test func testImages() throws {
    for name in try TestImages.names() { try Self.check(TestImages.path(name)) }
  }

  @Test(.enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"))
  func corpus() throws {
    let paths = try SharedFolder.files(under: "corpus", suffix: ".png")
    #expect(!paths.isEmpty)
    for path in paths {
      // Quiet photographs of 8 bits need a search ten times as slow: by up to 1.3 % larger.
      let name = String(path.split(separator: "/").last ?? "")
      if Self.quietPhotographs.contains(name) { continue }
      // Damaged on purpose, or refused for another reason: not ours to compress.
      guard (try? PNGReader(path: path)) != nil else { continue }
      try Self.check(path)
    }
  }

  private static let quietPhotographs: Set = [
    "cvo9xd_keong_macan_grayscale.png", "cvo9xd_keong_macan_srgb8.png",
  ]

  enum Kind: CaseIterable { case ramp, rings, text, noise, flat, tiles }

  /// Where each filter, and no filter, has its day, and several bands. A few bytes of another block's header are let
  /// pass.
  private static let cases: [(Kind, Int)] =
    [64, 128, 300, 900].flatMap { side in Kind.allCases.map { ($0, side) } }

  @Test(arguments: cases)
  func generated(kind: Kind, side: Int) throws {
    for (format, depth) in [(PixelFormat.rgb16, 16), (.rgba16, 8), (.rgba16, 16), (.gray16, 8)] {
      let (balanced, libpng) = try Self.sizes(
        Self.picture(kind, format, width: side, height: side, depth: depth), depth: depth)
      #expect(balanced <= libpng + libpng / 1000, "\(format), \(depth) bits")
    }
  }

  /// `small` also tries what `balanced` writes: tiny, in one segment and in several.
  @Test(arguments: Kind.allCases, [40, 200, 640])
  func smallIsNeverLarger(kind: Kind, side: Int) throws {
    for depth in [8, 16] {
      let picture = Self.picture(kind, .rgba16, width: side, height: side, depth: depth)
      let sizes = try [PNGWriteOptions.Compression.balanced, .small].map {
        try PNGSegmentTests.written(picture, depth: depth, compression: $0, strip: side).count
      }
      #expect(sizes[1] <= sizes[0], "\(depth) bits")
    }
  }

  private static func picture(
    _ kind: Kind, _ format: PixelFormat, width: Int, height: Int, depth: Int
  ) -> PixelBuffer {
    var noise = SplitMix64(seed: 5)
    var picture = PixelBuffer(width: width, height: height, format: format)
    for index in picture.samples.indices {
      let channel = index % format.channelCount
      let x = index / format.channelCount % width
      let y = index / format.channelCount / width
      let isOpaque = channel == 3
      let value = isOpaque ? 65535 : Self.value(kind, x, y, channel, &noise)
      picture.samples[index] = depth == 8 ? UInt16(value >> 8) * 257 : UInt16(value)
    }
    return picture
  }

  private static func value(
    _ kind: Kind, _ x: Int, _ y: Int, _ channel: Int, _ noise: inout SplitMix64
  ) -> Int {
    switch kind {
    case .ramp: (x * 37 + y * 61 + channel * 9000) & 0xffff
    case .rings: (x * x + y * y) / 8 & 0xffff
    case .text: (x / 3 * 7 + y / 20 * 13) % 11 < 4 && y % 20 < 12 ? 4112 : 62965
    case .noise: 20000 + x * 7 + Int(noise.next() & 0xfff)
    // Noise that repeats.
    case .tiles: tileValue(x, y, channel)
    case .flat: x / 40 % 3 == 1 && y / 30 % 2 == 1 ? 51400 - channel * 8000 : 61680
    }
  }

  /// A sample of a tile of noise, 24 × 16 pixels.
  private static func tileValue(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    var noise = SplitMix64(seed: UInt64((y % 16 * 24 + x % 24) * 4 + channel))
    return Int(noise.next() & 0xffff)
  }
}
