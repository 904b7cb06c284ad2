import ArgumentParser
import Batch
import CommandParts
import ImageFiles
import Reports

/// `p3tool report`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Work with the JSON reports of earlier runs.",
    subcommands: [Merge.self])

  /// `p3tool report merge`.
  struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge", abstract: "Join the JSON reports of a split run to the report of the whole.",
      discussion: """
        p3tool batch --shard 1/2 --format json > a.json
        p3tool batch --shard 2/2 --format json > b.json
        p3tool report merge a.json b.json > all.json
        p3tool report merge *.json --format markdown >> "$GITHUB_STEP_SUMMARY"

        Exits with 2 when a report cannot be used, a part is missing or is there twice, else with what the \
        run of the whole would have exited with.
        """)

    @Argument(
      help: ArgumentHelp("JSON reports of one command and version.", valueName: "report"), completion: .report
    )
    var reports: [String]

    @Flag(help: "Accept that parts of the run are missing.")
    var partial = false

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("Write to this file (replaced if it exists).", valueName: "file"),
      completion: .report)
    var output: String?

    @Option(help: "How the report of the whole is printed: \(FindingsFormat.list).")
    var format: FindingsFormat = .json

    @OptionGroup(title: CommonOptions.title) var described: SchemaOption

    func run() throws {
      let merged: JSONValue
      let text: String
      do {
        let parts = try reports.map { try ReportMerge.Part(name: $0, bytes: try InputFile.read($0)) }
        merged = try ReportMerge.merge(parts, isPartial: partial)
        text =
          switch format {
          case .json: merged.prettyText.visibleJSON
          case .text: MergedFindings(merged).text
          default: try MergedFindings(merged).document(as: format.format).text()
          }
        if let output { try OutputFile.write(Array((text + "\n").utf8), to: output, overwrite: true) }
      } catch {
        StandardStream.error.write(error: error)
        throw Outcome.failedInputs
      }
      if output == nil { StandardStream.output.write(line: text) }
      let outcome = outcome(of: merged)
      if outcome != .success { throw outcome }
    }

    private func outcome(of document: JSONValue) -> Outcome {
      func count(_ name: String) -> Int {
        if case .number(let text)? = document["summary"]?[name] { Int(text) ?? 0 } else { 0 }
      }
      // A `findings` that is an object of levels counts as 0; `failing` has the number then.
      return Outcome(failed: count("failed"), findings: count("findings") + count("failing"))
    }
  }
}
