import ColorManagement
import Foundation
import Pixels
import TestSupport
import Testing

@testable import Colors

@Suite struct ContrastTests {
  private func pair(_ foreground: String, _ background: String, over backdrop: String? = nil) throws
    -> ContrastPair
  {
    try ContrastPair(
      try CSSColor(foreground), on: try CSSColor(background), over: try backdrop.map { try CSSColor($0) })
  }

  /// Ratios worked out elsewhere in double precision.
  @Test(arguments: [
    ("#8396A8", "#2F3C48", 3.7044), ("#000", "#fff", 21), ("#777", "#fff", 4.4781),
    ("#767676", "#fff", 4.5422),
    ("#595959", "#fff", 7.0047), ("#f00", "#fff", 3.9985), ("#00f", "#fff", 8.5925),
    ("#0070F2", "#F5F6F7", 4.2193),
    ("#188918", "#F5F6F7", 4.1915), ("#256F3A", "#F5F6F7", 5.6856), ("#FF5C77", "#2F3C48", 3.7883),
    ("rgb(60 60 67 / .6)", "#fff", 3.4382), ("rgb(235 235 245 / .6)", "#000", 6.3638),
    ("rgb(235 235 245 / .6)", "#1C1C1E", 5.9502), ("rgb(60 60 67 / .6)", "#F2F2F7", 3.2953),
    ("rgb(60 60 67 / .3)", "#fff", 1.7323), ("#1E6EF4", "#F2F2F7", 4.0984), ("#fff", "#1C1C1E", 17.0147),
    ("rgb(131 150 168 / .46)", "#fff", 1.5817), ("#6D20C1", "#F9ADC6", 4.4999),
  ])
  func ratios(foreground: String, background: String, ratio: Double) throws {
    let pair = try pair(foreground, background)
    #expect(abs(pair.ratio - ratio) < 5e-5)
    #expect(pair.ratioInSRGB == nil)
  }

  @Test func aRatioBelowTheLimitIsNotRoundedUp() throws {
    let pair = try pair("#6D20C1", "#F9ADC6")
    #expect(pair.ratio < 4.5)
    #expect(ContrastReport.truncated(pair.ratio) == "4.49")
    #expect(ContrastReport.truncated(4.5) == "4.50" && ContrastReport.truncated(21) == "21.00")
  }

  /// Display P3: the true luminance, and what an sRGB display makes of it.
  @Test(arguments: [
    ("1 0.1 0.1", 3.6623, 5.7340, 3.9985), ("1 0 0", 3.7638, 5.5795, 3.9985),
    ("0 1 0", 1.4156, 14.8348, 1.3722),
    ("0 0 1", 8.1215, 2.5857, 8.5925),
  ])
  func wideColorsAreJudgedTwice(p3: String, onWhite: Double, onBlack: Double, clippedOnWhite: Double) throws {
    let white = try pair("color(display-p3 \(p3))", "white")
    #expect(abs(white.ratio - onWhite) < 1e-4)
    #expect(abs((white.ratioInSRGB ?? 0) - clippedOnWhite) < 1e-4)
    #expect(white.decidingRatio == min(white.ratio, white.ratioInSRGB ?? 22))
    #expect(abs(try pair("color(display-p3 \(p3))", "black").ratio - onBlack) < 1e-4)
  }

