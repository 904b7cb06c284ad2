// Whole images against the reference.
public import Oracles
import Pixels

extension ReferenceProfileConversion {
  /// A pixel that a conversion got wrong.
  public struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// Counted row by row.
    public let pixel: Int
    /// What went in, what came out, what should have.
    public let source, result, expected: [UInt16]

    /// All of it in one line.
    public var description: String { "pixel \(pixel): \(source) became \(result) instead of \(expected)" }
  }

  /// The first pixel of `result` whose colour is not what this reference makes of `source`, or whose alpha is not the
  /// source's; nil when all are right.
  public func firstDifference(source: DecodedPNG, result: DecodedPNG) -> Difference? {
    let channels = source.format.channelCount
    let colors = source.format.colorChannelCount
    return source.samples.withUnsafeBufferPointer { before in
      result.samples.withUnsafeBufferPointer { after in
        for first in stride(from: 0, to: before.count, by: channels) {
          let codes = SIMD3(before[first], before[first + colors / 3], before[first + colors - 1])
          let expected = convert(codes)
          let isRight =
            after[first] == expected.x && after[first + colors / 3] == expected.y
            && after[first + colors - 1] == expected.z
            && after[first + channels - 1] == (channels > colors ? before[first + channels - 1] : expected.z)
          guard isRight else {
            let (wrong, pixel) = (
              Array(after[first..<first + channels]), Array(before[first..<first + channels])
            )
            let right = (0..<channels).map { $0 < colors ? expected[$0] : pixel[$0] }
            return Difference(pixel: first / channels, source: pixel, result: wrong, expected: right)
          }
        }
        return nil
      }
    }
  }
}
