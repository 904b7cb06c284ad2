import Foundation
import TestSupport
import Testing

/// The whole help of every command, as kept in Golden. `P3_UPDATE_GOLDEN=1 swift test --filter HelpTests` writes the
/// files anew; read the difference before you commit it.
@Suite struct HelpTests {
  private let p3tool = CommandRunner.p3tool
  private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  /// The command, then what its help lists, down to the last.
  private func commands(below path: [String] = []) async throws -> [[String]] {
    let lines = try await p3tool.run(path + ["--help"]).text.split(separator: "\n")
    let list = lines.drop { $0 != "COMMANDS:" }.dropFirst()
    var commands = [path]
    for case let name? in list.map({ $0.wholeMatch(of: #/  ([a-z]+)( .*)?/#)?.1 }) {
      commands += try await self.commands(below: path + [String(name)])
    }
    return commands
  }

  @Test func requiredAndOwnOptionsComeFirstAndCommonOnesStandTogether() async throws {
    let help = try await p3tool.run(["convert", "--help"]).text
    let titles = help.split(separator: "\n").filter { $0.wholeMatch(of: #/[A-Z ]+:/#) != nil }
    #expect(titles == ["ARGUMENTS:", "OPTIONS:", "OUTPUT:", "COLOUR:", "ENCODING:", "COMMON OPTIONS:"])
    let words = help.split(separator: "\n").filter { $0.hasPrefix("  -") }.map { $0.split(separator: " ")[0] }
    #expect(words.first == "--to", "the option that is required")
    let common = try #require(help.split(separator: "COMMON OPTIONS:").last)
    for option in [
      "--recursive", "--exclude", "--jobs", "--format", "--quiet", "--max-pixels", "--version", "--help",
    ] {
      #expect(common.contains(option), "\(option)")
    }
  }

  @Test(arguments: [
    ("convert", "text, json or html."),
    ("check", "text, json, sarif, junit, github, xcode, html or markdown."),
    ("diff", "text, json, junit, github, xcode, html or markdown."),
  ])
  func formatsAreListedWhereTheyWork(command: String, words: String) async throws {
    let help = try await p3tool.run([command, "--help"]).text
    let text = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("How results are printed: \(words) (default: text)"), "\(text)")
  }

  @Test func everyHelpIsTheOneThatWasReadAndApproved() async throws {
    var names: [String] = []
    for command in try await commands() {
      let run = try await p3tool.run(command + ["--help"])
      #expect(run.exitCode == 0)
      #expect(run.errors == "")
      let name = (["p3tool"] + command).joined(separator: "-") + ".txt"
      names.append(name)
      let file = Self.golden.appendingPathComponent(name)
      if ProcessInfo.processInfo.environment["P3_UPDATE_GOLDEN"] == "1" {
        try Data(run.output).write(to: file)
      }
      let approved = (try? String(contentsOf: file, encoding: .utf8)) ?? "no \(name)"
      #expect(run.text == approved, "\(name)")
    }
    let kept = try FileManager.default.contentsOfDirectory(atPath: Self.golden.path).sorted()
    #expect(kept == names.sorted(), "Golden holds one file per command")
  }

  @Test func everySubcommandTeachesWithAnExample() async throws {
    for command in try await commands() where !command.isEmpty && command.last != "list" {
      let help = try await p3tool.run(command + ["--help"]).text
      let example = "p3tool " + command.joined(separator: " ")
      #expect(help.contains(example), "\(example)")
    }
  }

  /// An example that had to be broken could not be pasted.
  @Test func examplesStandInOneLine() async throws {
    for command in try await commands() {
      let lines = try await p3tool.run(command + ["--help"]).text.split(
        separator: "\n", omittingEmptySubsequences: false)
      for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("p3tool ") {
        #expect(next.isEmpty || next.hasPrefix("p3tool ") || next.hasPrefix("  "), "\(line)")
      }
    }
  }

  @Test func noLineIsWiderThanATerminal() async throws {
    for command in try await commands() {
      let help = try await p3tool.run(command + ["--help"]).text
      let long = help.split(separator: "\n").filter { $0.count > 80 && !$0.hasPrefix("USAGE:") }
      #expect(long.isEmpty)
    }
  }
}
