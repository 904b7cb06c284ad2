import ArgumentParser
import Checking
import ColorManagement
import Foundation
import ImageFiles
import Reports
import TestSupport
import Testing

@testable import p3tool

/// What the documentation says of the program, asked of the program.
@Suite struct DocumentedProgramTests {
  private let runner = CommandRunner.p3tool

  // MARK: Commands

  /// The subcommands by the words that call them: `convert`, `catalog build`.
  private static let commands: [String: any ParsableCommand.Type] = {
    var commands: [String: any ParsableCommand.Type] = [:]
    func add(_ command: any ParsableCommand.Type, after words: [String]) {
      let words = words + [command.configuration.commandName ?? ""]
      commands[words.joined(separator: " ")] = command
      for child in command.configuration.subcommands { add(child, after: words) }
    }
    for command in P3Tool.configuration.subcommands { add(command, after: []) }
    return commands
  }()

  /// Their help, by the same words: composed once, which takes long in a debug build.
  private static let helps = commands.mapValues { P3Tool.helpMessage(for: $0, columns: 400) }

  @Test func theReadmeListsEveryCommand() throws {
    let rows = try DocumentationPage("README.md").table("command").compactMap(\.first)
    let listed = rows.flatMap { $0.split(separator: ",") }.compactMap {
      $0.firstMatch(of: #/^ *(?:p3tool )?([a-z]+)/#).map { String($0.1) }
    }
    let names = P3Tool.configuration.subcommands.filter { $0.configuration.shouldDisplay }.compactMap {
      $0.configuration.commandName
    }
    #expect(Set(listed) == Set(names))
  }

  @Test func examplesUseCommandsAndOptionsThatExist() throws {
    for page in try DocumentationPage.all() {
      for line in page.codeSpans.filter({ $0.hasPrefix("p3tool ") }) + page.codeLines {
        #expect(Self.problem(inExample: line) == nil, "\(page.path): \(line)")
      }
    }
  }

  @Test(arguments: [
    "p3tool frobnicate in.png", "p3tool convert in.png --too srgb", "  p3tool catalog paint icon.png",
    "srun p3tool batch --job 4", "p3tool profiles export p3 p3.icc --nothing",
  ])
  func anExampleThatCannotRunIsNoticed(line: String) { #expect(Self.problem(inExample: line) != nil) }

  /// What is wrong with the calls of p3tool in `line` of an example, or nil where there is none, or all are right.
  private static func problem(inExample text: String) -> String? {
    let line = text.split(separator: " # ", maxSplits: 1, omittingEmptySubsequences: false)[0]
    for call in line.matches(of: #/(?:^|[ (\[])p3tool ([a-z][^;|&>#")]*)/#)
    where line.contains(#/p3tool [a-z]/#) {
      let words = call.1.split(separator: " ").map(String.init)
      guard let name = words.first, name != "help" else { continue }
      guard let command = commands[name] else { return "no command is called \(name)" }
      let isGroup = !command.configuration.subcommands.isEmpty
      let child = isGroup && words.count > 1 && !words[1].hasPrefix("-") ? "\(name) \(words[1])" : name
      guard let help = helps[child] else { return "\(name) has no subcommand \(words[1])" }
      for word in words.filter({ $0.hasPrefix("--") }) {
        let option = String(word.prefix { $0.isLetter || $0.isNumber || $0 == "-" })
        if option != "--", !help.contains(option + " "), !help.contains(option + "\n"),
          !help.contains(option + "/")
        {
          return "\(name) has no option \(option)"
        }
      }
    }
    return nil
  }

  // MARK: Rules

  @Test func theHelpOfCheckListsEveryRule() async throws {
    let lines = try await runner.run(["check", "--help"]).text.split(separator: "\n")
    for rule in Rule.allCases {
      let line = lines.first { $0.hasPrefix("  \(rule.rawValue) ") }
      #expect(line?.contains(" \(rule.level.rawValue) ") == true, "\(rule.rawValue)")
      #expect(line?.contains(rule.measure) == true, "\(rule.rawValue)")
    }
  }

  // MARK: Colour spaces

  @Test(arguments: RGBColorSpace.allCases)
  func everyColorSpaceIsATarget(space: RGBColorSpace) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "in.png")
    let run = try await runner.run(
      ["convert", "in.png", "--to", space.rawValue, "-o", "out.png"], in: folder)
    #expect(run.exitCode == 0)
    let (_, profile) = try await ImageInspection().inspect(.file(folder.path("out.png")))
    #expect(try profile.get().knownSpace == space)
    #expect(Self.helps["convert"]?.contains(space.rawValue) == true)
    #expect(try await runner.run(["batch", "--schema"]).text.contains(space.rawValue))
  }

  // MARK: Report formats

  @Test(arguments: ReportFormat.allCases.map(\.rawValue))
  func everyFormatIsPrintedAndNamed(format: String) async throws {
    let image = TestImages.path("ramps-p3-16.png")
    let run = try await runner.run(["check", image, "--format", format, "--fail-on", "none"])
    #expect(run.exitCode == 0)
    #expect(!run.text.isEmpty)
    #expect(Self.helps["check"]?.contains(format) == true)
    let checking = try DocumentationPage.article("Checking")
    #expect(checking.codeSpans.contains(format))
    let row = try DocumentationPage("README.md").table("command").first { $0[0].hasPrefix("p3tool check") }
    #expect(row?.last?.lowercased().contains(format) == true)
  }

  // MARK: Pipelines

  @Test func everyStepOfAPipelineIsACommandAndIsDescribed() async throws {
    let schema = try await runner.run(["batch", "--schema"])
    let object = try JSONSerialization.jsonObject(with: Data(schema.output)) as? [String: Any]
    let steps =
      ((object?["properties"] as? [String: Any])?["steps"] as? [String: Any])?["items"] as? [String: Any]
    let required = try #require(steps?["oneOf"] as? [[String: [String]]])
    let kinds = required.flatMap { $0["required"] ?? [] }
    #expect(kinds.count >= 4)
    let pipelines = try DocumentationPage.article("Pipelines")
    for kind in kinds {
      #expect(Self.commands[kind.replacing("-", with: " ")] != nil, "\(kind)")
      #expect(pipelines.table("step").contains { $0.first == kind }, "\(kind)")
    }
  }
}
