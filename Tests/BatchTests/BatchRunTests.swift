import Checking
import Foundation
import TestSupport
import Testing

@testable import Batch

@Suite("Batch runs")
struct BatchRunTests {
  @Test("a second run does nothing and writes nothing")
  func secondRun() async throws {
    let pipeline = try Pipeline()
    try pipeline.add("art/a.png", "art/deep/b.png")
    // Older than the tick of any clock: else the first state does not trust them, and the second is written anew.
    try await Task.sleep(for: .milliseconds(40))
    #expect(try await pipeline.summary() == ["art/a.png convert: new", "art/deep/b.png convert: new"])
    let before = try pipeline.stamps()
    #expect(before.keys.sorted().contains("build/deep/b.srgb.png"))
    #expect(
      try await pipeline.summary() == ["art/a.png convert: upToDate", "art/deep/b.png convert: upToDate"])
    #expect(try pipeline.stamps() == before)
  }

  @Test("touching makes nothing anew, editing does, and only what it reaches")
  func touchAndEdit() async throws {
    let pipeline = try Pipeline()
    try pipeline.add("art/a.png", "art/b.png")
    _ = try await pipeline.run()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: pipeline.folder.path("art/a.png"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)],
      ofItemAtPath: pipeline.folder.path("build/b.srgb.png"))
    #expect(try await pipeline.summary() == ["art/a.png convert: upToDate", "art/b.png convert: upToDate"])
    try pipeline.folder.copy(testImage: "icon-p3-16.png", as: "art/b.png")
    #expect(
      try await pipeline.summary() == ["art/a.png convert: upToDate", "art/b.png convert: source changed"])
  }

  @Test("an edit that keeps size and time is found by --verify")
  func verify() async throws {
    var pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    let path = pipeline.folder.path("art/a.png")
    let old = Date(timeIntervalSince1970: 1e9)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    _ = try await pipeline.run()
    var bytes = try pipeline.folder.bytes("art/a.png")
    bytes[bytes.count - 1] ^= 1
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    #expect(try await pipeline.summary() == ["art/a.png convert: upToDate"])
    pipeline.settings.verifies = true
    #expect(try await pipeline.run().reports["art/a.png"]?.error?.contains("IEND") == true)
  }

  @Test("a changed option makes only the outputs that it reaches")
  func changedOption() async throws {
    let start = """
      sources: art/*.png
      output: {folder: build}
      steps:
        - convert: {to: srgb}
        - {id: wide, convert: {to: display-p3}}
      """
    let pipeline = try Pipeline(start)
    try pipeline.add("art/a.png", "art/b.png")
    _ = try await pipeline.run()
    try pipeline.rewrite(start.replacing("{to: srgb}", with: "{to: srgb, depth: 8}"))
    #expect(
      try await pipeline.summary() == [
        "art/a.png convert: options changed", "art/a.png wide: upToDate",
        "art/b.png convert: options changed",
        "art/b.png wide: upToDate",
      ])
    try pipeline.rewrite(
      start.replacing("{to: srgb}", with: "{to: srgb, depth: 8}")
        + "\noverrides: [{paths: 'art/b*', convert: {compression: fast}}]")
    #expect(
      try await pipeline.summary() == [
        "art/a.png convert: upToDate", "art/a.png wide: upToDate", "art/b.png convert: options changed",
        "art/b.png wide: options changed",
      ])
  }

  @Test("another version of the tool, or no cache, makes everything again")
  func versionAndCache() async throws {
    var pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    _ = try await pipeline.run()
    pipeline.settings.version = "2"
    #expect(try await pipeline.summary() == ["art/a.png convert: options changed"])
    pipeline.settings.usesCache = false
    #expect(try await pipeline.summary() == ["art/a.png convert: cache not used"])
    pipeline.settings.usesCache = true
    try pipeline.folder.write(Array("nonsense".utf8), to: "build/.p3tool.state")
    let (reports, outcome) = try await pipeline.run()
    #expect(reports["art/a.png"]?.steps.first?.reason == .new)
    #expect(outcome.notes.contains { $0.contains("is damaged or no state file") })
  }

  @Test("outputs that were deleted or edited are made again, with the same bytes")
  func outputs() async throws {
    let pipeline = try Pipeline()
    try pipeline.add("art/a.png", "art/b.png", "art/c.png")
    _ = try await pipeline.run()
    let bytes = try pipeline.folder.bytes("build/a.srgb.png")
    try FileManager.default.removeItem(atPath: pipeline.folder.path("build/a.srgb.png"))
    try pipeline.folder.write([1, 2, 3], to: "build/b.srgb.png")
    #expect(
      try await pipeline.summary() == [
        "art/a.png convert: output missing", "art/b.png convert: output edited",
        "art/c.png convert: upToDate",
      ])
    #expect(try pipeline.folder.bytes("build/a.srgb.png") == bytes)
    #expect(try pipeline.folder.bytes("build/b.srgb.png") == bytes)
  }

  @Test("a step can take another's output, and is made again with it")
  func chain() async throws {
    let yaml = """
      sources: art/*.png
      output: {folder: build}
      steps:
        - convert: {to: display-p3}
        - {id: small, input: convert, convert: {to: srgb, depth: 8}}
      """
    let pipeline = try Pipeline(yaml)
    try pipeline.add("art/a.png")
    #expect(try await pipeline.summary() == ["art/a.png convert: new", "art/a.png small: new"])
    #expect(try pipeline.folder.names().contains("build/a.display-p3.srgb.png"))
    try pipeline.rewrite(yaml.replacing("{to: display-p3}", with: "{to: display-p3, depth: 8}"))
    #expect(
      try await pipeline.summary() == [
        "art/a.png convert: options changed", "art/a.png small: source changed",
      ])
    try pipeline.folder.write([1], to: "art/a.png")
    let report = try #require(try await pipeline.run().reports["art/a.png"])
    #expect(report.steps.map(\.status) == [.failed, .skipped])
  }

  // MARK: Orphans

  @Test("outputs whose source is gone are told until they are pruned; edited ones are kept")
  func orphans() async throws {
    var pipeline = try Pipeline()
    try pipeline.add("art/a.png", "art/deep/b.png", "art/deep/c.png")
    _ = try await pipeline.run()
    try FileManager.default.removeItem(atPath: pipeline.folder.path("art/deep"))
    for _ in 0..<2 {
      let outcome = try await pipeline.run().outcome
      #expect(outcome.orphans.map { $0.suffix(16) } == ["/deep/b.srgb.png", "/deep/c.srgb.png"])
      #expect(outcome.prunable == outcome.orphans)
    }
    pipeline.settings.prunes = true
    try pipeline.folder.write([9], to: "build/deep/c.srgb.png")
    let first = try await pipeline.run().outcome
    #expect(first.pruned.count == 1)
    #expect(first.notes.contains { $0.contains("edited since") })
    try FileManager.default.removeItem(atPath: pipeline.folder.path("build/deep/c.srgb.png"))
    let second = try await pipeline.run().outcome
    #expect(second.pruned.isEmpty && second.orphans.isEmpty)
    #expect(try pipeline.folder.bytes("build/a.srgb.png").count > 8)
  }

  @Test("nothing is pruned while a source folder cannot be found")
  func pruneWithCare() async throws {
    var pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    _ = try await pipeline.run()
    try FileManager.default.moveItem(
      atPath: pipeline.folder.path("art"), toPath: pipeline.folder.path("moved"))
    pipeline.settings.prunes = true
    let (reports, outcome) = try await pipeline.run()
    #expect(outcome.pruned.isEmpty)
    #expect(outcome.orphans.count == 1)
    #expect(reports["art"]?.error?.contains("no such folder") == true)
    #expect(try pipeline.folder.names().contains("build/a.srgb.png"))
  }

  // MARK: Faults

  @Test("two sources for one output, an output over a source or over itself: each told, the rest done")
  func conflicts() async throws {
    let pipeline = try Pipeline(
      """
      sources: art/**/*.png
      output: {folder: build, name: "{stem}.{target}.png"}
      steps: [convert: {to: srgb}]
      """)
    try pipeline.add("art/a.png", "art/x/b.png", "art/y/b.png")
    #expect(
      try await pipeline.summary() == [
        "art/a.png convert: new",
        "art/x/b.png: art/x/b.png: art/x/b.png and art/y/b.png would both be written to build/b.srgb.png "
          + "(use {dir} or {root} in 'name')",
        "art/y/b.png: art/y/b.png: art/x/b.png and art/y/b.png would both be written to build/b.srgb.png "
          + "(use {dir} or {root} in 'name')",
      ])
    try pipeline.rewrite(
      "sources: art/*.png\noutput: {name: '{root}/{stem}.png'}\nsteps: [convert: {to: srgb}]")
    let bytes = try pipeline.folder.bytes("art/a.png")
    #expect(try await pipeline.summary().first?.contains("would be written over itself") == true)
    #expect(try pipeline.folder.bytes("art/a.png") == bytes)
    try pipeline.add("art/a.srgb.png")
    try pipeline.rewrite("sources: art/*.png\nsteps: [convert: {to: srgb}]")
    // What lies where an output goes is no source, and nobody's to replace.
    #expect(
      try await pipeline.summary() == [
        "art/a.png convert: failed",
        "art/a.png: art/a.png: art/a.srgb.png exists, and no run of this pipeline made it (move it away, or "
          + "replace it with batch --force)",
      ])
  }

  @Test("outputs beside their sources are not taken for sources, not even after a killed run")
  func besideSources() async throws {
    let pipeline = try Pipeline("sources: '*.png'\nsteps: [convert: {to: srgb}]")
    try pipeline.add("a.png")
    for _ in 0..<3 { #expect(try await pipeline.summary().allSatisfy { $0.hasPrefix("a.png convert") }) }
    // The claim alone, as a run leaves it that is killed right after it wrote its first output.
    let lines: [BatchStateLine] = [.header(format: 1, version: "1"), .claim("a.srgb.png")]
    try pipeline.folder.write(Array(lines.map(\.text).joined().utf8), to: ".p3tool.state")
    #expect(try await pipeline.summary() == ["a.png convert: new"])
  }

  @Test("broken files, broken links, link cycles and missing sources fail alone")
  func badInput() async throws {
    let pipeline = try Pipeline(
      "sources: [art/**/*.png, nowhere.png]\noutput: {folder: build}\nsteps: [convert: {to: srgb}]")
    try pipeline.add("art/good.png")
    try pipeline.folder.write(Array("no image".utf8), to: "art/broken.png")
    for (name, target) in [
      ("dangling.png", "missing.png"), ("cycle1.png", "cycle2.png"), ("cycle2.png", "cycle1.png"),
      ("loop", ".."),
      ("linked.png", "good.png"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: pipeline.folder.path("art/\(name)"), withDestinationPath: target)
    }
    let reports = try await pipeline.run().reports
    #expect(reports["art/good.png"]?.error == nil)
    #expect(reports["art/linked.png"]?.error == nil)
    #expect(reports["art/broken.png"]?.error?.contains("PNG") == true)
    #expect(reports["art/dangling.png"]?.error?.contains("a link to nothing") == true)
    #expect(reports["art/cycle1.png"]?.error?.contains("a cycle of links") == true)
    #expect(reports["art/loop"]?.error?.contains("a link to a folder above it") == true)
    #expect(reports["nowhere.png"]?.error?.contains("no such file") == true)
    #expect(reports.count == 8)
  }

  @Test("hidden files, excluded ones and the output folder itself are no sources")
  func passedOver() async throws {
    let pipeline = try Pipeline(
      "sources: '**/*.png'\nexclude: ['**/drafts']\noutput: {folder: build}\nsteps: [convert: {to: srgb}]")
    try pipeline.add("a.png", ".git/b.png", "x/drafts/c.png", "build/old.png", ".d.png")
    #expect(try await pipeline.summary() == ["a.png convert: new"])
  }

  @Test("a dry run writes nothing, not even a folder or a state")
  func dryRun() async throws {
    var pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    pipeline.settings.dryRun = true
    let before = try pipeline.folder.names()
    #expect(try await pipeline.summary() == ["art/a.png convert: new"])
    #expect(try pipeline.folder.names() == before)
  }

  // MARK: Shards

  @Test("shards split every path to exactly one of them, whatever their number")
  func shards() throws {
    for count in [1, 2, 3, 7] {
      let shards = try (1...count).map { try #require(BatchShard(index: $0, count: count)) }
      var sizes = [Int](repeating: 0, count: count)
      for number in 0..<500 {
        let owners = shards.filter { $0.contains("art/icon-\(number).png") }
        #expect(owners.count == 1)
        for owner in owners { sizes[owner.index - 1] += 1 }
      }
      #expect((sizes.min() ?? 0) * 2 > 500 / count, "\(sizes)")
    }
    for text in ["0/2", "3/2", "1", "a/b", "1/0", "-1/2", "1/2/3", ""] { #expect(BatchShard(text) == nil) }
  }

  @Test(
    "CI systems and job arrays name a shard",
    arguments: [
      (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4"], "1/4"),
      (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "4"], "1/4"),
      (["JOB_COMPLETION_INDEX": "3", "JOB_COMPLETIONS": "4"], "4/4"),
      (["SLURM_ARRAY_TASK_ID": "12", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_COUNT": "5"], "3/5"),
      (["JOB_COMPLETION_INDEX": "3"], nil), ([:], nil),
    ])
  func environment(variables: [String: String], shard: String?) throws {
    #expect(try BatchShard.find { variables[$0] }?.shard.description == shard)
  }

  @Test("numbers that name no shard are an error, not a run of everything")
  func unclearEnvironment() {
    let error = #expect(throws: BatchShard.EnvironmentError.self) {
      try BatchShard.find { ["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"][$0] }
    }
    #expect(
      error?.description
        == "CI_NODE_INDEX=5 with CI_NODE_TOTAL=4 names no part of the work (counted from 1): "
        + "give --shard i/n")
  }

  @Test("a run of everything knows what the shards have made, and the other way round")
  func shardStates() async throws {
    var pipeline = try Pipeline()
    try pipeline.add("art/a.png", "art/b.png", "art/c.png", "art/d.png")
    for index in 1...2 {
      pipeline.settings.shard = BatchShard(index: index, count: 2)
      _ = try await pipeline.run()
    }
    /// The sources that each state knows.
    func states() throws -> [String: [String]] {
      let names = try pipeline.folder.names().filter { $0.contains(".p3tool.state") }
      return try Dictionary(
        uniqueKeysWithValues: names.map { name in
          let lines = String(decoding: try pipeline.folder.bytes(name), as: UTF8.self).split(separator: "\n")
          return (
            name, lines.map { $0.split(separator: "\t") }.filter { $0[1] == "source" }.map { String($0[2]) }
          )
        })
    }
    // Each part remembers its own sources alone.
    let parts = try states()
    #expect(parts.count == 2)
    #expect(parts.values.joined().sorted() == ["art/a.png", "art/b.png", "art/c.png", "art/d.png"])
    pipeline.settings.shard = nil
    #expect(try await pipeline.summary().allSatisfy { $0.hasSuffix("upToDate") })
    // The whole takes the place of its parts.
    #expect(try states().values.map { $0 } == [["art/a.png", "art/b.png", "art/c.png", "art/d.png"]])
    pipeline.settings.shard = BatchShard(index: 2, count: 3)
    #expect(try await pipeline.summary().allSatisfy { $0.hasSuffix("upToDate") })
  }

  // MARK: Other steps

  @Test("a check's findings are told again when nothing has changed, at the pipeline's levels")
  func checkStep() async throws {
    let yaml = "sources: art/*.png\nrules: {untagged: error}\nsteps: [check: {only: [untagged]}]"
    let pipeline = try Pipeline(yaml)
    try pipeline.folder.copy(testImage: "untagged-8.png", as: "art/a.png")
    for status in [BatchStepReport.Status.done, .upToDate] {
      let step = try #require(try await pipeline.run().reports["art/a.png"]?.steps.first)
      #expect(step.status == status)
      #expect(step.findings.map(\.rule) == ["untagged"])
      #expect(step.findings.map(\.level) == [.error])
      #expect(step.failures == step.findings.map(\.fingerprint))
    }
    try pipeline.rewrite(yaml + "\noverrides: [{paths: art, check: {rules: {untagged: off}}}]")
    let step = try #require(try await pipeline.run().reports["art/a.png"]?.steps.first)
    #expect(step.reason == .optionsChanged)
    #expect(step.findings.isEmpty)
  }

  @Test("a catalog step makes a set from each source, and makes it again when a file of it is gone")
  func catalogStep() async throws {
    let pipeline = try Pipeline(
      "sources: art/*.png\nsteps: [catalog: {into: A.xcassets, name: 'Set-{stem}', scales: single}]")
    try pipeline.add("art/a.png")
    let first = try #require(try await pipeline.run().reports["art/a.png"])
    #expect(first.error == nil)
    let set = try pipeline.folder.names().filter { $0.hasPrefix("A.xcassets/Set-a.imageset/") }
    #expect(set.contains("A.xcassets/Set-a.imageset/Contents.json"))
    #expect(try await pipeline.summary() == ["art/a.png catalog: upToDate"])
    let image = try #require(set.first { $0.hasSuffix(".png") })
    try FileManager.default.removeItem(atPath: pipeline.folder.path(image))
    #expect(try await pipeline.summary() == ["art/a.png catalog: output missing"])
    #expect(try pipeline.folder.names().contains(image))
  }

  @Test(
    "a catalog's variants come from files of their own: each change makes the set again, a missing one fails it"
  )
  func catalogVariants() async throws {
    let pipeline = try Pipeline(
      "sources: art/*.png\nsteps: [catalog: {into: A.xcassets, dark: 'dark/{stem}.png', scales: single}]")
    try pipeline.add("art/a.png", "art/b.png", "dark/a.png")
    var reports = try await pipeline.run().reports
    #expect(reports["art/a.png"]?.error == nil)
    #expect(try pipeline.folder.names().contains { $0.hasPrefix("A.xcassets/a.imageset/a-dark") })
    #expect(
      reports["art/b.png"]?.error?.hasSuffix(
        "dark/b.png: no such file or folder (is the path spelled right?)") == true)
    try pipeline.add("dark/b.png")
    #expect(try await pipeline.summary() == ["art/a.png catalog: upToDate", "art/b.png catalog: new"])
    try pipeline.folder.copy(testImage: "icon-p3-16.png", as: "dark/a.png")
    #expect(
      try await pipeline.summary() == ["art/a.png catalog: options changed", "art/b.png catalog: upToDate"])
    reports = try await pipeline.run().reports
    #expect(reports.values.allSatisfy { $0.isUpToDate })
    let dependencies = try await pipeline.run().outcome.dependencies
    #expect(
      dependencies.map { $0.replacing(pipeline.folder.path + "/", with: "") }
        == ["p3tool.yml", "art/a.png", "art/b.png", "dark/a.png", "dark/b.png"])
  }

  @Test("convert fails on what its fail-on names, and writes the output all the same")
  func convertFindings() async throws {
    let yaml =
      "sources: art/*.png\noutput: {folder: build}\nsteps: [convert: {to: srgb, fail-on: gamut-clipping}]"
    let pipeline = try Pipeline(yaml)
    try pipeline.add("art/a.png")
    for status in [BatchStepReport.Status.done, .upToDate] {
      let (reports, outcome) = try await pipeline.run()
      let step = try #require(reports["art/a.png"]?.steps.first)
      #expect(step.status == status)
      #expect(step.findings.map(\.rule) == ["gamut-clipping"])
      #expect(step.failures == step.findings.map(\.fingerprint) && !step.failures.contains(""))
      #expect(outcome.rules.map(\.id) == ["gamut-clipping", "banding"])
    }
    #expect(try pipeline.folder.names().contains("build/a.srgb.png"))
    try pipeline.rewrite(yaml.replacing("gamut-clipping", with: "gamut-clipping=1"))
    #expect(try #require(try await pipeline.run().reports["art/a.png"]?.steps.first).findings.isEmpty)
  }

  @Test("a check does not fail on what its baseline has, and looks at it again when that changes")
  func checkBaseline() async throws {
    let yaml =
      "sources: art/*.png\nsteps: [check: {only: untagged, fail-on: note, baseline: old.json}]"
    let pipeline = try Pipeline(yaml)
    try pipeline.folder.copy(testImage: "untagged-8.png", as: "art/a.png")
    try pipeline.folder.write(Array(#"{"tool": "p3tool", "inputs": []}"#.utf8), to: "old.json")
    let finding = try #require(try await pipeline.run().reports["art/a.png"]?.steps.first?.findings.first)
    #expect(try await pipeline.run().reports["art/a.png"]?.steps.first?.failures == [finding.fingerprint])
    // As `batch --format json` reports it.
    let known = String(decoding: try JSONEncoder().encode([finding]), as: UTF8.self)
    try pipeline.folder.write(
      Array(#"{"tool": "p3tool", "inputs": [{"steps": [{"findings": \#(known)}]}]}"#.utf8), to: "old.json")
    let step = try #require(try await pipeline.run().reports["art/a.png"]?.steps.first)
    #expect(step.reason == .optionsChanged)
    #expect(step.findings.count == 1 && step.failures.isEmpty && step.known == [finding.fingerprint])
    // As the state file has it.
    #expect(try await pipeline.run().reports["art/a.png"]?.steps.first?.known == step.known)
  }

  @Test("a step has limits of its own")
  func stepLimits() async throws {
    let pipeline = try Pipeline(
      "sources: art/*.png\noutput: {folder: build}\nsteps: [convert: {to: srgb, max-pixels: 10}, soften: {}]")
    try pipeline.add("art/a.png")
    let report = try #require(try await pipeline.run().reports["art/a.png"])
    #expect(report.steps.map(\.status) == [.failed, .done])
  }
}
