import Foundation
import TestSupport
import Testing

/// The reports of batch and catalog lint in the formats for people, code review and CI.
@Suite struct PipelineReportTests {
  private func folder(steps: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      Array("sources: art/*.png\noutput: {folder: build}\nsteps:\n\(steps)".utf8), to: "p3tool.yml")
    try folder.copy(testImage: "untagged-8.png", as: "art/a<b>.png")
    try folder.copy(testImage: "patches-p3-16.png", as: "art/p.png")
    try folder.write(Array("broken".utf8), to: "art/z.png")
    return folder
  }

  private func batch(_ format: String, in folder: TemporaryFolder) async throws -> CommandResult {
    try await CommandRunner.p3tool.run(["batch", "--format", format], in: folder)
  }

  private let steps = "  - convert: {to: srgb}\n  - check: {only: untagged, fail-on: note}\n"

  @Test func thePageOfABatchTellsOfEveryFileAndExplainsSome() async throws {
    let result = try await batch("html", in: folder(steps: steps))
    #expect(result.exitCode == 2)
    let page = result.text
    #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
    #expect(page.contains("<h1>1 failed, 1 finding in 3 images</h1>"))
    #expect(page.contains("<p class=\"tool\">p3tool batch</p>"))
    #expect(page.contains("convert done, check done"))
    // What was converted is shown, before and after.
    #expect(page.contains(">art/p.png</a></td>") && page.contains("<h3>convert</h3>"))
    #expect(page.contains("art/a&lt;b&gt;.png</a>") && page.contains("<b>untagged</b>"))
    #expect(page.contains("art/z.png</a>") && page.contains("not a PNG"))
    // Filters of the page itself are no addresses.
    let addresses = page.replacing("url(#vision-", with: "")
    for word in ["<link", "src=\"http", "url(", "{{", "}}", "a<b>"] {
      #expect(!addresses.contains(word), "holds \(word)")
    }
    // Without times, a second run over the same files says the same but for what is up to date.
    #expect(page.contains("<th scope=\"col\" class=\"number\">up to date</th>"))
  }

  @Test func jUnitHasACaseForEachStepAndForEachRuleThatFindsSomething() async throws {
    let text = try await batch("junit", in: folder(steps: steps)).text
    #expect(text.contains("<testcase name=\"convert\" classname=\"art/p.png\"/>"))
    #expect(text.contains("<testcase name=\"untagged\" classname=\"art/a&lt;b&gt;.png\">"))
    #expect(!text.contains("banding"))
    #expect(text.contains("<testsuites name=\"p3tool batch\" tests=\"4\" failures=\"1\" errors=\"1\">"))
    // A file without outputs and findings is a case that passes.
    let clean = try await batch("junit", in: folder(steps: "  - check: {only: banding}\n")).text
    #expect(clean.contains("<testcase name=\"batch\" classname=\"art/p.png\"/>"))
    let plain = try await batch("junit", in: folder(steps: "  - convert: {to: srgb}\n")).text
    #expect(plain.contains("tests=\"3\" failures=\"0\" errors=\"1\""))
  }

  @Test(arguments: ["text", "json", "sarif", "junit", "github", "html"])
  func palettesAndComparisonsAreInEveryFormat(format: String) async throws {
    let folder = try folder(
      steps: "  - palette-lint: {only: contrast}\n  - diff: {before: reference, fail-on: tag-differs}\n")
    let yaml = String(decoding: try folder.bytes("p3tool.yml"), as: UTF8.self)
    try folder.write(
      Array(yaml.replacing("art/*.png", with: "[art/a*.png, tokens.json]").utf8), to: "p3tool.yml")
    try folder.copy(testImage: "patches-p3-16.png", as: "reference/a<b>.png")
    let tokens = ##"{"$type": "color", "background": {"$value": "#FFFFFF"}, "text": {"$value": "#AAAAAA"}}"##
    try folder.write(Array(tokens.utf8), to: "tokens.json")
    let result = try await batch(format, in: folder)
    #expect(result.exitCode == 1, "\(result.errors)")
    for word in ["contrast", "tag-differs", "tokens.json"] {
      #expect(result.text.contains(word), "\(result.text)")
    }
    if format == "text" { #expect(result.text.contains("1 image, 1 palette: 2 done")) }
    if format == "junit" {
      #expect(result.text.contains("<testcase name=\"contrast\" classname=\"tokens.json\">"))
      #expect(!result.text.contains("<testcase name=\"tag-differs\" classname=\"tokens.json\""))
      #expect(!result.text.contains("<testcase name=\"contrast\" classname=\"art"))
    }
  }

  @Test func theSizeOfASourceIsCountedOnceHoweverManyStepsReadIt() async throws {
    let folder = try folder(steps: steps)
    let summary = try #require(try await batch("json", in: folder).json()["summary"] as? [String: Any])
    let sources = try ["art/a<b>.png", "art/p.png"].map { try folder.bytes($0).count }
    #expect(summary["bytesIn"] as? Int == sources.reduce(0, +))
  }

  @Test func quietPrintsErrorsAndFindingsAlone() async throws {
    let folder = try folder(steps: steps)
    let result = try await CommandRunner.p3tool.run(["batch", "--quiet"], in: folder)
    #expect(result.text.split(separator: "\n").count == 1 && result.text.contains("[untagged]"))
    #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains("art/z.png"))
  }

  @Test func thePageOfACatalogNamesFilesAndRemedies() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "icon-p3-16.png", as: "A.xcassets/Icon.imageset/orphan.png")
    try folder.write(
      Array(
        #"{"images":[{"idiom":"universal","filename":"gone.png"}],"info":{"author":"xcode","version":1}}"#
          .utf8),
      to: "A.xcassets/Icon.imageset/Contents.json")
    let result = try await CommandRunner.p3tool.run(
      ["catalog", "lint", "A.xcassets", "--format", "html"], in: folder)
    #expect(result.exitCode == 1)
    #expect(result.text.contains("<p class=\"tool\">p3tool catalog lint</p>"))
    #expect(result.text.contains("<b>missing-file</b>") && result.text.contains("<b>orphan-file</b>"))
    #expect(result.text.contains("class=\"remedy\"") && !result.text.contains("CIEDE2000"))
  }
}
