import Pixels
import TestSupport
import Testing

@Suite("StaircaseKernels")
struct StaircaseKernelTests {
  @Test("differences equal the plain form at lengths up to three words", arguments: KernelTarget.available)
  func differences(target: KernelTarget) {
    let kernels = StaircaseKernels(target: target)
    for channels in 1...4 {
      for count in stride(from: channels, to: 200, by: channels) {
        var random = SplitMix64(seed: UInt64(count))
        let steps: [UInt16] = [0, 0, 1, 128, 129, 32_768, 65_535]
        let row = (0..<count).map { _ in 900 &+ steps[Int(random.next() % 7)] }
        let above = row.map { $0 &+ steps[Int(random.next() % 7)] }
        let left = row[..<channels] + row.dropLast(channels)
        let marks = kernels.marks(of: row, above: above, channels: channels)
        let expected = StaircaseKernels.Marks(
          right: StaircaseReference.differences(row, Array(left)),
          down: StaircaseReference.differences(row, above),
          rightLarge: StaircaseReference.differences(row, Array(left), over: 128),
          downLarge: StaircaseReference.differences(row, above, over: 128))
        #expect(Self.first(count, of: marks) == expected, "\(count) samples, \(channels) channels")
      }
    }
  }

  @Test("averages equal the plain form at all small widths", arguments: KernelTarget.available)
  func averages(target: KernelTarget) {
    let kernels = StaircaseKernels(target: target)
    for channels in 1...4 {
      for width in 0...70 {
        var random = SplitMix64(seed: UInt64(width))
        let rows = (0..<2).map { _ in
          (0..<width * channels).map { _ in UInt16(truncatingIfNeeded: random.next()) }
        }
        let pixels = rows.map { row in
          (0..<width).map { x in
            var pixel = SIMD4<UInt16>()
            for channel in 0..<channels { pixel[channel] = row[x * channels + channel] }
            return pixel
          }
        }
        let expected = StaircaseReference.averages(pixels[0], pixels[1]).flatMap { pixel in
          (0..<channels).map { pixel[$0] }
        }
        #expect(kernels.averages(rows[0], rows[1], channels: channels) == expected)
      }
    }
  }

  @Test("pixels that change are counted up to 64 rows", arguments: KernelTarget.available)
  func counts(target: KernelTarget) {
    var random = SplitMix64(seed: 3)
    for channels in 1...4 {
      for (rows, pixels, step) in [(1, 9, 4), (3, 64, 4), (20, 331, 20), (63, 150, 64), (64, 500, 12)] {
        let words = (pixels * channels + 63) / 64
        let changes = (0..<rows).map { row in
          (0..<words).map { word in
            word % 4 == 3 ? 0 : word % 4 == 2 ? .max : random.next() & random.next() & random.next()
          }
        }.map { Self.cut($0, to: pixels * channels) }
        let expected = stride(from: 0, to: pixels, by: step).map { first in
          (first..<min(first + step, pixels)).reduce(0) { sum, pixel in
            sum
              + changes.filter { row in
                (0..<channels).contains { Self.bit(pixel * channels + $0, of: row) }
              }.count
          }
        }
        let kernels = StaircaseKernels(target: target)
        #expect(kernels.counts(of: changes, channels: channels, pixels: pixels, step: step) == expected)
      }
    }
  }

  @Test("plateaus start at edges that none follows soon", arguments: KernelTarget.available)
  func starts(target: KernelTarget) {
    var random = SplitMix64(seed: 4)
    for channels in 1...4 {
      for words in [1, 7, 8, 9, 20] {
        let edges = (0..<words).map { _ in random.next() & random.next() & random.next() }
        let expected = (0..<words * 64).filter { lane in
          Self.bit(lane, of: edges) && (1...3).allSatisfy { !Self.bit(lane + $0 * channels, of: edges) }
        }
        let found = StaircaseKernels(target: target).starts(in: edges, channels: channels)
        #expect((0..<words * 64).filter { Self.bit($0, of: found) } == expected && !expected.isEmpty)
      }
    }
  }

  private static func bit(_ lane: Int, of words: [UInt64]) -> Bool {
    lane / 64 < words.count && words[lane / 64] >> (lane % 64) & 1 == 1
  }

  /// `words` without the bits behind the first `count`.
  private static func cut(_ words: [UInt64], to count: Int) -> [UInt64] {
    words.dropLast() + [words[words.count - 1] & .max >> UInt64((64 - count % 64) % 64)]
  }

  /// The marks without those behind the last sample, which mean nothing.
  private static func first(_ count: Int, of marks: StaircaseKernels.Marks) -> StaircaseKernels.Marks {
    StaircaseKernels.Marks(
      right: cut(marks.right, to: count), down: cut(marks.down, to: count),
      rightLarge: cut(marks.rightLarge, to: count), downLarge: cut(marks.downLarge, to: count))
  }
}
