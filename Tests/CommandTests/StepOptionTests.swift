import Foundation
import TestSupport
import Testing

@testable import Batch

/// Steps of a pipeline have the options of their subcommands: names, words and defaults.
@Suite struct StepOptionTests {
  /// A kind of step with its subcommand.
  struct Subcommand: Sendable, CustomTestStringConvertible {
    let kind: StepKind
    let path: [String]
    /// Options that only the command line has.
    let ownOfCommandLine: Set<String>
    /// Options that only pipelines have.
    let ownOfPipeline: Set<String>
    /// Choices and defaults that help tells of, at least.
    var comparedWords = 4

    var testDescription: String { path.joined(separator: " ") }

    /// Where output goes, how a run reports, and what is read: the pipeline says that for all its steps.
    static let common: Set<String> = [
      "help", "version", "recursive", "jobs", "format", "quiet", "verbose", "color", "timings", "force",
      "exclude",
    ]
    static let output: Set<String> = ["output", "in-place", "dry-run", "check", "name", "skip-existing"]

    static let all = [
      Subcommand(
        kind: .convert, path: ["convert"], ownOfCommandLine: common.union(output), ownOfPipeline: []),
      Subcommand(
        kind: .soften, path: ["soften"],
        ownOfCommandLine: common.union(output).union(["preview", "pair", "plate", "radius", "padding"]),
        ownOfPipeline: []),
      Subcommand(
        kind: .check, path: ["check"], ownOfCommandLine: common.union(["heatmap", "explain"]),
        ownOfPipeline: ["rules"]),
      Subcommand(
        kind: .catalog, path: ["catalog", "build"],
        ownOfCommandLine: common.subtracting(["recursive", "exclude"]).union([
          "appicon", "tinted", "platform",
        ]),
        ownOfPipeline: []),
      Subcommand(
        kind: .paletteLint, path: ["palette", "lint"],
        ownOfCommandLine: ["help", "version", "format", "verbose"], ownOfPipeline: [], comparedWords: 0),
      Subcommand(
        kind: .diff, path: ["diff"], ownOfCommandLine: common.subtracting(["exclude"]).union(["heatmap"]),
        ownOfPipeline: ["before"], comparedWords: 2),
    ]
  }

  /// What the argument parser knows of an option.
  private struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let names: [Name]?
    let defaultValue: String?
    let allValues: [String]?

    /// The long name; that of a flag without its `no-`.
    var longName: String? {
      names?.first { $0.kind == "long" }.map { $0.name }
    }
  }

  private struct Command: Decodable {
    let commandName: String
    let arguments: [Argument]?
  }

  private struct Document: Decodable {
    let command: Command
  }

  /// The options of a subcommand, by their long names.
  private func options(_ path: [String]) async throws -> [String: Argument] {
    let result = try await CommandRunner.p3tool.run(path + ["--experimental-dump-help"])
    #expect(result.exitCode == 0)
    let command = try JSONDecoder().decode(Document.self, from: Data(result.output)).command
    #expect(command.commandName == path.last)
    var options: [String: Argument] = [:]
    for argument in command.arguments ?? [] where argument.kind != "positional" {
      if let name = argument.longName { options[name] = argument }
    }
    for name in options.keys where name.hasPrefix("no-") && options[String(name.dropFirst(3))] != nil {
      options[name] = nil
    }
    return options
  }

  /// A list or a text of YAML as the command line writes it.
  private func words(_ yaml: String) -> String {
    yaml.filter { !"[]\" ".contains($0) }
  }

  @Test(arguments: Subcommand.all)
  func aStepHasTheOptionsOfItsSubcommand(subcommand: Subcommand) async throws {
    let options = try await options(subcommand.path)
    let steps = Set(subcommand.kind.options.fields.map(\.name))
    #expect(
      Set(options.keys).subtracting(subcommand.ownOfCommandLine)
        == steps.subtracting(subcommand.ownOfPipeline))
    #expect(subcommand.ownOfCommandLine.isSubset(of: options.keys), "an exception that is none any more")
    #expect(subcommand.ownOfPipeline.isSubset(of: steps), "an exception that is none any more")
  }

  @Test(arguments: Subcommand.all.filter { $0.comparedWords > 0 })
  func anOptionHasTheSameWordsAndDefaultInBoth(subcommand: Subcommand) async throws {
    let options = try await options(subcommand.path)
    let defaults = subcommand.kind.defaults
    var compared = 0
    for field in subcommand.kind.options.fields {
      guard let argument = options[field.name] else { continue }
      var type = field.type
      if case .oneOrMore(let element) = type { type = element }
      if case .choice(let choices) = type, let words = argument.allValues {
        #expect(words == choices, "\(field.name)")
        compared += 1
      }
      if argument.kind == "option", let own = defaults[field.name], let other = argument.defaultValue {
        #expect(words(own) == other, "\(field.name)")
        compared += 1
      }
    }
    #expect(compared >= subcommand.comparedWords)
  }
}
