import ColorManagement
import Foundation
import PNGCodec
import TestSupport
import Testing

/// `p3tool diff` run as a program.
@Suite struct DiffCommandTests {
  private let p3tool = CommandRunner.p3tool

  private static func flat(_ level: UInt8, width: Int = 6, height: Int = 4) -> [UInt8] {
    PNGFile.image8(width: width, colorType: 0, [UInt8](repeating: level, count: width * height)).bytes
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(flat(100), to: "a.png")
    try folder.write(flat(100), to: "same.png")
    try folder.write(flat(180), to: "b.png")
    try folder.write(flat(100, width: 7), to: "wide.png")
    try folder.write(Array(flat(100).dropLast(20)), to: "broken.png")
    return folder
  }

  @Test(arguments: [
    (["a.png", "same.png"], 0, "same"), (["a.png", "b.png"], 1, "different"),
    (["a.png", "wide.png"], 1, "size-differs"),
    (["a.png", "b.png", "--threshold", "60"], 0, "same"),
    (["a.png", "b.png", "--max-share", "100%"], 0, "allowed"),
    (["a.png", "b.png", "--max-pixels", "24"], 0, "allowed"),
    (["a.png", "b.png", "--max-pixels", "23"], 1, "different"),
    (["a.png", "b.png", "--ignore", "0,0,6,4"], 0, "24 ignored"),
    (["a.png", "same.png", "--preset", "exact"], 0, "same"),
    (["a.png", "b.png", "--fail-on", "none"], 0, "different"),
    (["a.png", "b.png", "--fail-on", "size-differs"], 0, "different"),
    (["a.png", "wide.png", "--fail-on", "size-differs"], 1, "different"),
    (["a.png", "b.png", "--threshold", "60", "--fail-on", "note"], 0, "same"),
    (["a.png", "b.png", "--max-pixels", "24", "--fail-on", "note"], 1, "same"),
  ])
  func theExitCodeSaysWhetherTheyAreAlike(arguments: [String], code: Int32, words: String) async throws {
    let run = try await p3tool.run(["diff"] + arguments, in: try Self.folder())
    #expect(run.exitCode == code, "\(run.errors)")
    #expect(run.text.contains(words), "\(run.text)")
  }

  @Test(arguments: [
    (["a.png"], "<after>"), (["a.png", "b.png", "c.png"], "c.png"), (["-", "-"], "can be read once"),
    (["a.png", "."], "is a folder and a.png is not"), (["a.png", "b.png", "--threshold", "-1"], "threshold"),
    (["a.png", "b.png", "--preset", "loose"], "loose"), (["a.png", "b.png", "--ignore", "1,2,3"], "1,2,3"),
    (["a.png", "b.png", "--ignore", "1,2,0,4"], "1,2,0,4"),
    (["a.png", "b.png", "--max-share", "120%"], "120%"),
    (["a.png", "b.png", "--format", "sarif"], "The value 'sarif' is invalid"),
    (["a.png", "b.png", "--preset", "exact", "--threshold", "1"], "exact"),
    (["a.png", "b.png", "--mask", "-"], "--mask"),
    (["a.png", "b.png", "--fail-on", "tag-difers"], "did you mean 'tag-differs'?"),
    (["a.png", "b.png", "--heatmap", "."], "is a folder"),
    (["a.png", "b.png", "--heatmap", "a.png"], "written over"),
    (["a.png", "b.png", "--max-pixels", "-3"], "max-pixels"), (["a.png", "b.png", "--nonsense"], "nonsense"),
  ])
  func wrongUseIsAnError(arguments: [String], words: String) async throws {
    let folder = try Self.folder()
    let before = try folder.names()
    let run = try await p3tool.run(["diff"] + arguments, in: folder)
    #expect(run.exitCode == 64 && run.errors.contains(words), "\(run.errors)")
    #expect(try folder.names() == before)
  }

  @Test(arguments: [
    (["a.png", "none.png"], "none.png: no such file"), (["none/", "a.png"], "none/: no such file"),
    (["a.png", "broken.png"], "broken.png"), (["broken.png", "wide.png"], "broken.png"),
    (["a.png", "b.png", "--mask", "wide.png"], "wide.png: is a mask of 7×4 pixels for an image of 6×4"),
    (["a.png", "b.png", "--mask", "none.png"], "none.png"),
    (["a.png", "b.png", "--max-image-pixels", "10"], "--max-image-pixels"),
  ])
  func whatCannotBeReadFails(arguments: [String], words: String) async throws {
    let run = try await p3tool.run(["diff"] + arguments, in: try Self.folder())
    #expect(run.exitCode == 2 && run.errors.contains(words), "\(run.errors)")
  }

