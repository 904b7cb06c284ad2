import Pixels
import TestSupport
import Testing

/// Rows that are the same as the row above are worked on once, whatever is done with them.
@Suite struct RowPartTests {
  @Test func partsCoverAllRowsInOrder() {
    var random = SplitMix64(seed: 3)
    for most in [1, 2, 5, .max] {
      for height in 0...40 {
        let isRepeat = (0..<height + 4).map { _ in Bool.random(using: &random) }
        let parts = RowPart.all(in: 4..<height + 4, most: most) { isRepeat[$0] }
        var next = 4
        for part in parts {
          #expect(part.rows.lowerBound == next && !part.rows.isEmpty && part.rows.count <= most)
          #expect(part.times == 1 || part.rows.count == 1)
          // No row stands for itself that repeats the one above it.
          for y in part.rows.dropFirst() { #expect(!isRepeat[y]) }
          for y in part.repeats { #expect(isRepeat[y]) }
          next = part.repeats.upperBound
        }
        #expect(next == height + 4)
      }
    }
  }

  /// One row of noise, and two that take turns, as often as a file of a megabyte may hold them in a strip.
  @Test func aRowOfNoiseIsOnePartAndRowsInTurnsAreNot() {
    let one = Self.noise(width: 100, rows: [0, 0, 0, 0, 0, 0])
    #expect(one.parts() == [RowPart(rows: 0..<1, times: 6)])
    #expect(one.parts(of: 1..<6, samples: 1) == [RowPart(rows: 1..<2, times: 5)])
    let two = Self.noise(width: 100, rows: [0, 1, 0, 1, 0, 1])
    #expect(two.parts() == [RowPart(rows: 0..<6, times: 1)])
    #expect(two.parts(samples: 600).map(\.rows) == [0..<2, 2..<4, 4..<6])
  }

  @Test(arguments: PixelFormat.allCases) func convertersGiveRepeatedRowsTheSame(format: PixelFormat) {
    let (curve, target) = (ToneCurve.parametric(.gamma(2.2)), ToneCurve.parametric(.gamma(1.8)))
    let matrix = Matrix3x3(SIMD3(1.2, -0.2, 0), SIMD3(0, 1, 0), SIMD3(0, -0.1, 1.1))
    let conversion =
      format.isGray
      ? MatrixConversion(graySource: curve, grayDestination: target)
      : MatrixConversion(
        source: [curve, curve, curve], matrix: matrix, destination: [target, target, target])
    let converter = PixelConverter(conversion)
    let numbers = [0, 0, 1, 2, 2, 2, 0, 3]
    var all = Self.noise(width: 33, rows: numbers, format: format)
    converter.convert(&all)
    for (y, number) in numbers.enumerated() {
      var row = Self.noise(width: 33, rows: [number], format: format)
      converter.convert(&row)
      #expect(Array(all.samples[all.rowRange(y)]) == row.samples)
    }
  }

  /// Rows of noise by their numbers.
  private static func noise(width: Int, rows: [Int], format: PixelFormat = .rgb16) -> PixelBuffer {
    let samples = rows.flatMap { number -> [UInt16] in
      var random = SplitMix64(seed: UInt64(number))
      return (0..<width * format.channelCount).map { _ in UInt16(truncatingIfNeeded: random.next()) }
    }
    return PixelBuffer(width: width, height: rows.count, format: format, samples: samples)
  }
}
