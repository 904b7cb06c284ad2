import Foundation
import TestSupport
import Testing

@Suite("p3tool batch")
struct BatchCommandTests {
  private let yaml = "sources: art/**/*.png\noutput: {folder: build}\nsteps: [convert: {to: srgb}]\n"

  private func pipeline(_ names: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Array(yaml.utf8), to: "p3tool.yml")
    for name in names { try folder.copy(testImage: "patches-p3-16.png", as: "art/\(name)") }
    return folder
  }

  private func run(_ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:])
    async throws -> CommandResult
  {
    try await CommandRunner.p3tool.run(["batch"] + arguments, environment: environment, in: folder)
  }

  @Test("--init writes a pipeline that runs, and overwrites nothing")
  func starter() async throws {
    let folder = try TemporaryFolder()
    #expect(try await run(["--init"], in: folder).exitCode == 0)
    try folder.copy(testImage: "icon-p3-16.png", as: "art/icon.png")
    #expect(try await run([], in: folder).exitCode == 0)
    #expect(try folder.names().contains("build/icon.srgb.png"))
    try folder.write([1], to: "p3tool.yml")
    let refused = try await run(["--init"], in: folder)
    #expect(refused.exitCode == 2)
    #expect(refused.errors == "error: p3tool.yml: File exists (add --force to replace it)\n")
    #expect(try folder.bytes("p3tool.yml") == [1])
    // The remedy works.
    #expect(try await run(["--init", "--force"], in: folder).exitCode == 0)
    #expect(try folder.bytes("p3tool.yml").count > 1)
  }

  @Test("--schema prints JSON, and a bad file is a usage error with its place")
  func schemaAndErrors() async throws {
    let folder = try pipeline(["a.png"])
    #expect(try await run(["--schema"], in: folder).json()["title"] as? String == "p3tool batch pipeline")
    try folder.write(Array((yaml + "ouptut: x\n").utf8), to: "bad.yml")
    let result = try await run(["bad.yml"], in: folder)
    #expect(result.exitCode == 64)
    #expect(result.errors.contains("bad.yml:4:1: unknown key 'ouptut' in pipeline (did you mean 'output'?)"))
    #expect(try await run(["missing.yml"], in: folder).exitCode == 64)
  }

  @Test(
    "exit codes: 0 done, 1 for a checked dry run with something to do, 2 for a failed file with the rest done"
  )
  func exitCodes() async throws {
    let folder = try pipeline(["a.png"])
    #expect(try await run(["--dry-run"], in: folder).exitCode == 0)
    #expect(try await run(["--dry-run", "--check"], in: folder).exitCode == 1)
    #expect(try await run([], in: folder).exitCode == 0)
    #expect(try await run(["--dry-run", "--check"], in: folder).exitCode == 0)
    try folder.write(Array("broken".utf8), to: "art/0.png")
    try folder.copy(testImage: "icon-p3-16.png", as: "art/z.png")
    let result = try await run([], in: folder)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("art/0.png"))
    #expect(try folder.names().contains("build/z.srgb.png"))
  }

  @Test("the reports of shards merge to the report of one run, byte for byte")
  func shardsMerge() async throws {
    let folder = try pipeline((1...9).map { "\($0 % 3)/icon-\($0).png" })
    let whole = try await run(["--format", "json"], in: folder).output
    try FileManager.default.removeItem(atPath: folder.path("build"))
    for shard in 1...3 {
      let result = try await run(
        ["--shard", "auto", "--quiet", "--format", "json"], in: folder,
        environment: ["CI_NODE_INDEX": "\(shard)", "CI_NODE_TOTAL": "3"])
      #expect(result.exitCode == 0)
      #expect(result.errors == "note: part \(shard)/3 of the work, by CI_NODE_INDEX\n")
      try folder.write(result.output, to: "\(shard).json")
    }
    let merged = try await CommandRunner.p3tool.run(
      ["report", "merge", "3.json", "1.json", "2.json"], in: folder)
    #expect(merged.exitCode == 0)
    #expect(merged.output == whole)
    let partial = try await CommandRunner.p3tool.run(["report", "merge", "3.json", "1.json"], in: folder)
    #expect(partial.exitCode == 2)
    #expect(partial.errors.contains("the report of shard 2/3 is missing"))
  }

  @Test("the environment alone splits nothing: a job with its variables sees every image")
  func environmentAlone() async throws {
    let folder = try pipeline((1...9).map { "icon-\($0).png" })
    for shard in 1...3 {
      let result = try await run(
        ["--dry-run", "--check", "--quiet"], in: folder,
        environment: ["CI_NODE_INDEX": "\(shard)", "CI_NODE_TOTAL": "3"])
      #expect(result.exitCode == 1)
    }
    let all = try await run(["--shard", "auto"], in: folder)
    #expect(all.errors.contains("note: the whole work") && all.text.contains("9 images"))
  }

  @Test("a pattern that finds nothing is an error with its place, and nothing is pruned for it")
  func emptyPattern() async throws {
    let folder = try pipeline(["a.png", "b.png"])
    #expect(try await run([], in: folder).exitCode == 0)
    let yaml = String(decoding: try folder.bytes("p3tool.yml"), as: UTF8.self)
    try folder.write(Array(yaml.replacing("art/", with: "art/*/x/").utf8), to: "p3tool.yml")
    let result = try await run(["--prune"], in: folder)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("p3tool.yml:1:"))
    #expect(result.errors.contains("finds no file (or say allow-empty: true)"))
    #expect(try folder.names().contains { $0.hasPrefix("build/") && $0.hasSuffix(".png") })
    let allowed = "allow-empty: true\n" + String(decoding: try folder.bytes("p3tool.yml"), as: UTF8.self)
    try folder.write(Array(allowed.utf8), to: "p3tool.yml")
    #expect(try await run([], in: folder).exitCode == 0)
  }

  @Test("however the work is split, outputs and merged report are those of one run", arguments: [1, 3, 16])
  func splits(count: Int) async throws {
    let names = (1...40).map { "\($0 % 5)/icon-\($0).png" }
    let whole = try pipeline(names)
    let report = try await run(["--format", "json"], in: whole).output
    let folder = try pipeline(names)
    for shard in (1...count).reversed() {
      let result = try await run(["--shard", "\(shard)/\(count)", "--format", "json"], in: folder)
      #expect(result.exitCode == 0)
      try folder.write(result.output, to: "\(shard).json")
    }
    let merged = try await CommandRunner.p3tool.run(
      ["report", "merge"] + (1...count).map { "\($0).json" }, in: folder)
    #expect(merged.exitCode == 0)
    #expect(merged.output == report)
    try expectSameOutputs(folder, whole)
  }

  @Test(
    "a shard that is killed half-way and done again makes what it would have made", arguments: [1, 3, 16])
  func lostShard(count: Int) async throws {
    let names = (1...48).map { "\($0 % 5)/icon-\($0).png" }
    let whole = try pipeline(names)
    #expect(try await run([], in: whole).exitCode == 0)
    let folder = try pipeline(names)
    for shard in 1...count {
      let arguments = ["--shard", "\(shard)/\(count)", "--jobs", "1", "--format", "json"]
      if shard == (count + 1) / 2 {
        #expect(try await isLost(arguments, in: folder))
      }
      let result = try await run(arguments, in: folder)
      #expect(result.exitCode == 0)
      try folder.write(result.output, to: "\(shard).json")
    }
    let merged = try await CommandRunner.p3tool.run(
      ["report", "merge"] + (1...count).map { "\($0).json" }, in: folder)
    #expect(merged.exitCode == 0)
    #expect(try merged.json()["inputs"].map { ($0 as? [Any])?.count } == names.count)
    try expectSameOutputs(folder, whole)
    #expect(try await run(["--dry-run", "--check"], in: folder).exitCode == 0)
  }

  /// Runs a part until it could be killed after its first output and before its last.
  private func isLost(_ arguments: [String], in folder: TemporaryFolder) async throws -> Bool {
    let outputs = { @Sendable in ((try? folder.names()) ?? []).count { $0.hasSuffix(".srgb.png") } }
    for _ in 0..<1000 {
      let before = outputs()
      let result = try await CommandRunner.p3tool.run(["batch"] + arguments, in: folder) { process in
        while kill(process, 0) == 0, outputs() == before { try await Task.sleep(for: .microseconds(500)) }
        kill(process, SIGKILL)
      }
      if result.exitCode == -SIGKILL { return outputs() > before }
      // It was faster: once more, from its start.
      for input in try result.json()["inputs"] as? [[String: Any]] ?? [] {
        for step in input["steps"] as? [[String: Any]] ?? [] {
          for output in step["outputs"] as? [String] ?? [] {
            try FileManager.default.removeItem(atPath: folder.path(output))
          }
        }
      }
    }
    return false
  }

  /// The files below `build`, the states of the runs aside, are the same in both.
  private func expectSameOutputs(_ one: TemporaryFolder, _ other: TemporaryFolder) throws {
    func outputs(_ folder: TemporaryFolder) throws -> [String] {
      try folder.names().filter { $0.hasPrefix("build/") && !$0.contains(".p3tool.state") }.sorted()
    }
    let names = try outputs(other)
    #expect(names.contains { $0.hasSuffix(".png") })
    #expect(try outputs(one) == names)
    for name in names where name.hasSuffix(".png") {
      #expect(try one.bytes(name) == other.bytes(name), "\(name)")
    }
  }

  @Test("--depfile names the sources and the pipeline")
  func depfile() async throws {
    let folder = try pipeline(["a b.png"])
    let result = try await run(["--depfile", "assets.stamp.d"], in: folder)
    #expect(result.exitCode == 0)
    let text = String(decoding: try folder.bytes("assets.stamp.d"), as: UTF8.self)
    #expect(text.hasPrefix("assets.stamp: \\\n  p3tool.yml \\\n  art/a\\ b.png\n"))
  }

  @Test(
    "killed at fifty moments, each next run goes on; no file is ever half-written, none is left over",
    arguments: 1...5 as ClosedRange<UInt64>)
  func killed(seed: UInt64) async throws {
    let names = (1...8).map { "icon-\($0).png" }
    let folder = try pipeline(names)
    let reference = try pipeline(["icon-1.png"])
    #expect(try await CommandRunner.p3tool.run(["batch", "--jobs", "2"], in: reference).exitCode == 0)
    let expected = try reference.bytes("build/icon-1.srgb.png")
    var generator = SplitMix64(seed: seed)
    var killed = 0
    while killed < 10 {
      // A moment is a number of changes that were seen in the folder. A run makes about twenty: some end before.
      let moment = Int(generator.next() % 16)
      let result = try await CommandRunner.p3tool.run(["batch", "--jobs", "2"], in: folder) { process in
        var (names, changes) = (try? folder.names(), 0)
        while kill(process, 0) == 0, changes < moment {
          try await Task.sleep(for: .microseconds(200))
          let now = try? folder.names()
          if now != names { (names, changes) = (now, changes + 1) }
        }
        kill(process, SIGKILL)
      }
      for name in try folder.names() where name.hasPrefix("build/") && name.hasSuffix(".srgb.png") {
        #expect(try folder.bytes(name) == expected, "\(name) after \(moment) changes")
      }
      if result.exitCode == -SIGKILL {
        killed += 1
      } else {
        // It came to its end and left nothing to interrupt: the next one begins from the start.
        try? FileManager.default.removeItem(atPath: folder.path("build"))
      }
    }
    #expect(try await run([], in: folder).exitCode == 0)
    let left = try folder.names().filter { $0.hasPrefix("build/") }.sorted()
    #expect(
      left
        == ([".p3tool.state"] + names.map { $0.replacing(".png", with: ".srgb.png") }).map { "build/\($0)" }
        .sorted())
    #expect(try await run(["--dry-run", "--check"], in: folder).exitCode == 0)
  }
}