  @Test func standardInputIsEitherImage() async throws {
    let folder = try Self.folder()
    for arguments in [["-", "b.png"], ["b.png", "-"]] {
      let run = try await p3tool.run(["diff"] + arguments, input: .bytes(Self.flat(100)), in: folder)
      #expect(run.exitCode == 1 && run.text.contains(arguments[0] + " → " + arguments[1]))
    }
  }

  @Test func theJSONHasTheKeysOfTheContract() async throws {
    let folder = try Self.folder()
    let run = try await p3tool.run(["diff", "a.png", "b.png", "--format", "json"], in: folder)
    #expect(run.exitCode == 1)
    let pair = try #require(try run.jsonInputs().first)
    #expect(
      Set(pair.keys) == [
        "path", "other", "width", "height", "comparable", "pixels", "deltaE", "densest", "regions", "tags",
        "verdict",
        "findings", "notes",
      ])
    func keys(_ name: String) -> Set<String> { Set((pair[name] as? [String: Any] ?? [:]).keys) }
    #expect(keys("pixels") == ["compared", "different", "antialiased", "ignored", "share"])
    #expect(keys("deltaE") == ["mean", "p95", "p99", "max", "maxAt"])
    #expect(keys("densest") == ["x", "y", "width", "height", "share"])
    #expect(keys("tags") == ["before", "after"])
    let regions = try #require(pair["regions"] as? [[String: Any]])
    #expect(Set(regions[0].keys) == ["x", "y", "width", "height", "pixels", "maxDeltaE"])
    #expect(pair["verdict"] as? String == "different")
    var summary = try #require(try run.json()["summary"] as? [String: Any])
    #expect(
      summary.removeValue(forKey: "findings") as? [String: Int] == ["error": 1, "warning": 0, "note": 0])
    #expect(summary as? [String: Int] == ["inputs": 1, "succeeded": 1, "failed": 0, "failing": 1])
    let same = try #require(
      try await p3tool.run(["diff", "a.png", "same.png", "--format", "json"], in: folder).jsonInputs().first)
    #expect(same["densest"] == nil && same["verdict"] as? String == "same")
    let sized = try #require(
      try await p3tool.run(["diff", "a.png", "wide.png", "--format", "json"], in: folder).jsonInputs().first)
    #expect(sized["pixels"] == nil && sized["deltaE"] == nil && sized["comparable"] as? Bool == false)
  }

  @Test(arguments: ["text", "json", "junit", "github", "html"])
  func reportsDoNotDependOnJobsAndKernel(format: String) async throws {
    let folder = try Self.folders()
    let arguments = ["diff", "before", "after", "--format", format]
    let one = try await p3tool.run(arguments + ["-j", "1"], in: folder)
    let many = try await p3tool.run(
      arguments + ["-j", "4"], environment: ["P3_KERNELS": "scalar"], in: folder)
    #expect(one.exitCode == 1 && one.text == many.text && !one.text.isEmpty)
  }

  // MARK: Heat maps

  @Test func theHeatmapShowsWhereTheyDiffer() async throws {
    let folder = try Self.folder()
    var samples = [UInt8](repeating: 100, count: 300 * 20)
    try folder.write(PNGFile.image8(width: 300, colorType: 0, samples).bytes, to: "one.png")
    samples[7 * 300 + 250] = 255
    try folder.write(PNGFile.image8(width: 300, colorType: 0, samples).bytes, to: "two.png")
    let run = try await p3tool.run(["diff", "one.png", "two.png", "--heatmap", "map.png"], in: folder)
    #expect(run.exitCode == 1)
    let map = try DecodedPNG(path: folder.path("map.png"))
    #expect(map.header.width == 300 && map.header.height == 41)
    let painted = (0..<300 * 20).filter { Set(map[$0]).count > 1 }
    #expect(painted == [7 * 300 + 250])
    #expect(map[painted[0]] == [0xA3, 0x08, 0x77].map { UInt16($0) * 257 })
    let again = try await p3tool.run(["diff", "one.png", "two.png", "--heatmap", "map.png"], in: folder)
    #expect(again.exitCode == 2 && again.errors.contains("--force"))
    let forced = try await p3tool.run(
      ["diff", "one.png", "two.png", "--heatmap", "map.png", "-f"], in: folder)
    #expect(forced.exitCode == 1)
    let stream = try await p3tool.run(["diff", "one.png", "two.png", "--heatmap", "-"], in: folder)
    #expect(stream.output == (try folder.bytes("map.png")) && stream.errors.contains("different"))
  }

  // MARK: Folders

  private static func folders() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, level) in [("a.png", 10), ("sub/b.png", 20), ("sub/c.png", 30), ("z.png", 40)]
      as [(String, UInt8)]
    {
      try folder.write(flat(level), to: "before/" + name)
      try folder.write(flat(name == "sub/c.png" ? 200 : level), to: "after/" + name)
    }
    try folder.write(flat(1), to: "before/gone.png")
    try folder.write(flat(1), to: "after/sub/new.png")
    try folder.write(flat(1), to: "before/.hidden/x.png")
    try folder.write(Array("text".utf8), to: "after/readme.txt")
    return folder
  }

  @Test func foldersAreComparedByRelativePath() async throws {
    let folder = try Self.folders()
    let run = try await p3tool.run(["diff", "before", "after/"], in: folder)
    #expect(run.exitCode == 1)
    let lines = run.text.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(lines.count == 4, "\(run.text)")
    #expect(lines[0].hasPrefix("before/gone.png → after/gone.png  missing"))
    #expect(lines[1].hasPrefix("before/sub/c.png → after/sub/c.png  6×4  different"))
    #expect(lines[2].hasPrefix("before/sub/new.png → after/sub/new.png  added"))
    #expect(lines[3] == "6 images: 3 the same, 3 different")
    let json = try await p3tool.run(["diff", "before", "after", "--format", "json"], in: folder)
    let inputs = try json.jsonInputs()
    #expect(
      inputs.compactMap { $0["verdict"] as? String } == [
        "same", "missing", "same", "different", "added", "same",
      ])
    #expect(inputs.compactMap { $0["path"] as? String }.first == "before/a.png")
    let same = try await p3tool.run(["diff", "before", "before", "-r"], in: folder)
    #expect(same.exitCode == 0 && same.text == "5 images: 5 the same, 0 different\n")
  }

  @Test func aBadImageDoesNotStopTheOthers() async throws {
    let folder = try Self.folders()
    try folder.write(Array("no image".utf8), to: "after/a.png")
    let run = try await p3tool.run(["diff", "before", "after"], in: folder)
    #expect(run.exitCode == 2 && run.errors.contains("after/a.png: not a PNG file"))
    #expect(
      run.text.contains("sub/c.png")
        && run.text.hasSuffix("6 images: 2 the same, 3 different, 1 input not read\n"))
  }

  @Test func emptyFoldersAreAnError() async throws {
    let folder = try Self.folders()
    try folder.makeFolder("empty")
    let run = try await p3tool.run(["diff", "empty", "empty"], in: folder)
    #expect(run.exitCode == 2 && run.errors.contains("empty: holds no *.png file"))
    let gone = try await p3tool.run(["diff", "before", "empty"], in: folder)
    #expect(gone.exitCode == 1 && gone.text.contains("5 images: 0 the same, 5 different"))
  }

  @Test func heatmapsOfFoldersAreOfThePairsThatDiffer() async throws {
    let folder = try Self.folders()
    let run = try await p3tool.run(["diff", "before", "after", "--heatmap", "maps"], in: folder)
    #expect(run.exitCode == 1)
    #expect(try folder.names().filter { $0.hasPrefix("maps/") } == ["maps/sub", "maps/sub/c.png"])
    let file = try await p3tool.run(["diff", "before", "after", "--heatmap", "before"], in: folder)
    #expect(file.exitCode == 64)
  }

  // MARK: Formats of code review and CI

  @Test func aPageShowsImagesOfTwoSizesEachAlone() async throws {
    let run = try await p3tool.run(["diff", "a.png", "wide.png", "--format", "html"], in: try Self.folder())
    #expect(run.text.components(separatedBy: "<div class=\"viewer tiny\"").count == 3)
    for words in ["width=\"6\" height=\"4\"", "width=\"7\" height=\"4\"", ">Before<", ">After<"] {
      #expect(run.text.contains(words), "\(words)")
    }
  }

  @Test func everyFormatHasTheFindings() async throws {
    let folder = try Self.folders()
    func report(_ format: String) async throws -> String {
      let run = try await p3tool.run(["diff", "before", "after", "--format", format], in: folder)
      #expect(run.exitCode == 1)
      return run.text
    }
    let junit = try await report("junit")
    #expect(
      junit.contains("<testsuites name=\"p3tool diff\"") && junit.contains("failures=\"3\" errors=\"0\""))
    let github = try await report("github")
    #expect(github.contains("::error file=after/sub/c.png,line=1,title=pixels-differ::24 pixels (100 %25)"))
    #expect(github.contains("::error file=before/gone.png,line=1,title=missing::"))
    let page = try await report("html")
    // One pair that differs, and the images that one folder has alone.
    #expect(page.components(separatedBy: "<div class=\"viewer tiny\"").count == 4)
    #expect(page.contains("p3tool diff before/sub/c.png after/sub/c.png --heatmap where.png"))
    // Filters of the page itself are no addresses.
    let addresses = page.replacing("url(#vision-", with: "")
    for word in ["<link", "src=\"http", "url(", "@import", "{{", "}}"] {
      #expect(!addresses.contains(word), "\(word)")
    }
    for word in [
      "value=\"blink\"", "value=\"slider\"", "class=\"heat\"", "Where pixels differ: 1 place", "badge clean",
    ] {
      #expect(page.contains(word), "\(word)")
    }
  }
}
