import Foundation
import TestSupport
import Testing

/// Commands over several images at once: the same files and words whatever the number of jobs. Under the thread
/// sanitizer these runs find races (`make sanitize-threads`).
@Suite struct SeveralImagesTests {
  /// An image that is done is told of while larger ones keep every thread busy.
  @Test(.enabled(if: ExternalProgram.taskset.isAvailable, "\(ExternalProgram.taskset.skipReason)"))
  func whatIsDoneIsSaidAtOnce() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "card-srgb-8.png", as: "a.png")
    let gradient = (0..<2500 * 2500).map { UInt8(truncatingIfNeeded: $0 / 2500 / 10) }
    for name in ["b", "c"] {
      try folder.write(PNGFile.image8(width: 2500, colorType: 0, gradient).bytes, to: "\(name).png")
    }
    let run = try await CommandRunner.shell(
      """
      taskset -c 0,1 "$P3TOOL" convert a.png b.png c.png --to display-p3 -j 2 -o out/ |
        { read -r line; echo "$line"; ls out; cat >/dev/null; }
      """, in: folder)
    let lines = run.text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("a.png → out/a.png") == true && lines.count == 2, "\(run.text)")
  }

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
