import Testing

@testable import Basics
@testable import Batch
@testable import ImageFiles

@Suite("Parts of batch runs")
struct BatchPartsTests {
  @Test(
    "the nearest name is found where it is near enough",
    arguments: [
      ("sorces", "sources"), ("SOURCES", "sources"), ("setps", "steps"), ("xyz", nil), ("output", "output"),
      ("", nil),
    ] as [(String, String?)])
  func nearestName(name: String, expected: String?) {
    #expect(NearestName.to(name, among: ["sources", "steps", "output"]) == expected)
  }

  @Test("edit distances are those that one counts by hand")
  func distances() {
    for (first, second, distance) in [
      ("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("ab", "ba", 1), ("depth", "dpeth", 1),
      ("abc", "abc", 0),
    ] {
      #expect(NearestName.distance(first, second) == distance)
      #expect(NearestName.distance(second, first) == distance)
    }
  }

  @Test("templates give names inside the output folder, or none")
  func templates() throws {
    let source = PipelineSource(path: "art/icons/big/a.b.png", root: "art/icons")
    func name(_ text: String) throws -> String? {
      try NameTemplate(text).name(source.values(target: "srgb", step: "convert"))
    }
    #expect(try name("{dir}/{stem}.{target}.{ext}") == "big/a.b.srgb.png")
    #expect(try name("{root}/{dir}/{step}.png") == "art/icons/big/convert.png")
    #expect(try name("x/./y//{stem}") == "x/y/a.b")
    #expect(try name("{dir}/../../{stem}") == nil)
    #expect(PipelineSource(path: "a.png", root: "").directory == "")
    #expect(throws: NameTemplate.Malformed.openBrace(template: "{stem")) { try NameTemplate("{stem") }
    #expect(throws: NameTemplate.Malformed.unknownPlaceholder("stme")) { try NameTemplate("{stme}") }
    #expect(
      "\(NameTemplate.Malformed.unknownPlaceholder("stme"))"
        == "unknown placeholder '{stme}' (did you mean '{stem}'?)")
  }

  // MARK: Merging

  private func part(_ name: String, _ text: String) throws -> ReportMerge.Part {
    try ReportMerge.Part(name: name, bytes: Array(text.utf8))
  }

  private func shard(_ index: Int, of count: Int, paths: [String]) throws -> ReportMerge.Part {
    let inputs = paths.map { #"{"path":"\#($0)"}"# }.joined(separator: ",")
    return try part(
      "\(index).json",
      """
      {"tool":"p3tool","version":"1","schema":1,"command":"batch","inputs":[\(inputs)],
       "shard":{"index":\(index),"count":\(count)},"summary":{"inputs":\(paths.count),"failed":0}}
      """)
  }

  @Test("shards join in the order of their paths, whatever order they come in, and counts add up")
  func merging() throws {
    let merged = try ReportMerge.merge([
      try shard(2, of: 2, paths: ["b", "d"]), try shard(1, of: 2, paths: ["a", "c"]),
    ])
    #expect(merged["inputs"]?.elements.compactMap { $0["path"]?.string } == ["a", "b", "c", "d"])
    #expect(merged["summary"] == ["failed": .number("0"), "inputs": .number("4")])
    #expect(merged["shard"] == nil)
  }

  @Test("parts that do not fit together are refused")
  func mismatches() throws {
    let one = try shard(1, of: 2, paths: ["a"])
    #expect(throws: ReportMerge.Mismatch.missingShards([2], missingCount: 1, count: 2)) {
      try ReportMerge.merge([one])
    }
    #expect(throws: Never.self) { try ReportMerge.merge([one], isPartial: true) }
    #expect(throws: ReportMerge.Mismatch.repeatedShard(file: "1.json", count: 2)) {
      try ReportMerge.merge([one, one])
    }
    #expect(throws: ReportMerge.Mismatch.repeatedInput(file: "2.json", input: "a", other: "1.json")) {
      try ReportMerge.merge([one, try shard(2, of: 2, paths: ["a"])])
    }
    #expect(throws: ReportMerge.Mismatch.mixedShards) {
      try ReportMerge.merge([one, try shard(2, of: 3, paths: ["b"])])
    }
    #expect(throws: ReportMerge.Mismatch.noReports) { try ReportMerge.merge([]) }
    #expect(throws: ReportMerge.Mismatch.notAReport(file: "x")) { try part("x", "{}") }
    #expect(throws: ReportMerge.Mismatch.self) { try part("x", "{") }
  }
}
