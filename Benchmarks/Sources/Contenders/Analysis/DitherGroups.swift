@testable import Oracles
@testable import Analysis
@testable import Pixels

/// The tables of the section `dither`: 16 bits to 8.
enum DitherGroups {
  static var all: [() -> ContenderGroup] { [group] }

  private static let yardsticks = ["plain"]
  private static let width = 4_096
  private static let height = 16

  private static func group() -> ContenderGroup {
    let picture = Picture(TestPicture.photo.pixels(width: width, height: height, format: .rgba16))
    // As many thresholds as a row of the blue-noise mask has, 0 to 256.
    let thresholds = SplitMix64.samples(64 * 4, seed: 2).map { $0 % 257 }
    let contenders = [
      Contender("plain", yardsticks: yardsticks, prepare: picture.restore) {
        ReferenceDither.reduceTo8Bits(&picture.buffer.samples, thresholds: thresholds)
      },
      Contender("DepthReduction8, the kernel", yardsticks: yardsticks, prepare: picture.restore) {
        reduce(&picture.buffer, thresholds)
      },
      Contender("Dither.blueNoise", yardsticks: yardsticks, prepare: picture.restore) {
        Dither.blueNoise.reduceTo8Bits(&picture.buffer, firstRow: 0)
      },
      Contender("Dither.none, plain rounding", yardsticks: yardsticks, prepare: picture.restore) {
        Dither.none.reduceTo8Bits(&picture.buffer, firstRow: 0)
      },
    ]
    return ContenderGroup(
      "photo, rgba16, \(height) rows of \(width) pixels", pixels: width * height,
      bytes: picture.buffer.samples.count * 2, ratios: ["× plain"], contenders: contenders)
  }

  private static func reduce(_ buffer: inout PixelBuffer, _ thresholds: [UInt16]) {
    let count = buffer.samples.count
    var samples = buffer.samples.mutableSpan
    DepthReduction8.reduce(&samples, in: 0..<count, thresholds: thresholds)
  }
}
