import Foundation
import TestSupport
import Testing

/// `--schema`: the form of the JSON reports as a promise. `P3_UPDATE_GOLDEN=1 swift test --filter SchemaTests` writes the copies
/// in Schemas anew, for documents whose number has risen.
@Suite struct SchemaTests {
  private static let p3tool = CommandRunner.p3tool
  private static let copies = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Schemas")

  /// The commands with a JSON report, each with runs that print one.
  private static let runs: [(command: String, options: [String])] = [
    (
      "assign",
      ["in.png none.png --profile srgb -o assigned --timings", "in.png --strip -o new.png -n --check"]
    ),
    ("batch", ["p3tool.yml -n", "p3tool.yml --timings", "p3tool.yml --shard 1/2", "p3tool.yml --prune"]),
    (
      "catalog build",
      ["in.png --name Icon --into A.xcassets --timings", "none.png --name B --into A.xcassets"]
    ),
    ("catalog lint", ["Example.xcassets none", "A.xcassets"]),
    ("check", ["in.png plain.png none.png --timings", "in.png --shard 1/1 --only color-vision"]),
    (
      "contrast",
      [
        "#8396A8 #2F3C48 --suggest", "#8396A880 color(display-p3=1=0=0) --backdrop white",
        "--palette apple --matrix --suggest", "white white --non-text --suggest",
      ]
    ),
    (
      "convert",
      [
        "in.png plain.png none.png --to srgb -o out --timings", "in.png --to srgb -o out/in.png -n --check",
        "in.png --to srgb --gamut soft -o soft.png",
      ]
    ),
    ("diff", ["in.png plain.png --timings", "before after --accept-all", "in.png broken.png"]),
    ("inspect", ["in.png plain.png broken.png none.png --timings"]),
    ("palette lint", ["apple none.json", "tokens.json"]), ("palette list", [""]),
    ("palette show", ["apple", "fiori --appearance dark"]), ("profiles list", [""]),
    ("report merge", ["a.json b.json"]),
    ("simulate", ["in.png none.png --vision tritanopia -o seen --timings"]),
    ("soften", ["card.png in.png -o dark --timings", "card.png -o pair --mode knockout --pair"]),
  ]

  private func schema(of command: String) async throws -> CommandResult {
    let words = command.split(separator: " ").map(String.init)
    return try await Self.p3tool.run(words + (command == "batch" ? ["--format", "json"] : []) + ["--schema"])
  }

  private func folder() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (image, names) in [
      ("patches-p3-16.png", ["in.png", "before/a.png", "after/new.png", "sources/a.png"]),
      ("untagged-8.png", ["plain.png", "before/b.png", "before/gone.png"]),
      ("card-srgb-8.png", ["card.png", "after/a.png", "after/b.png", "sources/b.png"]),
    ] {
      for name in names { try folder.copy(testImage: image, as: name) }
    }
    try FileManager.default.copyItem(
      atPath: TestImages.path("Example.xcassets"), toPath: folder.path("Example.xcassets"))
    try folder.write(Array("no image".utf8), to: "broken.png")
    try folder.write(
      Array(
        """
        {"a": {"$type": "color", "$value": "#12345x"}, "b": {"$type": "color", "$value": "{q}"},
        "primaryText": {"$type": "color", "$value": "#777"}, "card-background": {"$type": "color", "$value": "#888"}}
        """.utf8), to: "tokens.json")
    try folder.write(
      Array(
        """
        version: 1
        sources: [sources/*.png, tokens.json]
        output: {folder: build, name: "{stem}.{step}.png"}
        steps:
          - convert: {to: srgb, depth: 8, fail-on: note}
          - soften: {}
          - check: {}
          - palette-lint: {}
          - diff: {before: card.png}
        """.utf8), to: "p3tool.yml")
    for (name, image) in [("a.json", "in.png"), ("b.json", "plain.png")] {
      let run = try await Self.p3tool.run(["check", image, "--format", "json"], in: folder)
      try folder.write(run.output, to: name)
    }
    return folder
  }

  @Test(arguments: runs.indices)
  func everyReportHasTheFormThatIsPublished(index: Int) async throws {
    let (command, options) = Self.runs[index]
    let schema = try JSONSchema(try await schema(of: command).text)
    let folder = try await folder()
    for option in options {
      let words = (command + " " + option).split(separator: " ").map { String($0).replacing("=", with: " ") }
      let run = try await Self.p3tool.run(words + ["--format", "json"], in: folder)
      let report = try run.json()
      #expect(schema.faults(of: report) == [], "\(command) \(option)")
      // A validator that finds nothing wrong would pass as well.
      var other = report
      other["another"] = 1
      other["schema"] = nil
      #expect(schema.faults(of: other).count >= 2)
    }
  }

  /// The report of `report merge` is that of any other command.
  @Test(arguments: runs.map(\.command).filter { $0 != "report merge" })
  func theNumberRisesWhereAKeyChanges(command: String) async throws {
    let run = try await schema(of: command)
    #expect(run.exitCode == 0 && run.errors == "")
    let schema = try JSONSchema(run.text)
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    let file = Self.copies.appendingPathComponent(command.replacing(" ", with: "-") + ".json")
    let copy = (try? String(contentsOf: file, encoding: .utf8)) ?? "{}"
    let isNew =
      schema["properties", "schema", "const"] as? Int
      != (try JSONSchema(copy))["properties", "schema", "const"] as? Int
    if isNew, ProcessInfo.processInfo.environment["P3_UPDATE_GOLDEN"] == "1" {
      try Data(run.output).write(to: file)
      return
    }
    #expect(
      run.text == copy, "the report of \(command) has other keys: raise its number, then write the copy")
  }

  @Test func nothingElseOfTheCommandLineCounts() async throws {
    let plain = try await schema(of: "convert")
    let more = try await Self.p3tool.run(["convert", "--schema", "none.png", "--bogus"])
    #expect(more.exitCode == 0 && more.text == plain.text)
    let help = try await Self.p3tool.run(["convert", "--schema", "--help"])
    #expect(help.exitCode == 0 && help.text.hasPrefix("OVERVIEW:"), "help comes before all else")
    let pipelines = try await Self.p3tool.run(["batch", "--schema"])
    #expect(pipelines.text.contains("p3tool batch pipeline"))
    let listed = try await Self.p3tool.run(["profiles", "--schema"])
    #expect(listed.text.contains("p3tool profiles list, report"), "its default command")
  }

  @Test(arguments: ["catalog color", "palette export", "profiles export", "report", "catalog"])
  func aCommandWithoutAReportHasNoSchema(command: String) async throws {
    let run = try await schema(of: command)
    #expect(run.exitCode == 64 && run.text == "" && run.errors.contains("Unknown option '--schema'"))
  }
}
