import ImageCases
import Analysis
import ColorManagement
import TestSupport

/// How right the banding rule is about a set of labelled images.
struct BandingScores {
  /// Scores of the images that are labelled so.
  private var banded: [Double] = []
  private var clean: [Double] = []
  private var overlaps: [Double] = []
  /// Names of what the rule got wrong.
  private(set) var missed: [String] = []
  private(set) var alarms: [String] = []

  private var foreseen = 0
  private(set) var unforeseen: [String] = []
  private(set) var foreseenInVain: [String] = []
  private var staysClean = 0
  private(set) var ditheredAlarms: [String] = []
  private(set) var borderline = 0

  /// The scores of `cases`.
  init(_ cases: [BandingCase], _ options: BandingOptions = BandingOptions()) throws {
    for item in cases {
      try judge(item, options)
      for (space, label) in item.afterRounding {
        try predict(item, space.rawValue, label, item.rounded(to: space, options))
      }
    }
  }

  /// Rows of a table: what is measured, and the figure.
  var rows: [(name: String, figure: String)] {
    [
      ("images: banded, clean, borderline", "\(banded.count), \(clean.count), \(borderline)"),
      ("missed", "\(missed.count) of \(banded.count)"), ("false alarms", "\(alarms.count) of \(clean.count)"),
      (
        "precision, recall",
        "\(Self.share(found, found + alarms.count)), \(Self.share(found, banded.count))"
      ),
      ("AUC of the score", Self.number(areaUnderCurve)),
      ("mean IoU of boxes", Self.number(overlaps.reduce(0, +) / Double(max(overlaps.count, 1)))),
      (
        "prediction: precision, recall",
        "\(Self.share(foreseen, foreseen + foreseenInVain.count)), \(Self.share(foreseen, foreseen + unforeseen.count)) "
          + "(\(foreseen + unforeseen.count) banded, \(staysClean + foreseenInVain.count) clean)"
      ),
      ("alarms on dithered 16-bit gradients, `clipping` excepted", "\(ditheredAlarms.count)"),
    ]
  }

  private var found: Int { banded.count - missed.count }

  /// The chance that a banded image has a higher score than a clean one; equal scores count half.
  private var areaUnderCurve: Double {
    let wins = banded.reduce(0.0) { sum, score in
      sum + clean.reduce(0.0) { $0 + (score > $1 ? 1 : score == $1 ? 0.5 : 0) }
    }
    return wins / Double(max(banded.count * clean.count, 1))
  }

  private mutating func judge(_ item: BandingCase, _ options: BandingOptions) throws {
    guard item.label != .borderline else {
      borderline += 1
      return
    }
    let report = try item.report(options)
    if item.label == .banded {
      banded.append(report.score)
      overlaps.append(try item.overlap(report))
      if report.verdict == .clean { missed.append(item.name) }
    } else {
      clean.append(report.score)
      if report.verdict == .banded { alarms.append(item.name) }
    }
  }

  private mutating func predict(
    _ item: BandingCase, _ space: String, _ label: BandingCase.Label,
    _ reports: (predicted: BandingReport, dithered: BandingReport)
  ) {
    let name = "\(item.name) in \(space)"
    if reports.dithered.regions.contains(where: { $0.cause != .clipping }) { ditheredAlarms.append(name) }
    switch (label, reports.predicted.verdict) {
    case (.borderline, _): break
    case (.banded, .banded): foreseen += 1
    case (.banded, .clean): unforeseen.append(name)
    case (.clean, .banded): foreseenInVain.append(name)
    case (.clean, .clean): staysClean += 1
    }
  }

  private static func share(_ part: Int, _ whole: Int) -> String {
    number(Double(part) / Double(max(whole, 1)))
  }

  private static func number(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
}
