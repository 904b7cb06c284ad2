import TestSupport
import Testing

/// The report on a picture that went through a pipe said `bytesOut: 0`.
@Suite struct StandardOutputByteCountTests {
  @Test func aPictureThroughAPipeIsCounted() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "card-srgb-8.png", as: "in.png")
    let p3tool = CommandRunner.p3tool
    let direct = try await p3tool.run(["convert", "in.png", "--to", "p3", "--format", "json"], in: folder)
    let count = try direct.jsonInputs()[0]["bytesOut"] as? Int
    #expect(count == (try folder.bytes("in.display-p3.png").count))
    // /dev/null is no regular file either, and unlike a pipe it needs nobody to read it.
    let piped = try await p3tool.run(
      ["convert", "in.png", "--to", "p3", "-o", "-", "--format", "json"], output: .file("/dev/null"),
      in: folder)
    #expect(piped.exitCode == 0)
    let isSame = piped.errors.contains("\"bytesOut\" : \(count ?? -1),")
    #expect(isSame)
  }
}
