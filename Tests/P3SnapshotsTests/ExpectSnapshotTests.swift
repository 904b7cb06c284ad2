import Foundation
import P3Kit
import P3Snapshots
import TestSupport
import Testing
import XCTest

@Suite struct ExpectSnapshotTests {
  private let folder: TemporaryFolder
  private var kept: String { folder.path("ExpectSnapshotTests/picture.png") }

  init() throws { folder = try TemporaryFolder() }

  private func expect(_ image: String, as mode: SnapshotMode, named name: String = "picture") async {
    await expectSnapshot(of: .file(TestImages.path(image)), named: name, in: folder.path, mode: mode)
  }

  /// Whether a comparison with the kept picture fails, and with which words.
  private func failure(of image: String, named name: String = "picture") async -> String? {
    nonisolated(unsafe) var words: String?
    await withKnownIssue(isIntermittent: true) {
      await expect(image, as: .compare, named: name)
    } matching: { issue in
      words = issue.comments.map(\.rawValue).joined()
      return true
    }
    return words
  }

  @Test func whatWasRecordedIsMet() async throws {
    await expect("photo-p3-16.png", as: .record)
    #expect(try folder.bytes("ExpectSnapshotTests/picture.png") == TestImages.bytes("photo-p3-16.png"))
    await expect("photo-p3-16.png", as: .compare)
  }

  @Test func anotherPictureIsNoticedAndAccepted() async throws {
    await expect("photo-p3-16.png", as: .record)
    let words = try #require(await failure(of: "ramps-p3-16.png"))
    #expect(words.contains("picture:") && words.contains("P3_SNAPSHOTS=accept"))
    await expect("ramps-p3-16.png", as: .accept)
    #expect(await failure(of: "ramps-p3-16.png") == nil)
  }

  /// Simulators write Display P3 at 16 bits where the kept picture has sRGB at 8.
  @Test func anotherEncodingIsTheSamePicture() async throws {
    let converted = ImageInMemory()
    var request = ConversionRequest(target: .space(.displayP3))
    request.depth = .sixteen
    _ = try await ImageConversion(request).convert(
      .file(TestImages.path("card-srgb-8.png")), to: .memory(converted))
    await expect("card-srgb-8.png", as: .record)
    let bytes = try #require(converted.bytes)
    await expectSnapshot(
      of: .bytes(bytes, name: "card"), named: "picture", in: folder.path, mode: .compare)
    // What looks the same stays as it is.
    await expectSnapshot(
      of: .bytes(bytes, name: "card"), named: "picture", in: folder.path, mode: .accept)
    #expect(try folder.bytes("ExpectSnapshotTests/picture.png") == TestImages.bytes("card-srgb-8.png"))
  }

  @Test func withoutAKeptPictureATestFails() async throws {
    let words = try #require(await failure(of: "photo-p3-16.png"))
    #expect(words.contains("picture.png is missing") && words.contains("P3_SNAPSHOTS=record"))
    #expect(!FileManager.default.fileExists(atPath: kept))
  }

  @Test(arguments: ["", "../picture", ".hidden"])
  func aPathIsNoName(name: String) async throws {
    #expect(await failure(of: "photo-p3-16.png", named: name)?.contains("without slashes") == true)
  }
}

final class SnapshotXCTests: XCTestCase {
  func testASnapshotIsMetInXCTestToo() async throws {
    let folder = try TemporaryFolder()
    let image = ImageSource.file(TestImages.path("photo-p3-16.png"))
    await expectSnapshot(of: image, named: "photo", in: folder.path, mode: .record)
    await expectSnapshot(of: image, named: "photo", in: folder.path, mode: .compare)
  }
}
