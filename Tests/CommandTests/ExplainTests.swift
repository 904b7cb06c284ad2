import TestSupport
import Testing

/// `--explain` of every command with rules, without any input.
@Suite struct ExplainTests {
  /// The commands with rules, each with the first and the last of them.
  private static let commands = [
    (["check"], "gamut-clipping", "vanishes-on-light"),
    (["inspect"], "wide-gamut-unneeded", "not-convertible"),
    (["convert"], "gamut-clipping", "banding"), (["diff"], "size-differs", "area-differs"),
    (["contrast"], "contrast", "contrast"), (["palette", "lint"], "contrast", "alias"),
    (["catalog", "lint"], "invalid-contents", "text-outside-srgb"), (["batch"], "gamut-clipping", "alias"),
  ]

  /// The ids that the answer to an unknown rule lists.
  private func rules(of command: [String]) async throws -> [String] {
    let errors = try await CommandRunner.p3tool.run(command + ["--explain", "qqqqqqqqqqqq"]).errors
    let list = try #require(errors.firstMatch(of: #/no rule 'q+' \((.*)\)/#)?.1)
    return list.split(separator: ", ").map(String.init)
  }

  @Test(arguments: commands)
  func everyRuleOfACommandExplainsItself(command: [String], first: String, last: String) async throws {
    let rules = try await rules(of: command)
    #expect(rules.first == first && rules.last == last)
    let help = try await CommandRunner.p3tool.run(command + ["--help"]).text
    let listed = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(listed.contains("repeatable. " + rules.joined(separator: ", ") + "."), "help lists them")
    for rule in rules {
      let run = try await CommandRunner.p3tool.run(command + ["--explain", rule])
      #expect(run.exitCode == 0 && run.errors == "", "\(rule)")
      #expect(run.text.contains(#/^[a-z0-9-]+ \((error|warning|note)\)\n.+\.\n\nWhy: .+\.\n/#), "\(run.text)")
      #expect(run.text.hasPrefix("\(rule) ("))
      #expect(run.text.contains(#/\nWhat to do: .+\.\n/#), "\(run.text)")
    }
    let all = try await CommandRunner.p3tool.run(command + ["--explain", rules.joined(separator: ",")])
    #expect(all.exitCode == 0 && rules.allSatisfy { all.text.contains("\($0) (") })
  }

  @Test(arguments: commands)
  func anUnknownRuleIsAnsweredWithTheNearest(command: [String], first: String, last: String) async throws {
    let near = try await CommandRunner.p3tool.run(command + ["--explain=" + first.dropLast()])
    #expect(near.exitCode == 64 && near.text == "")
    #expect(near.errors.contains("--explain: no rule '\(first.dropLast())' (did you mean '\(first)'?)"))
    #expect(near.errors.contains("Usage: p3tool \(command.joined(separator: " "))"))
  }

  /// `color-vision` is a rule of images and one of palettes.
  @Test func aPipelineExplainsBothRulesOfOneName() async throws {
    let run = try await CommandRunner.p3tool.run(["batch", "--explain", "color-vision"])
    #expect(run.text.contains("color-vision (warning)\n") && run.text.contains("color-vision (error)\n"))
  }

  @Test func whatHasNoRulesOrNoValueIsAUsageError() async throws {
    for words in [
      ["soften", "--explain", "banding"], ["check", "--explain"], ["diff", "--", "--explain", "x"],
    ] {
      let run = try await CommandRunner.p3tool.run(words)
      #expect(run.exitCode == 64 || run.exitCode == 2, "\(words)")
      #expect(run.text == "", "\(words)")
    }
  }
}
