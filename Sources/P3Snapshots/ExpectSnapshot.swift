public import P3Kit
import Testing
import XCTest

#if canImport(FoundationEssentials)
  import FoundationEssentials
#endif

/// How a snapshot test treats its picture. `P3_SNAPSHOTS` in the environment sets the mode of all tests.
public enum SnapshotMode: String, Sendable, Hashable, CaseIterable {
  /// Compares the picture with the stored one. The test fails if none is stored.
  case compare
  /// Stores the picture, replacing any stored one.
  case record
  /// Stores the picture if none is stored or the stored one differs. A stored picture that looks equal stays.
  case accept
}

/// Expects a picture to look like its stored version.
///
///     @Test func theBadgeIsGreen() async {
///       await expectSnapshot(of: .bytes(badge.png(), name: "badge"), named: "badge")
///     }
///
/// Colours are compared, each by the profile of its picture: Display P3 at 16 bits equals sRGB at 8 bits if both look
/// the same. The picture is stored as `SUITE/NAME.png` in the folder `__Snapshots__` beside the test; SUITE is the name
/// of the test's file. If a comparison fails and `SNAPSHOT_ARTIFACTS` names a folder, the new picture is written to
/// `SUITE/NAME.png` there: `p3tool diff Tests/ ARTIFACTS/` shows both, and accepts the new one with `--accept-all`. A
/// test of Swift Testing gets the stored picture, the new one and a map of the differences as attachments.
///
/// - Parameters:
///   - image: the picture, a PNG.
///   - name: the file name of the stored picture, without a folder or extension.
///   - request: the tolerated difference.
///   - folder: the folder of stored pictures; nil for `__Snapshots__` beside the test.
///   - mode: the treatment of the picture; nil for the mode in the environment, or `compare`.
///   - fileID: the test, for messages.
///   - filePath: the test's file, which decides where pictures are stored.
///   - line: the line of the call.
///   - column: the column of the call.
public func expectSnapshot(
  of image: ImageSource, named name: String, _ request: DifferenceRequest = DifferenceRequest(.visible),
  in folder: String? = nil, mode: SnapshotMode? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async {
  let place = SnapshotPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let snapshot = try Snapshot(image, named: name, in: folder, at: place, request)
    try await snapshot.meet(as: mode ?? SnapshotMode.fromEnvironment())
  } catch {
    place.fail("\(name): \(error)")
  }
}

extension SnapshotMode {
  /// The environment variable that sets the mode.
  static let variable = "P3_SNAPSHOTS"

  static func fromEnvironment() throws -> SnapshotMode {
    guard let text = ProcessInfo.processInfo.environment[variable] else { return .compare }
    if let mode = SnapshotMode(rawValue: text) { return mode }
    let modes = allCases.map(\.rawValue).joined(separator: ", ")
    throw SnapshotError("\(variable) is \(text), and no mode: \(modes)")
  }
}

/// Why a snapshot cannot be compared or stored.
struct SnapshotError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A place in the sources where a picture is expected.
struct SnapshotPlace {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// Fails the running test: of Swift Testing, or else of XCTest.
  func fail(_ message: String) {
    guard Test.current != nil else { return XCTFail(message, file: filePath, line: line) }
    Issue.record(
      Comment(rawValue: message),
      sourceLocation: SourceLocation(
        fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column)))
  }
}

/// One picture and the place where it is stored.
private struct Snapshot {
  private let image: ImageSource
  private let kept: String
  private let name: String
  private let suite: String
  private let place: SnapshotPlace
  private let request: DifferenceRequest

  init(
    _ image: ImageSource, named name: String, in folder: String?, at place: SnapshotPlace,
    _ request: DifferenceRequest
  ) throws(SnapshotError) {
    guard !name.isEmpty, !name.contains("/"), name.first != "." else {
      throw SnapshotError("a snapshot has a name without slashes that does not begin with a dot")
    }
    let file = URL(fileURLWithPath: "\(place.filePath)")
    self.image = image
    self.name = name
    self.place = place
    self.request = request
    suite = file.deletingPathExtension().lastPathComponent
    let folder = folder ?? file.deletingLastPathComponent().appendingPathComponent("__Snapshots__").path
    kept = "\(folder)/\(suite)/\(name).png"
  }

  func meet(as mode: SnapshotMode) async throws {
    if mode == .record { return try keep() }
    guard FileManager.default.fileExists(atPath: kept) else {
      if mode == .accept { return try keep() }
      return place.fail("\(kept) is missing: keep the first picture with \(SnapshotMode.variable)=record")
    }
    let map = ImageInMemory(name: "\(name).difference.png")
    let report = try await ImageDifference(request).compare(
      .file(kept), image, heatmap: .memory(map), paintsEqualImages: false)
    guard report.verdict != .same else { return }
    if mode == .accept { return try keep() }
    try attach(map)
    let artifact = try writeArtifact()
    let facts = report.findings.filter { $0.level == .error }.map(\.message).joined(separator: "; ")
    place.fail("\(name): \(facts) (\(artifact); keep the new one with \(SnapshotMode.variable)=accept)")
  }

  private func keep() throws { try write(to: URL(fileURLWithPath: kept)) }

  private func writeArtifact() throws -> String {
    guard let folder = ProcessInfo.processInfo.environment["SNAPSHOT_ARTIFACTS"], !folder.isEmpty else {
      return "the new picture goes to the folder that SNAPSHOT_ARTIFACTS names"
    }
    let file = URL(fileURLWithPath: folder).appendingPathComponent("\(suite)/\(name).png")
    try write(to: file)
    return "the new picture is \(file.path)"
  }

  private func write(to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes()).write(to: file, options: .atomic)
  }

  private func bytes() throws -> [UInt8] {
    switch image {
    case .bytes(let bytes, _): bytes
    case .file(let path): try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    case .standardInput: throw SnapshotError("a snapshot is a file or bytes, not standard input")
    }
  }

  private func attach(_ map: ImageInMemory) throws {
    guard Test.current != nil else { return }
    try Attachment.record(Array(Data(contentsOf: URL(fileURLWithPath: kept))), named: "\(name).kept.png")
    try Attachment.record(bytes(), named: "\(name).new.png")
    if let bytes = map.bytes { Attachment.record(bytes, named: map.name) }
  }
}
