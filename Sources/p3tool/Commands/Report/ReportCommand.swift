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
      let parts = try reports.map { try ReportMerge.Part(name: $0, bytes: try InputFile.read($0)) }
      let merged = try ReportMerge.merge(parts, isPartial: partial)
      let findings = MergedFindings(merged)
      let document = format == .json ? nil : try findings.document(as: format.format)
      var text = document == nil ? merged.prettyText.visibleJSON + "\n" : ""
      try document?.write { text += $0 }
      let closing = document.map { "\($0.totals.text) in \(Numbers.counted($0.totals.inputs, "input"))" }
      if format == .text, let closing { text += closing + "\n" }
      if let output {
        try OutputFile.write(Array(text.utf8), to: output, overwrite: true)
      } else {
        StandardStream.output.write(text)
      }
      document?.writeClosing(closing)
      let outcome = findings.outcome
      if outcome != .success { throw outcome }
    }
  }
}
