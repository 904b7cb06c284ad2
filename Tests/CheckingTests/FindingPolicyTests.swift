import Checking
import Testing

@Suite struct FindingPolicyTests {
  private func finding(_ rule: Rule, value: Double = 1) -> Finding {
    Finding.fingerprinted([Finding(rule, value: value, "text")], path: "a.png")[0]
  }

  @Test func errorsFailByDefaultAndWarningsDoNot() {
    let policy = FindingPolicy()
    #expect(policy.fails(finding(.invalidProfile)))
    #expect(!policy.fails(finding(.banding)))
  }

  @Test func aLevelFailsWhatIsAtOrAboveIt() throws {
    let policy = FindingPolicy(conditions: [try FailCondition("warning")])
    #expect(policy.fails(finding(.banding)))
    #expect(policy.fails(finding(.invalidProfile)))
    #expect(!policy.fails(finding(.wideGamutUnneeded)))
  }

  @Test func aRuleFailsAboveItsLimitOnly() throws {
    let policy = FindingPolicy(conditions: [try FailCondition("gamut-clipping=0.02")])
    #expect(policy.fails(finding(.gamutClipping, value: 0.021)))
    #expect(!policy.fails(finding(.gamutClipping, value: 0.02)))
    #expect(!policy.fails(finding(.invalidProfile)))
  }

  @Test func conditionsAddUp() throws {
    let policy = FindingPolicy(conditions: [try FailCondition("error"), try FailCondition("untagged")])
    #expect(policy.fails(finding(.untagged)) && policy.fails(finding(.invalidProfile)))
    #expect(!policy.fails(finding(.banding)))
  }

  @Test func noneNeverFails() throws {
    #expect(!FindingPolicy(conditions: [try FailCondition("none")]).fails(finding(.invalidProfile)))
  }

  @Test func percentagesAreShares() throws {
    #expect(try FailCondition("gamut-clipping=2%") == .rule(.gamutClipping, limit: 0.02))
    #expect(try FailCondition("gamut-clipping=100%") == .rule(.gamutClipping, limit: 1))
    #expect(try FailCondition("banding=1.5") == .rule(.banding, limit: 1.5))
    #expect(try FailCondition("banding") == .rule(.banding, limit: Rule.banding.defaultLimit))
  }

  @Test(arguments: [
    "", "warn", "gamut-clipping=", "gamut-clipping=x", "gamut-clipping=-1", "banding=5%",
    "gamut-clipping=nan", "gamut-clipping=inf", "gamut=1", "banding=1=2", "gamut-clipping=101%",
    "gamut-clipping=1.5",
  ])
  func meaninglessConditionsAreRefused(text: String) {
    #expect(throws: FailConditionError.self) { try FailCondition(text) }
  }

  @Test func aLowerLimitMakesTheRuleSpeakEarlier() throws {
    let policy = FindingPolicy(conditions: [.rule(.banding, limit: -1), .rule(.gamutClipping, limit: 7)])
    #expect(policy.reportingLimit(of: .banding) == -1)
    #expect(policy.reportingLimit(of: .gamutClipping) == Rule.gamutClipping.defaultLimit)
  }
}
