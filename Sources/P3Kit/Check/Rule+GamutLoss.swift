// The rules about what people will miss in the target: colours that they could tell apart, and gradients.

extension Rule {
  /// So many places are listed per rule; the count says how many there are.
  private static let listedPlaces = 12

  /// Findings on collapsed colours and clipped gradients, one per place, largest first.
  ///
  /// - Parameter target: the name for people.
  static func lossFindings(_ loss: GamutLossReport, target: String) -> [Finding] {
    places(.collapsedColors, loss.collapsedColors) { region in
      "colours that differ by up to ΔE \(Numbers.oneDecimal(region.maxDeltaE)) become the same in \(target) "
        + "and merge with their surroundings"
    }
      + places(.clippedGradient, loss.clippedGradients) { region in
        "a gradient of ΔE \(Numbers.oneDecimal(region.maxDeltaE)) becomes one flat colour in \(target)"
      }
  }

  private static func places(
    _ rule: Rule, _ regions: [GamutRegion], message: (GamutRegion) -> String
  ) -> [Finding] {
    let listed = regions.prefix(listedPlaces)
    return listed.enumerated().map { index, region in
      let rest = regions.count - listed.count
      let isLast = index == listed.count - 1
      return Finding(
        rule, value: Double(regions.count), region: Finding.Region(region),
        message(region) + (isLast && rest > 0 ? "; \(Numbers.count(rest)) smaller places are like it" : ""))
    }
  }
}
