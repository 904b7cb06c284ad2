import ColorManagement
import Foundation
import Pixels

/// The table of `quality --gamut`: what each mapping keeps of a gradient, and how far it moves its colours.
enum GamutTable {
  static func printAll() throws {
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
