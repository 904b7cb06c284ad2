import ColorManagement
import Foundation
import FuzzTargets
import PNGCodec
import TestSupport
import Testing

/// The fuzzers' corpus and all that they ever found, read again without a fuzzer. `P3_UPDATE_GOLDEN=1 swift test
/// --filter FuzzCorpusTests` writes the generated part.
@Suite struct FuzzCorpusTests {
  private static let folder = SharedFolder.packageRoot.appendingPathComponent("Tests/Fuzzing")

  /// The files of `kind` (Corpus or Findings) for `target`.
  private static func files(_ kind: String, _ target: FuzzTarget) throws -> [URL] {
    let folder = folder.appendingPathComponent("\(kind)/\(target.rawValue)")
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }

  @Test func theGeneratedSeedsAreTheCommittedOnes() throws {
    for seed in FuzzSeed.all {
      let url = Self.folder.appendingPathComponent("Corpus/\(seed.target.rawValue)/\(seed.name)")
      if ProcessInfo.processInfo.environment["P3_UPDATE_GOLDEN"] == "1" {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(seed.bytes).write(to: url)
      }
      let committed = try? [UInt8](Data(contentsOf: url))
      #expect(committed == seed.bytes, "\(seed.target.rawValue)/\(seed.name)")
    }
  }

  /// A trap would end the test run; that all of it is read is what can be expected.
  @Test(arguments: FuzzTarget.allCases)
  func corpusAndFindingsAreRead(target: FuzzTarget) throws {
    let corpus = try Self.files("Corpus", target)
    #expect(corpus.count >= 10)
    for url in try corpus + Self.files("Findings", target) {
      target.run([UInt8](try Data(contentsOf: url)))
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
    for seed in FuzzSeed.chunks { #expect(!ChunksInput.chunks(of: seed.bytes).isEmpty) }
  }
}
