import ImageCases
import Analysis
import Batch
import Checking
import ColorManagement
import Conversion
import Foundation
import ImageFiles
import PNGCodec
import TestSupport
import Testing

@Suite("Comparisons in pipelines")
struct BatchDiffTests {
  private static let yaml = """
    sources: art/**/*.png
    output: {folder: build, name: "{dir}/{stem}.png"}
    steps:
      - convert: {to: rec2020}
      - {input: convert, diff: {before: reference}}
    """

  /// The step `diff` of the source at `path`.
  private func step(_ pipeline: Pipeline, _ path: String) async throws -> BatchStepReport {
    let report = try #require(try await pipeline.run().reports[path])
    #expect(report.error == nil)
    return try #require(report.steps.last)
  }

  @Test("what a step makes is compared with the file of the same path, and again when either changes")
  func reference() async throws {
    let pipeline = try Pipeline(Self.yaml)
    try pipeline.add("art/a.png", "art/deep/b.png")
    // Other encodings of the same colours are the same.
    try pipeline.add("reference/a.png", "reference/deep/b.png")
    #expect(try await step(pipeline, "art/a.png").failures.isEmpty)
    #expect(try await step(pipeline, "art/deep/b.png").status == .upToDate)
    try pipeline.folder.copy(testImage: "icon-p3-16.png", as: "reference/deep/b.png")
    let changed = try await step(pipeline, "art/deep/b.png")
    #expect(changed.reason == .optionsChanged)
    #expect(changed.failures == ["size-differs"])
    #expect(changed.findings.filter { $0.level == .error }.map(\.rule) == ["size-differs"])
    let dependencies = try await pipeline.run().outcome.dependencies
    #expect(dependencies.filter { $0.contains("/reference/") }.count == 2)
  }

  @Test("an image without a counterpart is a finding, until there is one")
  func missingCounterpart() async throws {
    let pipeline = try Pipeline("sources: art/**/*.png\nsteps: [diff: {before: reference}]")
    try pipeline.add("art/deep/a.png")
    for status in [BatchStepReport.Status.done, .upToDate] {
      let added = try await step(pipeline, "art/deep/a.png")
      #expect(added.status == status)
      #expect(added.failures == ["added"])
      #expect(added.findings.first?.message.hasSuffix("reference/deep/a.png") == true)
    }
    let run = try await pipeline.run()
    #expect(
      !run.outcome.dependencies.contains { $0.contains("reference") }, "Make stops at names without a file")
    #expect(
      run.outcome.rules.map(\.id) == [
        "size-differs", "depth-differs", "tag-differs", "added", "pixels-differ", "area-differs",
      ])
    try pipeline.add("reference/deep/a.png")
    #expect(try await step(pipeline, "art/deep/a.png").findings.isEmpty)
  }

  @Test("an image that an earlier step left alone has no counterpart to miss")
  func leftAlone() async throws {
    let pipeline = try Pipeline(
      """
      sources: art/*.png
      output: {folder: build}
      steps: [soften: {}, {input: soften, diff: {before: reference}}]
      """)
    try pipeline.folder.write(DifferenceCase.flat(0x303030), to: "art/a.png")
    #expect(try await step(pipeline, "art/a.png").findings.isEmpty)
    try pipeline.folder.write(DifferenceCase.flat(0xC03030), to: "reference/a.dark.png")
    #expect(try await step(pipeline, "art/a.png").failures == ["pixels-differ"])
  }

  @Test("what may differ and what fails is the step's")
  func policy() async throws {
    let yaml = "sources: art/*.png\nsteps: [diff: {before: reference}]"
    let pipeline = try Pipeline(yaml)
    try pipeline.add("art/a.png")
    var request = ConversionRequest(target: .space(.sRGB))
    request.depth = .eight
    _ = try await ImageConversion(request).convert(
      .file(pipeline.folder.path("art/a.png")), to: .file(pipeline.folder.path("made.png")), settings: .init()
    )
    try pipeline.folder.write(try pipeline.folder.bytes("made.png"), to: "reference/a.png")
    let different = try await step(pipeline, "art/a.png")
    let levels = Dictionary(different.findings.map { ($0.rule, $0.level) }) { first, _ in first }
    #expect(levels["tag-differs"] == .note && levels["depth-differs"] == .note)
    try pipeline.rewrite(yaml.replacing("reference}", with: "reference, fail-on: [tag-differs]}"))
    #expect(try await step(pipeline, "art/a.png").failures == ["tag-differs"])
    try pipeline.rewrite(yaml.replacing("reference}", with: "reference, preset: exact}"))
    #expect(try await step(pipeline, "art/a.png").failures.contains("depth-differs"))
    try pipeline.rewrite(yaml.replacing("reference}", with: "reference, preset: exact, fail-on: none}"))
    let silent = try await step(pipeline, "art/a.png")
    #expect(silent.failures.isEmpty && silent.findings.contains { $0.level == .error })
  }

  @Test("nothing is written over what is compared with")
  func overReference() async throws {
    let pipeline = try Pipeline(
      """
      sources: art/*.png
      output: {folder: reference, name: "{stem}.png"}
      steps: [convert: {to: srgb}, diff: {before: reference}]
      """)
    try pipeline.add("art/a.png", "reference/a.png")
    #expect(try await pipeline.run().reports["art/a.png"]?.error?.contains("would be written over") == true)
  }
}
