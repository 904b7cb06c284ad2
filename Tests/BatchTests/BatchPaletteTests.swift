import Checking
import Batch
import Foundation
import TestSupport
import Testing

@Suite("Palettes in pipelines")
struct BatchPaletteTests {
  private static let tokens = """
    {"pageBackground": {"$type": "color", "$value": "#FFFFFF"},
     "bodyText": {"$type": "color", "$value": "#AAAAAA"}}
    """

  private func colorSet(_ red: String) -> [UInt8] {
    Array(
      """
      {"colors": [{"idiom": "universal", "color": {"color-space": "srgb",
        "components": {"red": "\(red)", "green": "0.500", "blue": "0.500", "alpha": "1.000"}}}],
       "info": {"author": "xcode", "version": 1}}
      """.utf8)
  }

  @Test("findings are told again when nothing has changed, and those that fail-on names fail")
  func lint() async throws {
    let yaml = "sources: tokens.json\nsteps: [palette-lint: {only: contrast}]"
    let pipeline = try Pipeline(yaml)
    try pipeline.folder.write(Array(Self.tokens.utf8), to: "tokens.json")
    for status in [BatchStepReport.Status.done, .upToDate] {
      let (reports, outcome) = try await pipeline.run()
      let report = try #require(reports["tokens.json"])
      #expect(report.source == .palette && report.error == nil)
      let step = try #require(report.steps.first)
      #expect(step.status == status)
      #expect(step.findings.map(\.rule) == ["contrast"])
      #expect(step.findings.first?.colors == ["bodyText", "pageBackground"])
      #expect(step.findings.first?.value.map { (2.3...2.4).contains($0) } == true)
      #expect(step.failures == ["contrast/bodyText+pageBackground/light"])
      #expect(step.bytesIn == Self.tokens.utf8.count)
      #expect(outcome.rules.map(\.id) == ["contrast"])
    }
    try pipeline.rewrite(yaml.replacing("only: contrast", with: "only: contrast, fail-on: contrast=2"))
    let step = try #require(try await pipeline.run().reports["tokens.json"]?.steps.first)
    #expect(step.reason == .optionsChanged && step.findings.count == 1 && step.failures.isEmpty)
    try pipeline.folder.write(Array(Self.tokens.replacing("AAAAAA", with: "000000").utf8), to: "tokens.json")
    let mended = try #require(try await pipeline.run().reports["tokens.json"]?.steps.first)
    #expect(mended.reason == .inputChanged && mended.findings.isEmpty)
  }

  @Test("roles and baseline are part of what decides: another content judges again")
  func rolesAndBaseline() async throws {
    let pipeline = try Pipeline(
      "sources: '*.css'\nsteps: [palette-lint: {only: contrast, roles: roles.yml, baseline: old.json}]")
    try pipeline.folder.write(Array(":root { --one: #AAAAAA; --two: #FFFFFF }".utf8), to: "theme.css")
    try pipeline.folder.write(Array("text: other\n".utf8), to: "roles.yml")
    let empty = #"{"tool": "p3tool", "command": "batch", "inputs": []}"#
    try pipeline.folder.write(Array(empty.utf8), to: "old.json")
    let silent = try #require(try await pipeline.run().reports["theme.css"]?.steps.first)
    #expect(silent.findings.isEmpty)
    #expect(silent.notes.contains { $0.contains("no colour has a role") })
    try pipeline.folder.write(Array("text: one\nbackground: two\n".utf8), to: "roles.yml")
    let judged = try #require(try await pipeline.run().reports["theme.css"]?.steps.first)
    #expect(judged.reason == .optionsChanged && judged.failures.count == 1)
    let path = pipeline.folder.path("theme.css")
    let known = String(decoding: try JSONEncoder().encode(judged.findings), as: UTF8.self)
    try pipeline.folder.write(
      Array(
        #"{"tool": "p3tool", "command": "batch", "inputs": [{"path": "\#(path)", "steps": [{"findings": \#(known)}]}]}"#
          .utf8), to: "old.json")
    let old = try #require(try await pipeline.run().reports["theme.css"]?.steps.first)
    #expect(old.reason == .optionsChanged && old.findings.count == 1 && old.failures.isEmpty)
  }

