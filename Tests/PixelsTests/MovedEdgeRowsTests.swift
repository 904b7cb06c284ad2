import Oracles
import TestSupport
import Testing

@testable import Pixels

/// `MovedEdgeRows` against `ReferenceMovedEdges`, pixel by pixel: every decision is the same.
@Suite struct MovedEdgeRowsTests {
  /// What a picture is made of.
  enum Content: String, CaseIterable, Sendable {
    case noise, smooth, flat, steps
  }

  private static let straight = [ToneCurve](repeating: .identity, count: 3)
  private static let first = MatrixConversion(
    source: NamedConversion.sRGBCurves, matrix: Curves.sRGBToP3, destination: straight)
  private static let second = MatrixConversion(
    source: [Curves.adobe, Curves.sRGB, NamedConversion.coarse], matrix: Curves.wideToSRGB,
    destination: straight)
  /// Takes what `first` gives to colours within and outside of sRGB.
  private static let toSRGB = Curves.p3ToSRGB

  private static func picture(
    _ content: Content, _ format: PixelFormat, width: Int, height: Int, _ random: inout SplitMix64
  ) -> PixelBuffer {
    var picture = PixelBuffer(width: width, height: height, format: format)
    let channels = format.channelCount
    for index in picture.samples.indices {
      let (pixel, channel) = (index / channels, index % channels)
      let (x, y) = (pixel % width, pixel / width)
      let bits = Int(random.next() >> 40)
      let code: Int =
        switch content {
        case .noise: bits % 65536
        case .smooth: 300 * x + 500 * y + 9000 * channel + bits % 700
        case .flat: (x / 9 + y / 4) % 3 * 100 * 257
        case .steps: bits % 7 * 4 * 257 + 80 * 257
        }
      picture.samples[index] = UInt16(truncatingIfNeeded: code % 65536)
      if format.hasAlpha, channel == channels - 1, bits % 3 == 0 { picture.samples[index] = 65535 }
    }
    return picture
  }

  /// Each sample moved towards a neighbour's, many of them just as far as is allowed, in whole codes of 8 bits.
  private static func moved(_ picture: borrowing PixelBuffer, _ random: inout SplitMix64) -> PixelBuffer {
    var moved = picture.clone()
    let channels = picture.format.channelCount
    for pixel in 0..<picture.pixelCount {
      let (x, y) = (pixel % picture.width, pixel / picture.width)
      let bits = random.next()
      let column = min(max(x + Int(bits % 3) - 1, 0), picture.width - 1)
      let row = min(max(y + Int((bits >> 8) % 3) - 1, 0), picture.height - 1)
      for channel in 0..<channels {
        let here = Double(picture.samples[pixel * channels + channel]) / 257
        let there = Double(picture.samples[(row * picture.width + column) * channels + channel]) / 257
        let slack = [-2.0, 0, 2, 3][Int(bits >> 16 & 3)]
        let code = (here + (there - here) * 0.75 + (there < here ? -slack : slack)).rounded()
        moved.samples[pixel * channels + channel] = UInt16(min(max(code, 0), 255)) * 257
      }
    }
    return moved
  }

