@testable import ColorManagement
@testable import Oracles
@testable import Analysis
@testable import Pixels

/// The tables of the section `gamut-rule`: all that `check` finds out about a target gamut, on decoded pixels.
enum GamutRuleGroups {
  static var all: [() -> ContenderGroup] { AnalysisPicture.kinds.map { kind in { group(kind) } } }

  private static let yardsticks = ["plain counts"]

  private static func group(_ kind: TestPicture) -> ContenderGroup {
    let picture = AnalysisPicture.make(kind)
    let reference = ReferenceConverter(ProfilePair.wideToStandard.conversion)
    let converter = PixelConverter(ProfilePair.wideToStandard.conversion)
    let contenders = [
      Contender("plain counts", yardsticks: yardsticks) {
        precondition(reference.tally(picture.buffer).outOfGamut >= 0)
      },
      Contender("kernel counts (\(converter.kernelName))", yardsticks: yardsticks) {
        precondition(outOfGamut(picture.buffer, converter) >= 0)
      },
      rule("GamutScanner, no distinct colours", picture, countsColors: false),
      rule("GamutScanner, the whole rule", picture, countsColors: true),
    ]
    return ContenderGroup(
      AnalysisPicture.title(kind), pixels: picture.buffer.pixelCount, bytes: picture.buffer.samples.count * 2,
      ratios: ["× plain"], contenders: contenders)
  }

  private static func outOfGamut(_ buffer: borrowing PixelBuffer, _ converter: PixelConverter) -> Int {
    converter.tally(buffer.samples.span, format: buffer.format).outOfGamut
  }

  private static func rule(_ name: String, _ picture: Picture, countsColors: Bool) -> Contender {
    let remark = Remark()
    return Contender(
      name, yardsticks: yardsticks, note: { remark.text },
      run: {
        do {
          var scanner = try GamutScanner(
            ProfilePair.wideToStandard.plan, target: "srgb", countsColors: countsColors)
          scanner.add(picture.buffer)
          let share = scanner.finish(sampleDepth: 16).fraction
          remark.text = "\((share * 1000).rounded() / 10) % out"
        } catch { preconditionFailure("matrix profiles have a gamut: \(error)") }
      })
  }
}