  @Test("a catalog is one source: an edit of any set, and a set more, judge it again")
  func catalog() async throws {
    let pipeline = try Pipeline("sources: '**/*.xcassets'\nsteps: [palette-lint: {only: near-duplicate}]")
    let set = "App.xcassets/One.colorset/Contents.json"
    try pipeline.folder.write(colorSet("0.500"), to: set)
    try pipeline.folder.write(colorSet("0.510"), to: "App.xcassets/Deep/Two.colorset/Contents.json")
    let first = try await pipeline.run()
    let step = try #require(first.reports["App.xcassets"]?.steps.first)
    #expect(step.findings.map(\.colors) == [["Two", "One"]])
    #expect(step.bytesIn == 2 * colorSet("0.500").count)
    #expect(
      first.outcome.dependencies.map { String($0.dropFirst(pipeline.folder.path.count + 1)) } == [
        "p3tool.yml", "App.xcassets/Deep/Two.colorset/Contents.json", set,
      ])
    #expect(try await pipeline.summary() == ["App.xcassets palette-lint: upToDate"])
    try pipeline.folder.write(colorSet("0.900"), to: set)
    #expect(try await pipeline.summary() == ["App.xcassets palette-lint: source changed"])
    #expect(try await pipeline.run().reports["App.xcassets"]?.steps.first?.findings.isEmpty == true)
    try pipeline.folder.write(colorSet("0.905"), to: "App.xcassets/Three.colorset/Contents.json")
    #expect(try await pipeline.summary() == ["App.xcassets palette-lint: source changed"])
    #expect(try await pipeline.run().reports["App.xcassets"]?.steps.first?.findings.count == 1)
  }

  @Test("images go through the steps for images, palettes through those for palettes")
  func mixed() async throws {
    let pipeline = try Pipeline(
      """
      sources: ["art/*.png", "*.json", "App/*.colorset"]
      output: {folder: build}
      steps: [convert: {to: srgb}, palette-lint: {}]
      """)
    try pipeline.add("art/a.png")
    try pipeline.folder.write(Array(Self.tokens.utf8), to: "tokens.json")
    try pipeline.folder.write(colorSet("0.500"), to: "App/One.colorset/Contents.json")
    #expect(
      try await pipeline.summary() == [
        "App/One.colorset palette-lint: new", "art/a.png convert: new", "tokens.json palette-lint: new",
      ])
  }

  @Test("a palette that is none fails its source, an image without a step for it too, the others are done")
  func failures() async throws {
    let pipeline = try Pipeline("sources: ['*.json', '*.png', '*.xcassets']\nsteps: [palette-lint: {}]")
    try pipeline.add("a.png")
    try pipeline.folder.write(Array("{".utf8), to: "broken.json")
    try pipeline.folder.write(Array(Self.tokens.utf8), to: "tokens.json")
    try pipeline.folder.write([], to: "Empty.xcassets/readme.txt")
    let reports = try await pipeline.run().reports
    #expect(reports["a.png"]?.error?.contains("no step takes images") == true)
    #expect(reports["broken.json"]?.error?.contains("broken.json: line 1") == true)
    #expect(reports["Empty.xcassets"]?.error == nil)
    #expect(reports["tokens.json"]?.error == nil)
  }

  @Test("without a step for palettes names mean nothing: the file is read as an image")
  func imagesOnly() async throws {
    let pipeline = try Pipeline("sources: '*.json'\nsteps: [check: {}]")
    try pipeline.folder.write(Array(Self.tokens.utf8), to: "tokens.json")
    #expect(try await pipeline.run().reports["tokens.json"]?.error?.contains("PNG") == true)
  }
}
