import TestSupport
import Testing

@testable import Pixels

@Suite("ColorList")
struct ColorListTests {
  @Test("has every visible colour at least once, and no other", arguments: PixelFormat.allCases)
  func colors(format: PixelFormat) {
    var random = SplitMix64(seed: 22)
    for width in [1, 15, 16, 17, 33, 121] {
      var list = ColorList()
      var found: Set<UInt64> = []
      var expected: Set<UInt64> = []
      for _ in 0..<3 {
        let strip = Self.strip(width: width, height: 40, format, &random)
        for rows in [0..<1, 1..<17, 17..<40] {
          let samples = strip.samples.span.extracting(
            strip.rowStride * rows.lowerBound..<strip.rowStride * rows.upperBound)
          list.list(samples, format: format)
          found.formUnion(list.colors[0..<list.count])
        }
        expected.formUnion(Self.visibleColors(strip))
        #expect(found == expected, "\(width) pixels wide")
      }
    }
  }

  @Test("leaves out what is to the left or was seen a moment ago", arguments: PixelFormat.allCases)
  func repeats(format: PixelFormat) {
    var list = ColorList()
    let flat = [UInt16](repeating: 7, count: 100 * format.channelCount)
    list.list(flat.span, format: format)
    #expect(list.count == 1)
    list.list(flat.span, format: format)
    #expect(list.count == 0)
  }

  /// Random rows: some like the one above, some with runs of one colour, some transparent pixels.
  private static func strip(
    width: Int, height: Int, _ format: PixelFormat, _ random: inout SplitMix64
  ) -> PixelBuffer {
    var strip = PixelBuffer(width: width, height: height, format: format)
    let channels = format.channelCount
    for y in 0..<height {
      let likeness = random.next() % 5
      for x in 0..<width {
        let first = (y * width + x) * channels
        let isLikeAbove = y > 0 && (likeness == 0 || likeness == 1 && x % 50 > 0)
        let isLikeLeft =
          x > 0 && (likeness == 2 && random.next() % 30 > 0 || likeness == 4 && random.next() % 200 > 0)
        let distance = isLikeAbove ? width * channels : isLikeLeft ? channels : 0
        for channel in 0..<channels {
          strip.samples[first + channel] =
            distance > 0
            ? strip.samples[first + channel - distance] : UInt16(truncatingIfNeeded: random.next() % 9)
        }
      }
    }
    return strip
  }

  private static func visibleColors(_ strip: borrowing PixelBuffer) -> Set<UInt64> {
    let format = strip.format
    var colors: Set<UInt64> = []
    for first in stride(from: 0, to: strip.samples.count, by: format.channelCount) {
      if format.hasAlpha, strip.samples[first + format.channelCount - 1] == 0 { continue }
      let color = (0..<3).map { UInt64(strip.samples[first + (format.isGray ? 0 : $0)]) }
      colors.insert(color[0] << 32 | color[1] << 16 | color[2])
    }
    return colors
  }
}
