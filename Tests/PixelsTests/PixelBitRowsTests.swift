import Pixels
import TestSupport
import Testing

/// The kernels' bits against comparisons of single pixels.
@Suite("PixelBitRows")
struct PixelBitRowsTests {
  @Test(
    "tells visible and equal pixels, in rows of every width around the words",
    arguments: [1, 2, 3, 63, 64, 65, 127, 128, 129, 200], [PixelFormat.rgb16, .rgba16])
  func bits(width: Int, format: PixelFormat) {
    var random = SplitMix64(seed: UInt64(width))
    // Few values, so that many pixels are equal; every channel differs alone now and then.
    let rows = (0..<2).map { _ in
      (0..<width * format.channelCount).map { _ in random.next() % 3 == 0 ? UInt16(random.next() % 2) : 7 }
    }
    func pixel(_ row: Int, _ x: Int) -> [UInt16] {
      Array(rows[row][x * format.channelCount..<(x + 1) * format.channelCount])
    }
    func isVisible(_ pixel: [UInt16]) -> Bool { !format.hasAlpha || pixel[3] != 0 }
    func areSame(_ a: [UInt16], _ b: [UInt16]) -> Bool {
      a.prefix(3) == b.prefix(3) && isVisible(a) && isVisible(b)
    }

    var visible = PixelBitRows(count: width, rows: 2)
    var (left, above) = (visible, visible)
    let (upper, lower) = (rows[0], rows[1])
    visible.setVisible(row: 1, lower.span, format: format)
    left.setSameAsLeft(row: 1, lower.span, format: format)
    above.setSame(row: 1, lower.span, as: upper.span, format: format)
    for x in 0..<width {
      #expect(visible.contains(row: 1, x) == isVisible(pixel(1, x)))
      #expect(left.contains(row: 1, x) == (x > 0 && areSame(pixel(1, x), pixel(1, x - 1))))
      #expect(above.contains(row: 1, x) == areSame(pixel(0, x), pixel(1, x)))
    }
    for bits in [visible, left, above] {
      let last = bits[row: 1, bits.wordCount - 1]
      #expect(width % 64 == 0 || last >> UInt64(width % 64) == 0, "nothing beyond the last pixel")
      #expect((0..<bits.wordCount).allSatisfy { bits[row: 0, $0] == 0 }, "the other row stays")
    }
  }

  @Test("moves words to the right, with the bits of the word before")
  func moved() {
    var bits = PixelBitRows(count: 130, rows: 2)
    bits.set(row: 1, (0..<17).map { UInt8(truncatingIfNeeded: 37 &* $0 &+ 11) })
    for distance in [0, 1, 5, 63] {
      for x in 0..<128 {
        let isSet = bits.word(row: 1, x >> 6, shiftedRightBy: distance) >> UInt64(x & 63) & 1 == 1
        #expect(isSet == (x >= distance && bits.contains(row: 1, x - distance)))
      }
    }
    bits.clear(row: 1)
    #expect((0..<130).allSatisfy { !bits.contains(row: 1, $0) })
  }
}