  /// Bits of which one in `share` is set.
  private static func asked(width: Int, oneIn share: UInt64, _ random: inout SplitMix64) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: (width + 63) / 64)
    for x in 0..<width where random.next() % share == 0 { words[x / 64] |= 1 << UInt64(x % 64) }
    return words
  }

  private static func check(
    _ one: borrowing PixelBuffer, _ two: borrowing PixelBuffer, _ conversions: [MatrixConversion],
    _ random: inout SplitMix64, _ case: String
  ) {
    let (width, height) = (one.width, one.height)
    let converters = conversions.map { PixelConverter($0) }
    let reference = ReferenceMovedEdges(one, converters[0], two, converters[1], toSRGB: toSRGB)
    let expected = (0..<height).map { y in (0..<width).map { reference.isMoved($0, y) } }
    let rows = MovedEdgeRows(
      (converters[0], one.format), (converters[1], two.format), toSRGB: toSRGB, width: width)
    var moved = [UInt64](repeating: .max, count: rows.wordCount)
    // Once every pixel, then some of them, and fewer: rows are left out, come again, or come with gaps.
    for (share, step) in [(UInt64(1), 1), (3, 1), (50, 2), (7, 5)] {
      for y in stride(from: 0, to: height, by: step) {
        let asked = asked(width: width, oneIn: share, &random)
        rows.find(y: y, row: y, one, two, asked: asked, into: &moved)
        let found = (0..<width).map { moved[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
        let wanted = (0..<width).map { expected[y][$0] && asked[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
        #expect(found == wanted, "\(`case`), \(width) × \(height), row \(y), one in \(share)")
      }
    }
  }

  @Test(arguments: Content.allCases, PixelFormat.allCases)
  func decisionsAreThoseOfTheReference(content: Content, format: PixelFormat) {
    var random = SplitMix64(seed: 77)
    for width in [1, 2, 3, 15, 16, 17, 63, 64, 65, 130] {
      let height = [1, 2, 7][width % 3]
      let one = Self.picture(content, format, width: width, height: height, &random)
      let near = Self.moved(one, &random)
      Self.check(one, near, [Self.first, Self.first], &random, "near")
      Self.check(near, one, [Self.second, Self.first], &random, "near, two spaces")
      for other in PixelFormat.allCases {
        let two = Self.picture(content, other, width: width, height: height, &random)
        Self.check(one, two, [Self.first, Self.second], &random, "\(other)")
      }
    }
  }

  /// Pictures in strips that hold the rows around those that are asked about, as comparisons cut them.
  @Test func stripsDecideAsWholePictures() {
    var random = SplitMix64(seed: 5)
    let (width, height) = (100, 40)
    let one = Self.picture(.steps, .rgb16, width: width, height: height, &random)
    let two = Self.picture(.steps, .rgb16, width: width, height: height, &random)
    let converter = PixelConverter(Self.first)
    let reference = ReferenceMovedEdges(one, converter, two, converter, toSRGB: Self.toSRGB)
    let rows = MovedEdgeRows(
      (converter, .rgb16), (converter, .rgb16), toSRGB: Self.toSRGB, width: width)
    let asked = Self.asked(width: width, oneIn: 1, &random)
    var moved = [UInt64](repeating: 0, count: rows.wordCount)
    var count = 0
    for y in 0..<height {
      let around = max(0, y - 1 - y % 3)..<min(height, y + 2 + y % 4)
      let first = Self.rows(around, of: one)
      let second = Self.rows(around, of: two)
      rows.find(y: y, row: y - around.lowerBound, first, second, asked: asked, into: &moved)
      let found = (0..<width).map { moved[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
      #expect(found == (0..<width).map { reference.isMoved($0, y) }, "row \(y)")
      count += found.count { $0 }
    }
    // The pictures have both.
    #expect(count > 400 && count < 3600, "\(count)")
  }

  private static func rows(_ rows: Range<Int>, of picture: borrowing PixelBuffer) -> PixelBuffer {
    PixelBuffer(
      width: picture.width, height: rows.count, format: picture.format,
      samples: Array(
        picture.samples[rows.lowerBound * picture.rowStride..<rows.upperBound * picture.rowStride]))
  }

  @Test func rootsAgreeWithThePower() {
    let curve = TransferFunction(
      g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
    for step in -20_000...80_000 {
      let linear = Double(step) / 40_000
      let power = curve.encoded(abs(linear)) * (linear < 0 ? -1 : 1)
      let roots = ReferenceMovedEdges.encoded(SIMD3(repeating: linear)).x
      #expect(abs(roots - power) < 3e-5, "linear \(linear)")
    }
    #expect(ReferenceMovedEdges.encoded(.zero) == .zero)
    #expect(abs(ReferenceMovedEdges.encoded(.one).x - 1) < 1e-12)
  }
}
