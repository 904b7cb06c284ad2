import ImageCases
import DarkMode
import Foundation
import Pixels
import TestSupport

/// The tables of `make quality`: every case by its measures, the scores of `auto`, and other recipes beside ours.
enum QualityTable {
  static func printAll() throws {
    printCases()
    printScores()
    printComparison()
    try printPages()
  }

  /// How near the pages of `../shared/cases/soften` come to what a browser draws; says so where there are none.
  private static func printPages() throws {
    guard SharedFolder.isAvailable else { return print("\npages: \(SharedFolder.skipReason)") }
    print("\n" + row("page", ["ΔE 99 %", "over 5 %", "seams %", "knockout", "over 5 %"]))
    for page in try SofteningPage.all() {
      let (score, clear) = (page.score(), page.knockedOutScore())
      print(
        row(
          page.name,
          [
            number(score.difference99), number(score.shareOver5 * 100, 3), number(score.seamShare * 100, 4),
            number(clear.difference99), number(clear.shareOver5 * 100, 3),
          ]))
    }
    print(row("bound", ["2.50", "0.300", "0.0050", "2.50", "0.300"]))
  }

  private static func printCases() {
    let titles = ["white", "art 50", "art 99", "over", "halo %", "dark", "kept", "order", "bands", "again"]
    print(row("case", titles))
    for item in DarkModeCases.all {
      let outcome = SofteningTrial.run(item.pixels)
      guard outcome.softening.changesPixels else {
        print(row(item.name, [outcome.softening.reason.rawValue]))
        continue
      }
      let m = SofteningMeasures(item, result: outcome.samples)
      let again = SofteningTrial.run(
        PixelBuffer(width: item.width, height: item.height, format: item.format, samples: outcome.samples))
      let bands = SofteningBanding.added(from: item.pixels, to: outcome.samples).count
      let changed = zip(again.samples, outcome.samples).filter { $0 != $1 }.count
      print(
        row(
          item.name,
          [
            number(m.whiteLuminance, 3), number(m.artworkMedian), number(m.artwork99), number(m.overshoot),
            number(m.haloShare * 100, 3), number(m.darkTextContrast), number(m.contrastKept, 3),
            number(m.disorder, 4), "\(bands)", "\(changed)",
          ]))
    }
  }

  private static func printScores() {
    for (name, cases) in [
      ("thresholds fixed on", DarkModeCases.tuning(DarkModeCases.all)),
      ("scored on the rest", DarkModeCases.scoring(DarkModeCases.all)),
    ] {
      let right = cases.filter { SofteningTrial.run($0.pixels).softening.mode == $0.expected }.count
      print("\nauto, \(name): \(right) of \(cases.count) as a person would choose")
    }
  }

  /// Means over the exact cases with a white background.
  private static func printComparison() {
    let cases = DarkModeCases.all.filter { $0.expected == .white && $0.isExact }
    print("\n" + row("recipe", ["white", "art 50", "art 99", "over", "dark", "kept"]))
    for recipe in Recipe.all {
      let all = cases.map { SofteningMeasures($0, result: recipe.apply($0)) }
      func mean(_ value: (SofteningMeasures) -> Double) -> String {
        number(all.map(value).reduce(0, +) / Double(all.count))
      }
      print(
        row(
          recipe.name,
          [
            mean(\.whiteLuminance), mean(\.artworkMedian), mean(\.artwork99), mean(\.overshoot),
            number(all.map(\.darkTextContrast).min() ?? 0), number(all.map(\.contrastKept).min() ?? 0, 3),
          ]))
    }
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    name.padding(toLength: 20, withPad: " ", startingAt: 0)
      + cells.map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
  }

  private static func number(_ value: Double, _ digits: Int = 2) -> String {
    value.isFinite ? String(format: "%.\(digits)f", value) : "-"
  }
}
