import Foundation
import TestSupport
import Testing

/// `diff` on folders as other tools leave them: every image meets its reference, and what is accepted replaces that.
@Suite struct LayoutTests {
  private let p3tool = CommandRunner.p3tool

  private static func picture(_ gray: UInt8) -> [UInt8] {
    PNGFile.image8(width: 4, colorType: 0, [UInt8](repeating: gray, count: 16)).bytes
  }

  /// Files with pictures of one grey each.
  private func tree(_ files: [String: UInt8]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, gray) in files { try folder.write(Self.picture(gray), to: name) }
    return folder
  }

  private func isGray(_ gray: UInt8, _ name: String, in folder: TemporaryFolder) throws -> Bool {
    try folder.bytes(name) == Self.picture(gray)
  }

  /// What Playwright 1.40 and later leave of failed tests of two projects: copies of references, images, differences.
  private static let playwright: [String: UInt8] = [
    "tests/home.spec.ts-snapshots/home-chromium-linux.png": 10,
    "tests/home.spec.ts-snapshots/home-firefox-linux.png": 10,
    "tests/home.spec.ts-snapshots/menu-chromium-linux.png": 20,
    "tests/other.spec.ts-snapshots/home-chromium-linux.png": 10,
    "node_modules/x/home-chromium-linux.png": 10,
    "test-results/home-is-shown-chromium/home-expected.png": 10,
    "test-results/home-is-shown-chromium/home-actual.png": 90,
    "test-results/home-is-shown-chromium/home-diff.png": 1,
    "test-results/home-is-shown-firefox/home-expected.png": 10,
    "test-results/home-is-shown-firefox/home-actual.png": 91,
    "test-results/home-has-a-menu-chromium/menu-1-expected.png": 20,
    "test-results/home-has-a-menu-chromium/menu-1-actual.png": 92,
  ]

  @Test func playwrightHasCopiesOfReferences() async throws {
    let folder = try tree(Self.playwright)
    let run = try await p3tool.run(["diff", "test-results", "--accept-glob", "*-chromium/**"], in: folder)
    #expect(run.exitCode == 1, "\(run.errors)")
    #expect(run.text.contains("3 images (layout playwright): 0 the same, 3 different, 2 of them accepted"))
    let references = "tests/home.spec.ts-snapshots"
    #expect(try isGray(90, "\(references)/home-chromium-linux.png", in: folder))
    #expect(try isGray(92, "\(references)/menu-chromium-linux.png", in: folder))
    #expect(try isGray(10, "\(references)/home-firefox-linux.png", in: folder), "not accepted")
    #expect(try isGray(10, "tests/other.spec.ts-snapshots/home-chromium-linux.png", in: folder))
    #expect(try isGray(10, "test-results/home-is-shown-chromium/home-expected.png", in: folder), "a copy")
    #expect(
      run.text.contains(
        "test-results/home-is-shown-chromium/home-actual.png → \(references)/home-chromium-linux.png  accepted"
      ))
  }

  @Test func aCopyWithoutItsReferenceIsComparedAndNotAccepted() async throws {
    var files = Self.playwright
    for name in files.keys where name.hasPrefix("tests/home.spec.ts-snapshots/menu") { files[name] = 21 }
    let folder = try tree(files)
    let run = try await p3tool.run(["diff", "test-results", "--accept-all"], in: folder)
    #expect(run.exitCode == 2)
    #expect(
      run.errors.contains(
        "menu-1-actual.png: cannot be accepted: no reference below . has the bytes of menu-1-expected"))
    #expect(try isGray(20, "test-results/home-has-a-menu-chromium/menu-1-expected.png", in: folder))
    #expect(try isGray(91, "tests/home.spec.ts-snapshots/home-firefox-linux.png", in: folder))
    let page = try await p3tool.run(["diff", "test-results", "--format", "html"], in: folder)
    #expect(page.text.contains("Layout playwright."))
    #expect(!page.text.contains(#"data-path="home-has-a-menu-chromium/menu-1.png""#), "nothing to decide")
    let json = try await p3tool.run(["diff", ".", "test-results", "--format", "json"], in: folder)
      .jsonInputs()
    #expect(json.allSatisfy { ($0["notes"] as? [String])?.contains("layout playwright") == true })
  }

  /// As `LocalFileComparator` names them: in `failures` of the test's folder, without the folders of the key.
  @Test(arguments: ["test", "test/widgets/failures"]) func flutterHasCopiesWithSuffixes(place: String)
    async throws
  {
    let folder = try tree([
      "test/widgets/goldens/button.png": 10, "test/other/goldens/button.png": 10,
      "test/widgets/failures/button_masterImage.png": 10, "test/widgets/failures/button_testImage.png": 90,
      "test/widgets/failures/button_isolatedDiff.png": 1, "test/widgets/failures/button_maskedDiff.png": 2,
    ])
    let run = try await p3tool.run(["diff", place, "--accept-all"], in: folder)
    #expect(run.exitCode == 0, "\(run.text)")
    #expect(run.text.contains("1 image (layout flutter): 0 the same, 1 different, 1 of them accepted"))
    #expect(try isGray(90, "test/widgets/goldens/button.png", in: folder))
    #expect(try isGray(10, "test/other/goldens/button.png", in: folder))
  }

  @Test func severalGoldensOfOneNameAreNotAccepted() async throws {
    let folder = try tree([
      "test/goldens/ios/button.png": 10, "test/goldens/android/button.png": 11,
      "test/failures/button_masterImage.png": 10, "test/failures/button_testImage.png": 90,
    ])
    let run = try await p3tool.run(["diff", "test", "--accept-all"], in: folder)
    #expect(
      run.exitCode == 2 && run.errors.contains("more than one reference below test is called button.png: "))
    #expect(try isGray(10, "test/goldens/ios/button.png", in: folder))
  }

  /// Failed images are where SNAPSHOT_ARTIFACTS says, in a folder for each file of tests.
  @Test(arguments: [["Tests", "artifacts"], ["."]]) func swiftSnapshotsHaveTheSameNames(folders: [String])
    async throws
  {
    let folder = try tree([
      "Tests/AppTests/__Snapshots__/MenuTests/testMenu.1.png": 10,
      "Tests/AppTests/__Snapshots__/MenuTests/testMenu.2.png": 11,
      "Tests/AppTests/__Snapshots__/ListTests/testMenu.1.png": 12,
      "artifacts/MenuTests/testMenu.1.png": 90,
    ])
    let run = try await p3tool.run(["diff"] + folders + ["--accept-all"], in: folder)
    #expect(run.exitCode == 0, "\(run.text)")
    #expect(run.text.contains("1 image (layout swift-snapshot): 0 the same, 1 different, 1 of them accepted"))
    #expect(try isGray(90, "Tests/AppTests/__Snapshots__/MenuTests/testMenu.1.png", in: folder))
    #expect(try isGray(12, "Tests/AppTests/__Snapshots__/ListTests/testMenu.1.png", in: folder))
  }

  @Test func regSuitHasTwoFoldersInOne() async throws {
    let folder = try tree([
      ".reg/expected/a/b.png": 10, ".reg/actual/a/b.png": 90, ".reg/actual/new.png": 91,
      ".reg/diff/a/b.png": 1,
    ])
    let run = try await p3tool.run(["diff", ".reg", "--accept-all"], in: folder)
    #expect(run.exitCode == 0 && run.text.contains("2 images (layout reg-suit)"), "\(run.text)")
    #expect(try isGray(90, ".reg/expected/a/b.png", in: folder))
    #expect(try isGray(91, ".reg/expected/new.png", in: folder))
  }

  /// Folders with results of two runs are compared by their paths, as folders of no known layout are.
  @Test func twoFoldersOfResultsArePlain() async throws {
    let folder = try tree([
      "old/t/home-expected.png": 10, "old/t/home-actual.png": 90, "new/t/home-expected.png": 10,
      "new/t/home-actual.png": 30,
    ])
    let run = try await p3tool.run(["diff", "old", "new"], in: folder)
    #expect(run.text.contains("2 images: 1 the same, 1 different"))
    let asked = try await p3tool.run(["diff", "old", "new", "--layout", "playwright"], in: folder)
    #expect(asked.text.contains("1 image (layout playwright)"))
  }

  @Test(arguments: [
    (["plain"], "plain has no names of Playwright"), (["plain", "--layout", "plain"], "plain has no names"),
    (["plain/a.png"], "<after>"), (["plain/a.png", "plain/a.png", "--layout", "flutter"], "takes folders"),
    (["plain", "plain", "--layout", "playwrite"], "Did you mean 'playwright'?"),
  ])
  func whatFitsNoLayoutIsAUsageError(words: [String], error: String) async throws {
    let folder = try tree(["plain/a.png": 1])
    let run = try await p3tool.run(["diff"] + words, in: folder)
    #expect(run.exitCode == 64 && run.errors.contains(error), "\(run.errors)")
  }

  @Test func aFolderWithoutResultsSaysSo() async throws {
    let folder = try tree(["plain/a.png": 1])
    let run = try await p3tool.run(["diff", "plain", "--layout", "playwright"], in: folder)
    #expect(run.exitCode == 2 && run.errors.contains("plain: holds no"), "\(run.errors)")
  }
}
