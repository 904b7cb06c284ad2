import Foundation
import ImageFiles
import PNGCodec
import TestSupport
import Testing

@testable import Batch

/// What a pipeline does with files that it did not make, and with states that it did not write.
@Suite("Files that batch did not make") struct BatchTrustTests {
  private static let beside = "sources: '*.png'\nsteps: [convert: {to: srgb}]"

  private func stateLines(
    _ lines: BatchStateLine..., in pipeline: Pipeline, at path: String = "build/.p3tool.state"
  ) throws {
    let all = [BatchStateLine.header(format: 1, version: "1")] + lines
    try pipeline.folder.write(Array(all.map(\.text).joined().utf8), to: path)
  }

  /// The file as a state records it that was written right after it.
  private func record(_ path: String) throws -> BatchState.File {
    let status = try #require(FileStatus(path: path))
    return BatchState.File(stamp: FileStamp(status), hash: try ContentHash(file: path))
  }

  // MARK: Outputs

  @Test("an output that vanishes before its step ends fails the source, and no state says that it was made")
  func vanishedOutput() async throws {
    let pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    let configuration = try BatchConfiguration(
      file: pipeline.folder.path("p3tool.yml"), commands: ProgramSteps())
    var planner = BatchPlanner(configuration, limits: PNGLimits(), state: BatchState())
    var item = try #require(try planner.plan().items.first)
    var (source, status, products) = try item.work.get()
    let product = products[0]
    let output = try #require(product.named)
    products[0] = BatchPlan.Product(
      step: product.step, kind: product.kind, work: WritesNothing(output: pipeline.folder.path(output)),
      input: nil, otherInputs: [], compared: nil, named: output, pathInFolder: output,
      outputs: product.outputs, target: product.target)
    item.work = .success((source, status, products))
    let worker = BatchWorker(
      folder: pipeline.folder.path, settings: pipeline.settings, old: BatchState(),
      stateFile: BatchStateFile(path: pipeline.folder.path("state"), version: "1"),
      budget: StripPermits(jobs: 1), found: [])
    let done = await worker.process(item)
    #expect(done.products.isEmpty)
    #expect(done.report.error?.contains("was written and is gone") == true)
  }

  /// A step whose output another program removes at once.
  private struct WritesNothing: PipelineStep {
    let output: String
    var targetName: String? { "x" }
    var recipe: String { "" }
    func outputs(for source: PipelineSource, named: String?) -> [String] { [named].compactMap { $0 } }
    func perform(_ task: StepTask) -> StepWork { StepWork(result: StepResult(), written: [output]) }
  }

  @Test("what a killed run left beside the catalog's own Contents.json is swept")
  func leftoverInCatalog() async throws {
    let pipeline = try Pipeline(
      "sources: art/*.png\nsteps: [catalog: {into: App.xcassets, scales: single}]")
    try pipeline.add("art/a.png")
    let leftover = "App.xcassets/.Contents.json.4194304-x.p3tool-tmp"
    try pipeline.folder.write([1], to: leftover)
    _ = try await pipeline.run()
    #expect(try pipeline.folder.names().contains("App.xcassets/a.imageset/Contents.json"))
    #expect(!(try pipeline.folder.names().contains(leftover)))
  }

