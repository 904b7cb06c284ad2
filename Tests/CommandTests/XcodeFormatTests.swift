import Foundation
import TestSupport
import Testing

/// `--format xcode`: lines that Xcode shows as issues of a file, for every command that finds things.
@Suite struct XcodeFormatTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "art/a.png")
    try folder.copy(testImage: "card-srgb-8.png", as: "art/b.png")
    try folder.write(Array("GIF89a".utf8), to: "art/broken.png")
    try folder.makeFolder("A.xcassets/I.imageset")
    try folder.write(
      Array("{\"images\": [{\"filename\": \"gone.png\", \"idiom\": \"universal\"}]}".utf8),
      to: "A.xcassets/I.imageset/Contents.json")
    try folder.write(Array("{\"ink\": {\"$value\": \"#zz\"}}".utf8), to: "tokens.json")
    let yaml = "sources: art/a.png\noutput: {folder: build}\nsteps: [check: {}]\n"
    try folder.write(Array(yaml.utf8), to: "p3tool.yml")
    return folder
  }

  @Test(arguments: [
    ("check art/a.png", "art/a.png: warning: ", "[gamut-clipping]", 0),
    ("check art/broken.png", "art/broken.png: error: ", "", 2),
    ("catalog lint A.xcassets", "A.xcassets/I.imageset/gone.png: error: ", "[missing-file]", 1),
    ("palette lint tokens.json", "tokens.json:1: error: ", "[invalid-color]", 1),
    ("diff art/a.png art/b.png", "art/b.png: error: ", "[size-differs]", 1),
    ("batch", "art/a.png: warning: ", "[gamut-clipping]", 0),
    ("contrast #777 #888", "command line: error: ", "[contrast]", 1),
  ])
  func everyFindingIsALineWithThePathThatWasTyped(words: String, start: String, end: String, exitCode: Int32)
    async throws
  {
    let folder = try folder()
    let arguments = words.split(separator: " ").map { String($0) } + ["--format", "xcode"]
    let run = try await CommandRunner.p3tool.run(arguments, in: folder)
    #expect(run.exitCode == exitCode, "\(run.errors)")
    let lines = run.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix(start) && $0.hasSuffix(end) }, "\(run.text)")
    #expect(lines.allSatisfy { $0.contains(#/(:\d+)?: (error|warning|note): /#) })
    #expect(!run.text.contains("broken.png: error: art/broken.png"), "the name stands once")
  }

  @Test func anAbsolutePathStaysOne() async throws {
    let folder = try folder()
    try folder.makeFolder(".git")
    let path = folder.path("A.xcassets")
    let run = try await CommandRunner.p3tool.run(["catalog", "lint", path, "--format", "xcode"], in: folder)
    #expect(run.text.hasPrefix(path + "/I.imageset/gone.png: error: "), "\(run.text)")
  }
}
