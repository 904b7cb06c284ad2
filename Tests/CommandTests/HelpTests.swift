import Foundation
import TestSupport
import Testing

/// The whole help of every command, as kept in Golden. `P3_UPDATE_GOLDEN=1 swift test --filter HelpTests` writes the
/// files anew; read the difference before you commit it.
@Suite struct HelpTests {
  private let p3tool = CommandRunner.p3tool
  private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  /// The root, then what its help lists.
  private func commands() async throws -> [[String]] {
    let lines = try await p3tool.run(["--help"]).text.split(separator: "\n")
    let list = lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst()
    let names = list.compactMap { $0.wholeMatch(of: #/  ([a-z]+)( .*)?/#)?.1 }
    return [[]] + names.map { [String($0)] } + [["profiles", "list"], ["profiles", "export"]]
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
    for command in try await commands() where !command.isEmpty && command != ["profiles", "list"] {
      let help = try await p3tool.run(command + ["--help"]).text
      let example = "p3tool " + command.joined(separator: " ")
      #expect(help.contains(example), "\(example)")
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
