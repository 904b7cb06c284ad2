import Foundation
import TestSupport
import Testing

/// Commands over several images at once: the same files and words whatever the number of jobs. Under the thread
/// sanitizer these runs find races (`make sanitize-threads`).
@Suite struct SeveralImagesTests {
  private static let commands: [[String]] = [
    ["convert", "--to", "srgb", "--gamut", "soft", "--depth", "8", "-o", "out/"],
    ["convert", "--to", "display-p3", "--soften", "-o", "out/"],
    ["soften", "--mode", "white", "-o", "out/"],
    ["simulate", "--vision", "tritanopia", "-o", "out/"],
    ["check", "--heatmap", "out/", "--fail-on", "color-vision"],
    ["inspect"],
  ]

  private static func run(_ command: [String], jobs: String) async throws -> (
    CommandResult, [String: [UInt8]]
  ) {
    let folder = try TemporaryFolder()
    let images = try TestImages.names().prefix(6).map(TestImages.path)
    let result = try await CommandRunner.p3tool.run(
      command + ["--format", "json", "-j", jobs] + images, in: folder)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("out"))) ?? []
    let contents = try files.map { ($0, try folder.bytes("out/" + $0)) }
    return (result, Dictionary(uniqueKeysWithValues: contents))
  }

  @Test(arguments: commands)
  func theNumberOfJobsChangesNothing(command: [String]) async throws {
    let (one, files) = try await Self.run(command, jobs: "1")
    let (four, others) = try await Self.run(command, jobs: "4")
    #expect(one.exitCode == 0 || one.exitCode == 1)
    #expect(four.exitCode == one.exitCode)
    #expect(four.text == one.text)
    #expect(four.errors == one.errors)
    #expect(others == files)
    #expect(files.isEmpty == (command[0] == "inspect"))
  }
}
