import CodecTargets
import ColorManagement
import Foundation
import PNGCodec
import TestSupport
import Testing

@testable import Batch
@testable import Checking

/// The fuzzers' corpus and all that they ever found, read again without a fuzzer. `P3_UPDATE_GOLDEN=1 swift test
/// --filter FuzzCorpusTests` writes the generated part.
@Suite struct FuzzCorpusTests {
  private static let folder = SharedFolder.packageRoot.appendingPathComponent("Tests/Fuzzing")
  private static let isUpdating = ProcessInfo.processInfo.environment["P3_UPDATE_GOLDEN"] == "1"

  /// The files of `kind` (Corpus or Findings) for `target`.
  private static func files(_ kind: String, _ target: String) throws -> [URL] {
    let folder = folder.appendingPathComponent("\(kind)/\(target)")
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }

  /// Expects that the file `name` holds `bytes`; writes it where that is asked for.
  private static func expect(_ bytes: [UInt8], at name: String) throws {
    let url = folder.appendingPathComponent(name)
    if isUpdating {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    }
    #expect((try? [UInt8](Data(contentsOf: url))) == bytes, "\(name)")
  }

  @Test func theGeneratedFilesAreTheCommittedOnes() throws {
    for seed in FuzzSeed.all { try Self.expect(seed.bytes, at: "Corpus/\(seed.target)/\(seed.name)") }
    for dictionary in FuzzDictionary.all {
      try Self.expect(Array(dictionary.text.utf8), at: "Dictionaries/\(dictionary.target).dict")
    }
  }

  /// A trap would end the test run; that all of it is read is what can be expected.
  @Test(arguments: FuzzTarget.all.map(\.name))
  func corpusAndFindingsAreRead(name: String) async throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let corpus = try Self.files("Corpus", name)
    #expect(corpus.count >= 10)
    for url in try corpus + Self.files("Findings", name) {
      let bytes = [UInt8](try Data(contentsOf: url))
      // A target may wait for tasks, which need the threads that tests run on.
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        let thread = Thread {
          target.run(bytes)
          done.resume()
        }
        thread.stackSize = 1 << 20
        thread.start()
      }
    }
  }

  /// The table of targets is the one list: a target that `make fuzz` or the README leaves out would never be run.
  @Test func makefileReadmeAndFoldersHaveTheTargets() throws {
    let makefile = try String(
      contentsOf: SharedFolder.packageRoot.appendingPathComponent("Makefile"), encoding: .utf8)
    func words(_ variable: String) -> [String] {
      let line = makefile.split(separator: "\n").first { $0.hasPrefix("\(variable) :=") }
      return (line ?? "").split(separator: " ").dropFirst(2).map(String.init)
    }
    #expect(words("FUZZ_CODEC") == FuzzTarget.codec.map(\.name))
    #expect(words("FUZZ_PARSERS") == FuzzTarget.parsers.map(\.name))

    let readme = try String(contentsOf: Self.folder.appendingPathComponent("README.md"), encoding: .utf8)
    let bullets = readme.split(separator: "\n").filter { $0.hasPrefix("- `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(bullets == FuzzTarget.all.map(\.name))

    let names = Set(FuzzTarget.all.map(\.name))
    for kind in ["Corpus", "Findings", "Dictionaries"] {
      let found = try FileManager.default.contentsOfDirectory(
        atPath: Self.folder.appendingPathComponent(kind).path)
      let targets = Set(found.map { $0.replacing(".dict", with: "") })
      #expect(kind == "Corpus" ? targets == names : targets.isSubset(of: names), "\(kind): \(targets)")
    }
  }

  /// Seeds that are refused at the door would test nothing.
  @Test func seedsReachWhatTheyAreFor() throws {
    for seed in FuzzSeed.files where seed.name != "animated.png" {
      var reader = try PNGReader(bytes: seed.bytes, name: seed.name)
      try reader.skipToEnd()
      #expect(reader.problems.isEmpty || seed.name == "every-chunk.png", "\(seed.name): \(reader.problems)")
    }
    for seed in FuzzSeed.profiles { _ = try ICCProfile(bytes: seed.bytes) }
    for seed in FuzzSeed.images {
      let input = try #require(ImagesInput(seed.bytes))
      for bytes in [input.file, input.other] {
        var reader = try PNGReader(bytes: bytes, name: seed.name)
        while reader.remainingRows > 0 { _ = try reader.readRows(64) }
        try reader.finish()
        #expect(reader.problems.isEmpty || seed.name == "chunks.bin", "\(seed.name): \(reader.problems)")
      }
    }
    for seed in FuzzSeed.chunks { #expect(!ChunksInput.chunks(of: seed.bytes).isEmpty) }
    for seed in FuzzSeed.pipelines {
      _ = try BatchConfiguration(
        yaml: String(decoding: seed.bytes, as: UTF8.self), path: seed.name, commands: FuzzedCommands())
    }
    for seed in FuzzSeed.states where !["unchecked.state", "windows.state"].contains(seed.name) {
      let lines = seed.bytes.split(separator: UInt8(ascii: "\n"))
      #expect(BatchStateLine(lines[0], sealedBy: nil) != nil, "\(seed.name)")
    }
    for seed in FuzzSeed.reports where seed.name == "one.json" {
      _ = try Baseline(json: seed.bytes, name: seed.name)
    }
  }
}
