import Foundation
import P3Kit
import Testing

/// Compares a drawing with the picture that was kept of it. To keep a new one, run the tests with `RECORD_SNAPSHOTS=1`.
///
/// The comparison is that of `p3tool diff`: by colour, each picture through its own profile. So it does not matter that one
/// machine draws in sRGB with 8 bits and another one in Display P3 with 16.
func expectSnapshot(
  _ name: String, _ request: DifferenceRequest = DifferenceRequest(.visible),
  sourceLocation: SourceLocation = #_sourceLocation, draw: (String) throws -> Void
) async throws {
  let kept = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots/\(name).png").path
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
    try draw(kept)
    return
  }
  let drawn = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID()).png").path
  defer { try? FileManager.default.removeItem(atPath: drawn) }
  try draw(drawn)
  let report = try await ImageDifference(request).compare(.file(kept), .file(drawn))
  let findings = report.findings.filter { $0.level == .error }.map(\.message)
  #expect(
    report.verdict == .same, "\(name): \(findings.joined(separator: "; "))", sourceLocation: sourceLocation)
}
