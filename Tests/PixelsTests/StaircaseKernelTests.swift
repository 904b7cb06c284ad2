import Pixels
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

  @Test("changes are counted up to 64 rows", arguments: KernelTarget.available)
  func counts(target: KernelTarget) {
    var random = SplitMix64(seed: 3)
    for rows in [1, 3, 20, 63, 64] {
      let changes = (0..<rows).map { _ in [.max, random.next(), random.next() | random.next()] as [UInt64] }
      let ranges = [0..<192, 0..<1, 63..<64, 60..<70, 64..<128, 130..<192, 50..<50]
      let expected = ranges.map { range in
        range.reduce(0) { sum, lane in sum + changes.filter { $0[lane / 64] >> (lane % 64) & 1 == 1 }.count }
      }
      #expect(StaircaseKernels(target: target).counts(of: changes, in: ranges) == expected)
    }
  }

  /// The marks without those behind the last sample, which mean nothing.
  private static func first(_ count: Int, of marks: StaircaseKernels.Marks) -> StaircaseKernels.Marks {
    let mask = UInt64.max >> UInt64((64 - count % 64) % 64)
    func cut(_ words: [UInt64]) -> [UInt64] { words.dropLast() + [words[words.count - 1] & mask] }
    return StaircaseKernels.Marks(
      right: cut(marks.right), down: cut(marks.down), rightLarge: cut(marks.rightLarge),
      downLarge: cut(marks.downLarge))
  }
}
