@testable import ImageCases
@testable import Oracles
@testable import Analysis
@testable import DarkMode
@testable import Pixels

/// The tables of the section `softening`: both passes over pages of text.
enum SofteningGroups {
  static var all: [() -> ContenderGroup] {
    [
      { group(width: 320, height: 240, hasPlain: true) },
      { group(width: 2_048, height: 2_048, hasPlain: false) },
    ]
  }

  private static func group(width: Int, height: Int, hasPlain: Bool) -> ContenderGroup {
    let picture = Picture(TestPicture.document.pixels(width: width, height: height, format: .rgb16))
    let yardsticks = hasPlain ? ["plain, both passes"] : ["both passes"]
    let softening = firstPass(picture)
    precondition(softening.changesPixels, "the page is softened: \(softening.note)")
    let plain = Contender("plain, both passes", yardsticks: yardsticks, prepare: picture.restore) {
      let samples = ReferenceSoftening.softened(picture.buffer, colorSpace: .sRGB)
      precondition(samples?.count == picture.buffer.samples.count)
    }
    let kernels = [
      Contender("first pass", yardsticks: yardsticks, prepare: picture.restore) {
        precondition(firstPass(picture).changesPixels)
      },
      Contender("second pass", yardsticks: yardsticks, prepare: picture.restore) {
        softening.apply(to: &picture.buffer, firstRow: 0)
      },
      Contender("both passes", yardsticks: yardsticks, prepare: picture.restore) {
        firstPass(picture).apply(to: &picture.buffer, firstRow: 0)
      },
    ]
    return ContenderGroup(
      "document, rgb16, \(width) × \(height)", pixels: width * height,
      bytes: picture.buffer.samples.count * 2,
      ratios: [hasPlain ? "× plain" : "× both"], contenders: (hasPlain ? [plain] : []) + kernels)
  }

  private static func firstPass(_ picture: Picture) -> Softening {
    var analyzer = SofteningAnalyzer(
      options: SofteningOptions(mode: .white), colorSpace: .sRGB, format: picture.buffer.format,
      width: picture.buffer.width, height: picture.buffer.height)
    analyzer.add(picture.buffer)
    return analyzer.finish()
  }
}
