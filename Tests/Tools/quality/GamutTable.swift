import ColorManagement
import Foundation
import Pixels
import TestSupport

/// The tables of `quality --gamut`: what each mapping keeps of a gradient, and how far it moves its colours.
enum GamutTable {
  static func printAll() throws {
    try printColors()
    try printGradients()
  }

  /// 200,000 random colours of Display P3.
  private static func printColors() throws {
    print(
      "| mapping | out of gamut: ΔE2000 mean, 99 %, max | in gamut: mean, max | hue, mean | corners | smoothness |"
    )
    print("|---|---|---|---:|---:|---:|")
    for mapping in GamutMapping.allCases {
      let figures = try GamutFigures(mapping, colors: 200_000)
      let (outside, inside) = (figures.outside, figures.inside)
      print(
        "| `\(mapping.rawValue)` | \(number(outside.mean, 2)), \(number(outside.most, 1)), \(number(outside.max, 1)) "
          + "| \(number(inside.mean, 2)), \(number(inside.max, 1)) | \(number(figures.hue, 1))° "
          + "| \(number(figures.corners, 1)) | \(number(figures.smoothness, 2)) |")
    }
    print("")
  }

  private static func printGradients() throws {
    print(
      "| gradient, 65,536 samples | mapping | distinct colours | hue, mean | lightness, mean | ΔE2000 mean | ΔE2000 max |"
    )
    print("|---|---|---:|---:|---:|---:|---:|")
    for ramp in GamutRamp.allCases {
      let samples = ramp.samples(65536)
      for mapping in GamutMapping.allCases { print(try row(ramp, samples, mapping)) }
    }
  }

  private static func row(_ ramp: GamutRamp, _ samples: [SIMD3<UInt16>], _ mapping: GamutMapping) throws
    -> String
  {
    let trial = try GamutTrial(mapping)
    let (source, result) = (samples.map { trial.source($0) }, samples.map { trial.result($0) })
    let moves = zip(source, result).map { GamutMove(from: $0, to: $1.linear) }
    let mean = { (value: (GamutMove) -> Double) in moves.map(value).reduce(0, +) / Double(moves.count) }
    let distinct = Set(samples).count
    return
      "| \(ramp.rawValue) (\(distinct) colours) | `\(mapping.rawValue)` | \(Set(result.map(\.codes)).count) "
      + "| \(number(mean(\.hue), 2))° | \(number(mean(\.lightness), 4)) | \(number(mean(\.difference), 2)) "
      + "| \(number(moves.map(\.difference).max() ?? 0, 2)) |"
  }

  private static func number(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
