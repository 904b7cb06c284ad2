import Analysis
import ImageCases
import TestSupport

/// The table of `quality --sweep`: how right the banding rule is with each of its constants changed.
enum BandingSweep {
  private typealias Constant = any WritableKeyPath<BandingThresholds, Double> & Sendable

  private static let constants: [(name: String, path: Constant)] = [
    ("leastStep", \.leastStep),
    ("greatestStep", \.greatestStep),
    ("greatestCoarseStep", \.greatestCoarseStep),
    ("greatestCoarsePeriod", \.greatestCoarsePeriod),
    ("greatestCoarseLeap", \.greatestCoarseLeap),
    ("greatestLeap", \.greatestLeap),
    ("greatestPeriod", \.greatestPeriod),
    ("largeStep", \.largeStep),
    ("leastLargeSteps", \.leastLargeSteps),
    ("greatestUnevenness", \.greatestUnevenness),
    ("leastVisibility", \.leastVisibility),
    ("leastPlateau", \.leastPlateau),
    ("leastCoverage", \.leastCoverage),
    ("leastTolerantCoverage", \.leastTolerantCoverage),
    ("leastMajority", \.leastMajority),
    ("leastRegion", \.leastRegion),
    ("leastChosenCoincidence", \.leastChosenCoincidence),
    ("leastVariety", \.leastVariety),
    ("leastPlateauArea", \.leastPlateauArea),
    ("leastRampShare", \.leastRampShare),
  ]

  private static let factors = [1, 0.5, 0.8, 1.25, 2]

  /// Prints a row for each factor of each constant in `names`, or of every constant if `names` is empty.
  static func printAll(_ names: [String]) throws {
    let cases = BandingMadeSet.cases + (SharedFolder.path == nil ? [] : try BandingLabelledSet.cases())
    for (name, path) in constants where names.isEmpty || names.contains(name) {
      for factor in factors {
        var options = BandingOptions()
        options.thresholds[keyPath: path] *= factor
        let rows = try BandingScores(cases, options).rows.map(\.figure)
        print("\(name) = \(options.thresholds[keyPath: path]): \(rows[3...6].joined(separator: " | "))")
      }
    }
  }
}
