@testable import ColorManagement
@testable import Oracles
@testable import Analysis
@testable import Pixels

/// The tables of the section `banding-rule`.
enum BandingRuleGroups {
  static var all: [() -> ContenderGroup] { AnalysisPicture.kinds.map { kind in { group(kind) } } }

  private static let yardsticks = ["plain staircases"]

  private static func group(_ kind: TestPicture) -> ContenderGroup {
    let picture = AnalysisPicture.make(kind)
    let plain = Contender("plain staircases", yardsticks: yardsticks) {
      precondition(plainStaircases(picture.buffer) >= 0)
    }
    let kernel = Contender("StaircaseScanner, all scales", yardsticks: yardsticks) {
      var scanner = StaircaseScanner(
        width: picture.buffer.width, height: picture.buffer.height, format: picture.buffer.format, cell: 8)
      var found = 0
      scanner.scan(picture.buffer) { _ in found += 1 }
      let cells = scanner.finish { _ in found += 1 }
      precondition(!cells.isEmpty)
    }
    return ContenderGroup(
      AnalysisPicture.title(kind), pixels: picture.buffer.pixelCount, bytes: picture.buffer.samples.count * 2,
      ratios: ["× plain"],
      contenders: [plain, kernel, rule(picture, effectiveDepth: kind == .banded ? 8 : 16)])
  }

  /// The exact staircases of all rows, columns and channels: `ReferenceStaircases` alone, at full size only.
  private static func plainStaircases(_ buffer: borrowing PixelBuffer) -> Int {
    let (width, height, channels) = (buffer.width, buffer.height, buffer.format.channelCount)
    let samples = buffer.samples
    func pixel(_ x: Int, _ y: Int) -> SIMD4<UInt16> {
      let first = (y * width + x) * channels
      return SIMD4(
        samples[first], samples[first + 1], samples[first + 2], channels == 4 ? samples[first + 3] : 0)
    }
    var count = 0
    for channel in 0..<channels {
      for y in 0..<height {
        let line = (0..<width).map { pixel($0, y) }
        count +=
          ReferenceStaircases.staircases(along: line, channel: channel, number: y, direction: .row).count
      }
      for x in 0..<width {
        let line = (0..<height).map { pixel(x, $0) }
        count +=
          ReferenceStaircases.staircases(along: line, channel: channel, number: x, direction: .column).count
      }
    }
    return count
  }

  private static func rule(_ picture: Picture, effectiveDepth: Int) -> Contender {
    let remark = Remark()
    return Contender(
      "BandingScanner, the whole rule", yardsticks: yardsticks, note: { remark.text },
      run: {
        var scanner = BandingScanner(
          width: picture.buffer.width, height: picture.buffer.height, format: picture.buffer.format,
          effectiveDepth: effectiveDepth, color: BandingColor(RGBColorSpace.displayP3.profile))
        scanner.scan(picture.buffer)
        remark.text = "\(scanner.finish().regions.count) regions"
      })
  }
}
