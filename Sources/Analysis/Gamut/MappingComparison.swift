import Basics
package import ColorManagement
import Pixels

/// How far each gamut mapping moves the colours out of gamut of an image, and which one moves them least.
package struct MappingComparison: Sendable, Hashable {
  /// CIEDE2000 over the pixels out of gamut.
  package struct Change: Sendable, Hashable {
    package let mapping: GamutMapping
    /// The mean CIEDE2000.
    package let mean: Double
    /// The CIEDE2000 that 99 % of the pixels do not exceed.
    package let most: Double
  }

  /// One per mapping, in the order of `GamutMapping.allCases`.
  package let changes: [Change]

  /// A mapping is nearer than clipping if its mean and its 99 % figure, each divided by clipping's, are smaller on
  /// average by this much; less is not visible.
  private static let leastGain = 0.025
  /// If the CIEDE2000 of clipping does not exceed this, no other mapping is considered.
  private static let unseen = 1.0

  /// Compares the mappings of `plan` on the colours of `sample`. Nil if the sample is empty, if the colours are grey, or
  /// if a mapping is impossible between the profiles.
  ///
  /// - Parameter knee: the knee of `soft`; nil to derive it from the image.
  package init?(
    _ sample: OutOfGamutSample, _ plan: ConversionPlan, _ gamut: TargetGamut, knee: Double? = nil
  ) {
    guard !sample.entries.isEmpty, !gamut.isGray else { return nil }
    let linear = sample.entries.map { gamut.linear($0.color) }
    let weights = sample.entries.map(\.weight)
    let alphas = sample.entries.map(\.alpha)
    var changes: [Change] = []
    for mapping in GamutMapping.allCases {
      guard
        let mapper = try? GamutMapper(mapping, source: plan.source, destination: plan.destination, knee: knee)
      else { return nil }
      let isFitted = mapping == .soft && knee == nil
      let fitted = isFitted ? mapper.reaching(mapper.reach(of: linear)) : mapper
      let values = gamut.differences.values(from: linear, to: linear.map(fitted.mapped), alphas: alphas)
      changes.append(Change(mapping, values, weights))
    }
    self.changes = changes
  }

  /// The mapping that moves colours least, by the mean and the 99 % figure; clipping unless another is clearly better.
  package var nearest: Change {
    let clip = changes[0]
    guard clip.most > Self.unseen, clip.mean > 0 else { return clip }
    func share(_ change: Change) -> Double { (change.mean / clip.mean + change.most / clip.most) / 2 }
    let best = changes.min { share($0) < share($1) } ?? clip
    return share(best) <= 1 - Self.leastGain ? best : clip
  }
}

extension MappingComparison.Change {
  fileprivate init(_ mapping: GamutMapping, _ values: [Float], _ weights: [Int]) {
    let total = weights.reduce(0, +)
    let sum = zip(values, weights).reduce(0) { $0 + Double($1.0) * Double($1.1) }
    var left = total - total * 99 / 100
    let most = zip(values, weights).sorted { $0.0 > $1.0 }.first { pair in
      left -= pair.1
      return left < 0
    }
    self.init(mapping: mapping, mean: sum / Double(total), most: Double(most?.0 ?? values.max() ?? 0))
  }

  /// `2.6 and 6.2`.
  package var figures: String { "\(Numbers.oneDecimal(mean)) and \(Numbers.oneDecimal(most))" }
}
