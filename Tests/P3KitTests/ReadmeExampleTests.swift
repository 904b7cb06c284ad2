import Foundation
import P3Kit
import TestSupport
import Testing

/// The library example of the README, run.
@Suite struct ReadmeExampleTests {
  @Test func theLibraryExampleConvertsAnImage() async throws {
    let input = SharedFolder.packageRoot.appendingPathComponent("TestImages/icon-p3-16.png").path
    let output = NSTemporaryDirectory() + "readme-example-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: output) }

    let conversion = ImageConversion(ConversionRequest(target: .space(.sRGB)))
    let report = try await conversion.convert(.file(input), to: .file(output))

    #expect(report.executor == "matrix")
    #expect(report.source.profile == "Display P3")
    #expect(report.destination.profile == "sRGB")
    let (inspection, profile) = try await ImageInspection().inspect(.file(output))
    #expect(try profile.get().knownSpace == .sRGB)
    #expect(inspection.width == report.width)
  }
}
