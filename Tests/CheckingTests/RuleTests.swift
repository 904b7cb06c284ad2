import Checking
import Testing

@Suite struct RuleTests {
  @Test func idsAreTheOnesThatScriptsDependOn() {
    #expect(
      Rule.allCases.map(\.rawValue) == [
        "gamut-clipping", "collapsed-colors", "clipped-gradient", "banding", "wide-gamut-unneeded",
        "low-depth-wide-gamut", "untagged", "legacy-gamma", "conflicting-tags", "invalid-profile",
        "dci-white-cicp", "not-convertible", "color-vision", "white-glow", "vanishes-on-dark",
        "vanishes-on-light",
      ])
  }

  @Test func levelsAreTheDocumentedOnes() {
    #expect(Rule.allCases.filter { $0.level == .error } == [.invalidProfile, .notConvertible])
    let notes: [Rule] = [.wideGamutUnneeded, .untagged, .legacyGamma, .whiteGlow]
    #expect(Rule.allCases.filter { $0.level == .note } == notes)
    #expect(FindingLevel.note < .warning && FindingLevel.warning < .error)
  }

  @Test(arguments: [
    ("gamut-cliping", "gamut-clipping"), ("bands", "banding"), ("untaged", "untagged"),
    ("vanishes-on-drak", "vanishes-on-dark"), ("GAMUT-CLIPPING", "gamut-clipping"),
    ("coll", "collapsed-colors"),
  ])
  func anUnknownNameGetsTheNearest(typed: String, nearest: String) {
    let error = #expect(throws: UnknownRule.self) { try Rule.named(typed) }
    #expect(error?.nearest == nearest)
    #expect(error?.description == "no rule '\(typed)' (did you mean '\(nearest)'?)")
  }

  @Test func everyRuleSaysWhatItFindsAndWhatToDo() {
    for rule in Rule.allCases {
      #expect(rule.summary.hasSuffix(".") && rule.remedy.hasSuffix("."))
      #expect(!rule.measure.isEmpty)
    }
  }

  @Test(arguments: Rule.allCases)
  func anExplanationHasTheLimitWithItsUnitAndTheRemedy(_ rule: Rule) {
    let text = rule.explanation
    #expect(text.hasPrefix("\(rule.rawValue) (\(rule.level.rawValue))\n"))
    #expect(text.contains(rule.summary) && text.contains(rule.measure) && text.contains(rule.remedy))
    #expect(text.contains("unit: \(rule.unit.rawValue)") && text.contains("Why: "))
  }

  @Test func commandsOfARemedyNameTheFileAsOneWordOfTheShell() {
    #expect(Rule.untagged.remedy(for: "art/a b.png").contains("`p3tool assign 'art/a b.png' --profile srgb`"))
    #expect(Rule.whiteGlow.remedy(for: "-x.png").contains("`p3tool soften ./-x.png`"))
    #expect(Rule.gamutClipping.remedy(for: "-").contains("`p3tool convert FILE --to srgb`"))
    #expect(
      Rule.gamutClipping.remedy(for: "a.png", target: "my screen.icc").contains(
        "`p3tool convert a.png --to 'my screen.icc' --compare pictures.html`"))
    #expect(
      DifferenceRule.pixelsDiffer.remedy(before: "AFTER.png", after: "b c.png").contains(
        "`p3tool diff AFTER.png 'b c.png' --heatmap where.png`"))
    #expect(Rule.whiteGlow.remedy(for: "it's.png").contains("'it'\\''s.png'"))
  }

  @Test func onlyAndSkipCombine() {
    let selection = RuleSelection(only: [.banding, .untagged], skip: [.untagged])
    #expect(selection.rules == [.banding])
    #expect(RuleSelection.all.rules == Set(Rule.allCases).subtracting([.colorVision]))
    #expect(RuleSelection(also: [.colorVision]).rules == Set(Rule.allCases))
    #expect(RuleSelection(also: [.colorVision], skip: [.colorVision]) == .all)
  }
}