  @Test(.enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"))
  func everyVectorOfTheSharedTableHolds() throws {
    let file = try SharedFolder.file("data/color-vectors.json")
    let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(vectors.contrast.count > 20)
    for vector in vectors.contrast {
      let foreground = try CSSColor("#" + vector.fg).withAlpha(vector.alpha)
      let pair = try ContrastPair(foreground, on: try CSSColor("#" + vector.bg))
      #expect(abs(pair.ratio - vector.ratio) < 5e-5, "\(vector.fg) on \(vector.bg)")
      #expect(pair.seenForeground.hexText == vector.composite)
    }
  }

  private struct Vectors: Decodable {
    struct Contrast: Decodable {
      let fg, bg, composite: String
      let alpha, ratio: Double
    }

    let contrast: [Contrast]
  }

  // MARK: Requirements

  @Test func whatIsAskedDependsOnSizeWeightAndStandard() throws {
    func ratio(
      _ size: String, _ weight: Int = 400, _ standard: ContrastRequirement.Standard = .wcag,
      _ level: ContrastRequirement.Level = .aa
    ) throws -> Double {
      var requirement = ContrastRequirement()
      requirement.size = try #require(TextSize(size))
      (requirement.weight, requirement.standard, requirement.level) = (weight, standard, level)
      return requirement.ratio
    }
    #expect(try ratio("17px") == 4.5 && ratio("23.9px") == 4.5 && ratio("24px") == 3 && ratio("18pt") == 3)
    #expect(try ratio("18px", 700) == 4.5 && ratio("14pt", 700) == 3 && ratio("14pt", 600) == 4.5)
    #expect(try ratio("17px", 400, .wcag, .aaa) == 7 && ratio("18pt", 400, .wcag, .aaa) == 4.5)
    #expect(
      try ratio("17pt", 400, .hig) == 4.5 && ratio("18pt", 400, .hig) == 3 && ratio("11px", 700, .hig) == 3)
    #expect(try ratio("17px", 400, .hig, .aaa) == 7)
    #expect(
      TextSize("17") == nil && TextSize("0px") == nil && TextSize("nanpx") == nil && TextSize("1e9pt") == nil)
    var mark = ContrastRequirement()
    mark.isNonText = true
    #expect(mark.ratio == 3)
  }

  // MARK: Translucency

  @Test func aTranslucentBackgroundNeedsABackdrop() throws {
    #expect(throws: ContrastError.translucentBackground(alpha: 0.5)) { try pair("red", "rgb(0 0 0 / 50%)") }
    #expect(throws: ContrastError.translucentBackdrop(alpha: 0.5)) {
      try pair("red", "rgb(0 0 0 / 50%)", over: "rgb(0 0 0 / 50%)")
    }
    #expect(try pair("red", "rgb(255 255 255 / 50%)", over: "white").ratio == pair("red", "white").ratio)
  }

  @Test func theWorstBackdropCounts() throws {
    let judge = ContrastJudge(
      requirement: ContrastRequirement(), backdrops: [try CSSColor("white"), try CSSColor("black")])
    func color(_ text: String) throws -> ContrastColor { ContrastColor(try CSSColor(text), input: text) }
    let report = try judge.report(try color("black"), on: try color("rgb(255 255 255 / 50%)"))
    #expect(report.backdrop == "#000000" && report.composite.background == "#808080")
  }

  // MARK: Suggestions

  /// Distances that a search over all codes must not exceed.
  @Test(arguments: [
    ("#8396A8", "#2F3C48", 4.5, 0.0521), ("#0070F2", "#F5F6F7", 4.5, 0.0181),
    ("#34C759", "white", 4.5, 0.1846),
    ("#FF383C", "white", 4.5, 0.0588), ("#777777", "white", 4.5, 0.0035),
  ])
  func aSuggestionPassesAndIsNear(foreground: String, background: String, required: Double, bound: Double)
    throws
  {
    let pair = try pair(foreground, background)
    let search = ContrastSuggestion(for: pair, reaching: required, change: .foreground, gamut: .sRGB)
    let found = try #require(search.nearest)
    #expect(found.ratio >= required && found.deltaEOK <= bound)
    #expect(try ContrastPair(CSSColor(found.color.cssText), on: pair.background).decidingRatio == found.ratio)
    let (before, after) = (
      OKLCh(OKLab(xyzD65: pair.foreground.xyzD65)), OKLCh(OKLab(xyzD65: found.color.xyzD65))
    )
    #expect(before.chroma < 0.01 || abs(before.hue - after.hue) <= 2.5)
  }

  /// A bisection over lightness, or one with chroma reduced first, misses these.
  @Test(arguments: [
    ("#F9AA33", "#953ABF", 0.1436), ("#BEFB4E", "#DA1C2F", 0.0876), ("#0070F2", "#F5F6F7", 0.0172),
    ("#34C759", "white", 0.1816),
  ])
  func aSuggestionIsTheNearest(foreground: String, background: String, bound: Double) throws {
    let search = ContrastSuggestion(
      for: try pair(foreground, background), reaching: 4.5, change: .foreground, gamut: .sRGB)
    let found = try #require(search.nearest)
    #expect(found.ratio >= 4.5 && found.deltaEOK < bound, "\(found.color.cssText) \(found.deltaEOK)")
  }

  /// Of pairs with a fixed seed, 200 where there is time, no suggestion is further away than any code of its hue that passes. Every fifth code of a
  /// channel is tried: all codes would take minutes.
  @Test func noScanFindsANearerColor() throws {
    var random = SplitMix64(seed: 37)
    let codes = CodesByHue()
    for _ in 0..<(LongTests.areEnabled ? 200 : 30) {
      let channels = (0..<6).map { _ in Double(UInt8.random(in: 0...255, using: &random)) / 255 }
      let text = CSSColor(space: .sRGB, components: SIMD3(channels[0..<3]))
      let ground = CSSColor(space: .sRGB, components: SIMD3(channels[3..<6]))
      let change: ContrastSuggestion.Change = Bool.random(using: &random) ? .foreground : .background
      let pair = try ContrastPair(text, on: ground)
      let search = ContrastSuggestion(for: pair, reaching: 4.5, change: change, gamut: .sRGB)
      let (old, other) = change == .foreground ? (text, ground) : (ground, text)
      let scanned = codes.nearest(to: old, on: other, reaching: 4.5)
      if let found = search.nearest {
        #expect(
          found.ratio >= 4.5 && found.deltaEOK <= (scanned ?? 9) + 1e-9, "\(old.hexText) \(other.hexText)")
      } else {
        #expect(scanned == nil && search.bestRatio < 4.5, "\(old.hexText) \(other.hexText)")
      }
    }
  }

  /// Codes of sRGB by their hue in whole degrees.
  private struct CodesByHue {
    private struct Code {
      let lab: OKLab
      let luminance: Double
    }

    private var codes: [[Code]] = Array(repeating: [], count: 360)

    init() {
      let linear = (0...255).map { WCAGContrast.transfer.linear(Double($0) / 255) }
      let transform = OKLabTransform(RGBColorSpace.sRGB)
      for red in stride(from: 0, through: 255, by: 5) {
        for green in stride(from: 0, through: 255, by: 5) {
          for blue in stride(from: 0, through: 255, by: 5) {
            let rgb = SIMD3(linear[red], linear[green], linear[blue])
            let lab = transform.oklab(linear: rgb)
            let code = Code(lab: lab, luminance: (rgb * WCAGContrast.luminanceWeights).sum())
            codes[Int(OKLCh(lab).hue) % 360].append(code)
          }
        }
      }
    }

    /// The least distance from `color` of a code within 1.9 degrees of its hue.
    func nearest(to color: CSSColor, on other: CSSColor, reaching required: Double) -> Double? {
      let lab = OKLab(xyzD65: color.xyzD65)
      let hue = OKLCh(lab).hue
      let luminance = WCAGContrast.relativeLuminance(other.components)
      let near = (-2...2).flatMap { codes[(Int(hue) + $0 + 360) % 360] }
      let passing = near.filter { code in
        let turn = abs(OKLCh(code.lab).hue - hue)
        return min(turn, 360 - turn) < 1.9 && WCAGContrast.ratio(code.luminance, luminance) >= required + 1e-6
      }
      return passing.map { lab.distance(to: $0.lab) }.min()
    }
  }

  @Test func theBackgroundMayChangeInstead() throws {
    let pair = try pair("#8396A8", "#2F3C48")
    let found = try #require(
      ContrastSuggestion(for: pair, reaching: 4.5, change: .background, gamut: .displayP3).nearest)
    #expect(found.color.space == .displayP3)
    #expect(try ContrastPair(pair.foreground, on: found.color).decidingRatio >= 4.5)
  }

  @Test func whereNothingPassesTheBestIsSaid() throws {
    let search = ContrastSuggestion(
      for: try pair("#FF8D28", "#808080"), reaching: 7, change: .foreground, gamut: .sRGB)
    #expect(search.nearest == nil)
    #expect(search.bestRatio > 5 && search.bestRatio < 7)
  }
}
