import Foundation
import TestSupport
import Testing

/// The whole help of every command, as kept in Golden. `P3_UPDATE_GOLDEN=1 swift test --filter HelpTests` writes the
/// files anew; read the difference before you commit it.
@Suite struct HelpTests {
  private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  /// A command below `p3tool`, and what its `--help` printed.
  private struct Help: Sendable {
    let command: [String]
    let run: CommandResult

    var lines: [Substring] { run.text.split(separator: "\n", omittingEmptySubsequences: false) }
  }

  /// The help of every command, `p3tool` first: run once for all tests.
  private static let everyHelp = Task { try await help(below: []) }

  /// The help of a command, then of what it lists, down to the last.
  private static func help(below path: [String]) async throws -> [Help] {
    let help = Help(command: path, run: try await CommandRunner.p3tool.run(path + ["--help"]))
    let list = help.lines.drop { $0 != "COMMANDS:" }.dropFirst()
    var all = [help]
    for case let name? in list.map({ $0.wholeMatch(of: #/  ([a-z]+)( .*)?/#)?.1 }) {
      all += try await Self.help(below: path + [String(name)])
    }
    return all
  }

  private func help(of command: String) async throws -> String {
    let help = try await Self.everyHelp.value.first { $0.command == [command] }
    return try #require(help).run.text
  }

  @Test func requiredAndOwnOptionsComeFirstAndCommonOnesStandTogether() async throws {
    let help = try await help(of: "convert")
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
    let text = try await help(of: command).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("How results are printed: \(words) (default: text)"), "\(text)")
  }

  @Test func everyHelpIsTheOneThatWasReadAndApproved() async throws {
    var names: [String] = []
    for help in try await Self.everyHelp.value {
      let run = help.run
      #expect(run.exitCode == 0)
      #expect(run.errors == "")
      let name = (["p3tool"] + help.command).joined(separator: "-") + ".txt"
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
    for help in try await Self.everyHelp.value where !help.command.isEmpty && help.command.last != "list" {
      let example = "p3tool " + help.command.joined(separator: " ")
      #expect(help.run.text.contains(example), "\(example)")
    }
  }

  /// An example that had to be broken could not be pasted.
  @Test func examplesStandInOneLine() async throws {
    for help in try await Self.everyHelp.value {
      for (line, next) in zip(help.lines, help.lines.dropFirst()) where line.hasPrefix("p3tool ") {
        #expect(next.isEmpty || next.hasPrefix("p3tool ") || next.hasPrefix("  "), "\(line)")
      }
    }
  }

  @Test func noLineIsWiderThanATerminal() async throws {
    for help in try await Self.everyHelp.value {
      let long = help.lines.filter { $0.count > 80 && !$0.hasPrefix("USAGE:") }
      #expect(long.isEmpty)
    }
  }
}
