import ColorManagement
import Foundation
import TestSupport
import Testing

/// `p3tool profiles` run as a program.
@Suite struct ProfilesCommandTests {
  private let p3tool = CommandRunner.p3tool

  @Test func everyBuiltInProfileHasALineInColumns() async throws {
    let run = try await p3tool.run(["profiles"])
    #expect(run.exitCode == 0)
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == RGBColorSpace.allCases.count)
    for (line, space) in zip(lines, RGBColorSpace.allCases) {
      #expect(line.hasPrefix(space.rawValue + " "))
      #expect(line.contains(" \(space.displayName) "))
    }
    // The third column begins at one place.
    #expect(Set(lines.map { $0.range(of: "ICC 4")?.lowerBound.utf16Offset(in: $0) }).count == 1)
  }

  @Test func theJSONListsTheSameNames() async throws {
    let document = try await p3tool.run(["profiles", "--format", "json"]).json()
    #expect(document["command"] as? String == "profiles" && document["schema"] as? Int == 1)
    let ids = (document["profiles"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    #expect(ids == RGBColorSpace.allCases.map(\.rawValue))
  }

  @Test(arguments: RGBColorSpace.allCases)
  func anExportedProfileIsTheBuiltInOne(space: RGBColorSpace) async throws {
    let folder = try TemporaryFolder()
    let run = try await p3tool.run(["profiles", "export", space.rawValue, "out.icc"], in: folder)
    #expect(run.exitCode == 0)
    #expect(try folder.bytes("out.icc") == space.profile.bytes)
    let gray = try await p3tool.run(["profiles", "export", space.rawValue, "gray.icc", "--gray"], in: folder)
    #expect(gray.exitCode == 0)
    #expect(try folder.bytes("gray.icc") == space.grayProfile.bytes)
  }

  @Test func aDashIsStandardOutput() async throws {
    let folder = try TemporaryFolder()
    let run = try await p3tool.run(["profiles", "export", "p3", "-"], in: folder)
    #expect(run.exitCode == 0)
    #expect(run.output == RGBColorSpace.displayP3.profile.bytes)
    #expect(try folder.names().isEmpty)
  }

  @Test func anExistingFileIsReplacedOnlyWithForce() async throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "out.icc")
    let refused = try await p3tool.run(["profiles", "export", "p3", "out.icc"], in: folder)
    #expect(refused.exitCode == 2)
    #expect(refused.errors.contains("--force"))
    #expect(try folder.bytes("out.icc") == [1])
    #expect(
      try await p3tool.run(["profiles", "export", "p3", "out.icc", "--force"], in: folder).exitCode == 0)
    #expect(try folder.bytes("out.icc") == RGBColorSpace.displayP3.profile.bytes)
  }

  @Test(
    .enabled(if: ExternalProgram.exiftool.isAvailable, "\(ExternalProgram.exiftool.skipReason)"),
    arguments: RGBColorSpace.allCases)
  func exiftoolReadsItsName(space: RGBColorSpace) async throws {
    let folder = try TemporaryFolder()
    _ = try await p3tool.run(["profiles", "export", space.rawValue, "out.icc"], in: folder)
    let said = try ExternalProgram.exiftool.output(["-s3", "-ProfileDescription", folder.path("out.icc")])
    #expect(said == space.displayName + "\n")
  }
}