  @Test("a file that no run made fails its source and stays; the others are done; --force replaces it")
  func foreignOutput() async throws {
    var pipeline = try Pipeline()
    try pipeline.add("art/a.png", "art/b.png")
    try pipeline.folder.write([1, 2, 3], to: "build/a.srgb.png")
    for _ in 0..<2 {
      let reports = try await pipeline.run().reports
      let output = pipeline.folder.path("build/a.srgb.png")
      #expect(
        reports["art/a.png"]?.error
          == "\(pipeline.folder.path("art/a.png")): \(output) exists, and no run of this pipeline "
          + "made it (move it away, or replace it with batch --force)")
      #expect(reports["art/b.png"]?.error == nil)
      #expect(try pipeline.folder.bytes("build/a.srgb.png") == [1, 2, 3])
    }
    pipeline.settings.replaces = true
    #expect(try await pipeline.summary() == ["art/a.png convert: new", "art/b.png convert: upToDate"])
    #expect(try pipeline.folder.bytes("build/a.srgb.png") == pipeline.folder.bytes("build/b.srgb.png"))
    pipeline.settings.replaces = false
    #expect(try await pipeline.summary() == ["art/a.png convert: upToDate", "art/b.png convert: upToDate"])
  }

  @Test("a dry run says what stands in the way, and nothing where the file may be replaced")
  func foreignOutputInADryRun() async throws {
    var pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    try pipeline.folder.write([1, 2, 3], to: "build/a.srgb.png")
    pipeline.settings.dryRun = true
    #expect(
      try await pipeline.run().reports["art/a.png"]?.steps.first?.notes.first?.contains(
        "no run of this pipeline made it")
        == true)
    pipeline.settings.replaces = true
    #expect(try await pipeline.run().reports["art/a.png"]?.steps.first?.notes == [])
  }

  @Test("a link to nothing where an output goes is a file that no run made")
  func foreignLink() async throws {
    let pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    try pipeline.folder.makeFolder("build")
    try FileManager.default.createSymbolicLink(
      atPath: pipeline.folder.path("build/a.srgb.png"),
      withDestinationPath: pipeline.folder.path("elsewhere.png"))
    #expect(
      try await pipeline.run().reports["art/a.png"]?.error?.contains("no run of this pipeline made it")
        == true)
    #expect(!(try pipeline.folder.names().contains("elsewhere.png")))
  }

  @Test("a pipe where an output goes is nothing to write to", arguments: [false, true])
  func foreignPipe(replaces: Bool) async throws {
    var pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    try pipeline.folder.makeFolder("build")
    #expect(mkfifo(pipeline.folder.path("build/a.srgb.png"), 0o600) == 0)
    pipeline.settings.replaces = replaces
    #expect(
      try await pipeline.run().reports["art/a.png"]?.error?.contains("no run of this pipeline made it")
        == true)
  }

  @Test("two names that only Unicode's forms tell apart are told, not taken for one")
  func formsOfUnicode() async throws {
    let pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    let image = try pipeline.folder.bytes("art/a.png")
    for name in ["art/\u{E9}.png", "art/e\u{301}.png"] {
      try pipeline.folder.write(image, toBytes: Array(name.utf8))
    }
    // File systems of macOS make one file of both.
    guard try FileManager.default.contentsOfDirectory(atPath: pipeline.folder.path("art")).count == 3 else {
      return
    }
    let reports = try await pipeline.run().reports
    #expect(reports["art/\u{E9}.png"]?.error?.contains("another form of Unicode") == true)
    #expect(reports["art/a.png"]?.error == nil)
    #expect(reports.count == 2)
  }

  @Test("where the state is lost, outputs that would be made again just so are taken over untouched")
  func lostState() async throws {
    let pipeline = try Pipeline()
    try pipeline.add("art/a.png", "art/b.png")
    _ = try await pipeline.run()
    let before = try pipeline.stamps()["build/a.srgb.png"]
    try FileManager.default.removeItem(atPath: pipeline.folder.path("build/.p3tool.state"))
    #expect(try await pipeline.summary() == ["art/a.png convert: new", "art/b.png convert: new"])
    #expect(try pipeline.stamps()["build/a.srgb.png"] == before)
    #expect(try await pipeline.summary() == ["art/a.png convert: upToDate", "art/b.png convert: upToDate"])
  }

  @Test(
    "an image set that no run made fails where a file of it would change, and is taken over where none would")
  func foreignSet() async throws {
    let pipeline = try Pipeline("sources: art/*.png\nsteps: [catalog: {into: A.xcassets, scales: single}]")
    try pipeline.add("art/a.png")
    _ = try await pipeline.run()
    let image = try #require(
      try pipeline.folder.names().first { $0.hasPrefix("A.xcassets/a.imageset/") && $0.hasSuffix(".png") })
    try FileManager.default.removeItem(atPath: pipeline.folder.path(".p3tool.state"))
    #expect(try await pipeline.summary() == ["art/a.png catalog: new"])
    try FileManager.default.removeItem(atPath: pipeline.folder.path(".p3tool.state"))
    try pipeline.folder.write([1, 2, 3], to: image)
    #expect(
      try await pipeline.run().reports["art/a.png"]?.error?.contains("no run of this pipeline made it")
        == true)
    #expect(try pipeline.folder.bytes(image) == [1, 2, 3])
  }

  @Test("a set that someone else has described stays as it is, its files too, but for --force")
  func foreignContents() async throws {
    var pipeline = try Pipeline(
      "sources: art/*.png\nsteps: [catalog: {into: A.xcassets, scales: single}]")
    // All its colours fit sRGB: no Display P3 image is made, and one that is there would be stale.
    try pipeline.folder.copy(testImage: "card-srgb-8.png", as: "art/a.png")
    let theirs = Array(
      """
      {"images": [{"idiom": "universal", "display-gamut": "display-P3", "filename": "a-p3.png"}], "properties": {"x": 1}}
      """.utf8)
    let set = "A.xcassets/a.imageset"
    try pipeline.folder.write(theirs, to: "\(set)/Contents.json")
    try pipeline.folder.write([1, 2, 3], to: "\(set)/a-p3.png")
    let error = try await pipeline.run().reports["art/a.png"]?.error
    #expect(
      error?.contains("\(set)/Contents.json exists, and no run of this pipeline made it") == true,
      "\(error ?? "")")
    #expect(try pipeline.folder.bytes("\(set)/Contents.json") == theirs)
    #expect(try pipeline.folder.bytes("\(set)/a-p3.png") == [1, 2, 3])
    pipeline.settings.replaces = true
    #expect(try await pipeline.run().reports["art/a.png"]?.error == nil)
    #expect(
      String(decoding: try pipeline.folder.bytes("\(set)/Contents.json"), as: UTF8.self).contains(
        "properties"))
    #expect(!(try pipeline.folder.names().contains("\(set)/a-p3.png")))
  }

  @Test("what a killed run was about to make is its own, also where its source has changed since")
  func killedRun() async throws {
    let pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    try pipeline.folder.write([1, 2, 3], to: "build/a.srgb.png")
    try stateLines(.claim("build/a.srgb.png"), in: pipeline)
    #expect(try await pipeline.summary() == ["art/a.png convert: new"])
    #expect(try pipeline.folder.bytes("build/a.srgb.png") != [1, 2, 3])
  }

  @Test("a claim outlives runs in which its source fails, as long as the file is there")
  func keptClaim() async throws {
    let pipeline = try Pipeline()
    try pipeline.folder.write([1], to: "art/a.png")
    try pipeline.folder.write([1, 2, 3], to: "build/a.srgb.png")
    try stateLines(.claim("build/a.srgb.png"), .claim("build/never.srgb.png"), in: pipeline)
    #expect(try await pipeline.run().reports["art/a.png"]?.error != nil)
    let state = BatchStateFile(path: pipeline.folder.path("build/.p3tool.state"), version: "1").read().state
    #expect(state.claims == ["build/a.srgb.png"])
    try pipeline.add("art/a.png")
    #expect(try await pipeline.summary() == ["art/a.png convert: new"])
  }

  @Test("without its state a pipeline beside its sources makes no second generation")
  func secondGeneration() async throws {
    let pipeline = try Pipeline(Self.beside)
    try pipeline.add("a.png", "b.png")
    _ = try await pipeline.run()
    let names = try pipeline.folder.names()
    try FileManager.default.removeItem(atPath: pipeline.folder.path(".p3tool.state"))
    let (reports, outcome) = try await pipeline.run()
    #expect(reports.keys.sorted() == ["a.png", "b.png"])
    #expect(reports.values.allSatisfy { $0.error == nil })
    #expect(try pipeline.folder.names() == names)
    #expect(outcome.notes.count { $0.contains("it is taken for that, not for a source") } == 2)
    #expect(try await pipeline.run().outcome.notes.isEmpty)
  }

  // MARK: Pruning

  /// A pipeline with one output that has lost its source, and a file outside that a state calls one too.
  private func pruning(_ outside: String, _ prepare: (TemporaryFolder) throws -> Void = { _ in }) async throws
    -> (
      pipeline: Pipeline, outcome: BatchOutcome
    )
  {
    let root = try TemporaryFolder()
    _ = root
    var pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    try pipeline.folder.write([7], to: "build/gone.srgb.png")
    try pipeline.folder.write([7], to: "victim.txt")
    try pipeline.folder.write([7], to: "other/victim.txt")
    try prepare(pipeline.folder)
    let file = try record(pipeline.folder.path("victim.txt"))
    // Content alone: the stamps of the others differ.
    let anywhere = BatchState.File(stamp: FileStamp(size: 1, modified: 0, inode: 0), hash: file.hash)
    try stateLines(
      .orphan("build/gone.srgb.png", anywhere),
      .orphan(outside.replacing("$", with: pipeline.folder.path), anywhere), in: pipeline)
    pipeline.settings.prunes = true
    let outcome = try await pipeline.run().outcome
    return (pipeline, outcome)
  }

  @Test(
    "only what lies in the output folders is pruned, whatever a state says",
    arguments: [
      "victim.txt", "build/../victim.txt", "$/victim.txt", "build/link/victim.txt",
      "build/../build/../victim.txt",
    ])
  func pruneOutside(path: String) async throws {
    let (pipeline, outcome) = try await pruning(path) { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("build/link"), withDestinationPath: folder.path("other"))
    }
    #expect(outcome.pruned == [pipeline.folder.path("build/gone.srgb.png")])
    #expect(try pipeline.folder.bytes("victim.txt") == [7])
    #expect(try pipeline.folder.bytes("other/victim.txt") == [7])
    if FileStatus(path: FilePath.join(pipeline.folder.path, path)) != nil {
      #expect(outcome.notes.contains { $0.contains("lies outside the pipeline's output folders") })
    }
  }

  @Test(
    "what a pattern for sources finds is not pruned, however a state spells it and whatever content it names")
  func pruneSource() async throws {
    for name in ["b.png", "./b.png", "build/../b.png", "linked.txt"] {
      var pipeline = try Pipeline(Self.beside)
      try pipeline.add("a.png", "b.png")
      try FileManager.default.linkItem(
        atPath: pipeline.folder.path("b.png"), toPath: pipeline.folder.path("linked.txt"))
      try pipeline.folder.makeFolder("build")
      let file = try record(pipeline.folder.path("b.png"))
      try stateLines(.orphan(name, file), in: pipeline, at: ".p3tool.state")
      pipeline.settings.prunes = true
      let outcome = try await pipeline.run().outcome
      #expect(outcome.pruned.isEmpty)
      #expect(
        outcome.notes.contains { $0.contains("lies where a pattern looks for sources") }, "\(outcome.notes)")
      // Nor does a run that only names it promise that another would remove it.
      pipeline.settings.prunes = false
      let named = try await pipeline.run().outcome
      #expect(named.orphans.count == 1 && named.prunable.isEmpty, "\(named)")
      #expect(named.notes.contains { $0.hasSuffix("remove it by hand") }, "\(named.notes)")
      #expect(Set(try pipeline.folder.names()).isSuperset(of: ["b.png", "linked.txt"]))
    }
  }

  @Test("what is pruned is read before, also where size, time and inode are as the state says")
  func pruneByStamp() async throws {
    var pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    try pipeline.folder.write([7, 7], to: "build/victim.png")
    try await Task.sleep(for: .milliseconds(40))
    let file = try record(pipeline.folder.path("build/victim.png"))
    let forged = BatchState.File(stamp: file.stamp, hash: SHA256.hash("other"))
    try stateLines(.orphan("build/victim.png", forged), in: pipeline)
    pipeline.settings.prunes = true
    #expect(try await pipeline.run().outcome.notes.contains { $0.contains("was edited since") })
    #expect(try pipeline.folder.bytes("build/victim.png") == [7, 7])
  }

  @Test("a state alone does not make a source an output that may be replaced")
  func stateNamesSource() async throws {
    let pipeline = try Pipeline(Self.beside)
    try pipeline.add("a.png")
    let theirs = try pipeline.folder.bytes("a.png") + [0]
    try pipeline.folder.write(theirs, to: "a.srgb.png")
    let status = try #require(FileStatus(path: pipeline.folder.path("a.srgb.png")))
    let forged = BatchState.File(stamp: FileStamp(status), hash: SHA256.hash("other"))
    let lines: [BatchStateLine] = [
      .claim("a.srgb.png"), .orphan("a.srgb.png", forged),
      .product(
        .init(source: "a.png", step: "convert"),
        .init(
          input: forged.hash, recipe: forged.hash, result: StepResult(), outputs: ["a.srgb.png": forged])),
    ]
    for line in lines {
      try stateLines(line, in: pipeline, at: ".p3tool.state")
      let error = try await pipeline.run().reports["a.png"]?.error
      #expect(
        error?.contains("a.srgb.png exists, and no run of this pipeline made it") == true, "\(line.text)")
      #expect(try pipeline.folder.bytes("a.srgb.png") == theirs)
    }
  }

  @Test("outputs beside their sources are made again with these, and stay where somebody has edited them")
  func besideSourcesAgain() async throws {
    let pipeline = try Pipeline(Self.beside)
    try pipeline.add("a.png")
    _ = try await pipeline.run()
    try pipeline.folder.copy(testImage: "icon-p3-16.png", as: "a.png")
    #expect(try await pipeline.summary() == ["a.png convert: source changed"])
    try pipeline.folder.write([1, 2, 3], to: "a.srgb.png")
    for _ in 0..<2 {
      #expect(try await pipeline.run().reports["a.png"]?.error?.contains("exists, and no run") == true)
      #expect(try pipeline.folder.bytes("a.srgb.png") == [1, 2, 3])
    }
  }

  @Test("a link among outputs is removed itself, not what it leads to")
  func pruneLink() async throws {
    let (pipeline, outcome) = try await pruning("build/linked.png") { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("build/linked.png"), withDestinationPath: folder.path("victim.txt"))
    }
    #expect(outcome.pruned.count == 2)
    #expect(try pipeline.folder.bytes("victim.txt") == [7])
    #expect(!(try pipeline.folder.names().contains("build/linked.png")))
  }

  @Test("catalogs and folders of single steps are output folders, and emptied folders go as far as those")
  func pruneOtherPlaces() async throws {
    var pipeline = try Pipeline(
      """
      sources: art/*.png
      steps: [{convert: {to: srgb}, output: {folder: out}}, catalog: {into: A.xcassets, scales: single}]
      output: {folder: build}
      """)
    try pipeline.add("art/a.png", "art/b.png")
    _ = try await pipeline.run()
    try FileManager.default.removeItem(atPath: pipeline.folder.path("art/b.png"))
    pipeline.settings.prunes = true
    let outcome = try await pipeline.run().outcome
    #expect(outcome.pruned.count >= 3 && outcome.orphans.isEmpty, "\(outcome)")
    #expect(try pipeline.folder.names().filter { $0.contains("/b") } == [])
    #expect(try pipeline.folder.names().contains("out/a.srgb.png"))
  }

  // MARK: States

  @Test(
    "a state that is a link, or no file, is refused before anything is done",
    arguments: ["real", "nothing", "fifo"])
  func stateLink(kind: String) async throws {
    let pipeline = try Pipeline()
    try pipeline.add("art/a.png")
    try pipeline.folder.makeFolder("build")
    try pipeline.folder.write([5], to: "real")
    let state = pipeline.folder.path("build/.p3tool.state")
    if kind == "fifo" {
      #expect(mkfifo(state, 0o600) == 0)
    } else {
      try FileManager.default.createSymbolicLink(atPath: state, withDestinationPath: "../\(kind)")
    }
    let error = await #expect(throws: ConfigurationError.self) { _ = try await pipeline.run() }
    #expect(error?.description.contains(kind == "fifo" ? "is no regular file" : "is a symbolic link") == true)
    #expect(error?.description.contains("remove") == true)
    #expect(try pipeline.folder.bytes("real") == [5])
    #expect(!(try pipeline.folder.names().contains("build/a.srgb.png")))
    #expect(!(try pipeline.folder.names().contains("nothing")))
  }
}
