import Contenders
import Foundation
@testable import Pixels

/// Everything that was asked for, printed as it is measured.
struct Report {
  let options: Options

  private let cyclesPerNanosecond = Stopwatch.cyclesPerNanosecond()

  init(_ options: Options) { self.options = options }

  func run() throws {
    let clock = Figure.text(cyclesPerNanosecond)
    print("Measured on \(Machine.description) at \(clock) GHz, load \(Machine.load).")
    if !options.sections.isEmpty { explain() }
    for section in options.sections {
      print("\n## \(section.title) (\(section.rawValue))")
      for makeGroup in section.groups(isQuick: options.isQuick) {
        print(table(of: makeGroup()))
      }
    }
    if options.isEndToEnd { try EndToEnd(options).run() }
  }

  /// At once, even into a file: a run takes minutes.
  static func show(_ text: String) {
    print(text)
    fflush(nil)
  }

  private func explain() {
    print("One thread's processor time, the best of many runs; Mpx/s are million pixels a second.")
    for target in KernelTarget.allCases where !KernelTarget.available.contains(target) {
      print("\(target.rawValue): not measured, this CPU has no \(target.instructions).")
    }
  }

  private func table(of whole: ContenderGroup) -> String {
    let group = whole.only(options.only)
    let seconds = Stopwatch(options).seconds(of: group)
    let best = Dictionary(uniqueKeysWithValues: zip(group.contenders.map(\.name), seconds))
    var table = MarkdownTable(
      header: [group.title, "Mpx/s", "MB/s", "cycles/px"] + group.ratios + ["result"])
    for (contender, seconds) in zip(group.contenders, seconds) {
      let figures = [
        Double(group.pixels) / seconds / 1e6, Double(group.bytes) / seconds / 1e6,
        seconds * 1e9 * cyclesPerNanosecond / Double(group.pixels),
      ]
      let ratios = contender.yardsticks.map { name in best[name].map { Figure.text($0 / seconds) } ?? "" }
      table.add([contender.name] + figures.map(Figure.text) + ratios + [contender.note()])
    }
    return table.text
  }
}
