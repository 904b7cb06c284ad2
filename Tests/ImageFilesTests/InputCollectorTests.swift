import Foundation
import ImageFiles
import TestSupport
import Testing

/// From command-line words to images.
@Suite struct InputCollectorTests {
  private func names(_ results: [Result<InputCollector.Input, InputCollector.Failure>]) -> [String] {
    results.map { result in
      switch result {
      case .success(let input): input.source.name
      case .failure(let failure): "failed: \(failure.path)"
      }
    }
  }

  private func tree() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["b.png", "a.PNG", "sub/c.png", "sub/deep/d.png", ".hidden/e.png", ".f.png", "text.txt"] {
      try folder.write([], to: name)
    }
    return folder
  }

  @Test func aFolderGivesItsPNGFilesSortedAndNoHiddenOnes() throws {
    let folder = try tree()
    let found = InputCollector(recursive: true).collect([folder.path])
    #expect(
      names(found)
        == ["a.PNG", "b.png", "sub/c.png", "sub/deep/d.png"].map { folder.path($0) })
    #expect(try found.map { try $0.get().pathInFolder } == ["a.PNG", "b.png", "sub/c.png", "sub/deep/d.png"])
  }

  @Test func aSlashAtTheEndChangesNothing() throws {
    let folder = try tree()
    let collector = InputCollector(recursive: true)
    #expect(names(collector.collect([folder.path + "/"])) == names(collector.collect([folder.path])))
  }

  @Test func aFolderWithoutRecursiveAndAMissingFileFailAlone() throws {
    let folder = try tree()
    let found = InputCollector(recursive: false).collect([
      folder.path("b.png"), folder.path, folder.path("none.png"), folder.path("text.txt"),
    ])
    #expect(
      names(found)
        == [
          folder.path("b.png"), "failed: \(folder.path)", "failed: \(folder.path("none.png"))",
          folder.path("text.txt"),
        ])
    guard case .failure(let noRecursion) = found[1], case .failure(let missing) = found[2] else {
      Issue.record("both fail")
      return
    }
    #expect("\(noRecursion.error)".contains("--recursive"))
    #expect("\(missing.error)".contains("is the path spelled right?"))
  }

  @Test func anImageNamedTwiceIsTakenOnce() throws {
    let folder = try tree()
    let path = folder.path("b.png")
    let found = InputCollector(recursive: true).collect([path, folder.path, path, "-", "-"])
    #expect(names(found).filter { $0 == path }.count == 1)
    #expect(names(found).filter { $0 == "-" }.count == 1)
    #expect(names(found).first == path)
  }

  @Test(arguments: [
    ("*.draft.png", ["a.png", "sub/b.png", "sub/old/c.png"]), ("old", ["a.draft.png", "a.png", "sub/b.png"]),
    ("sub/*.png", ["a.draft.png", "a.png", "sub/old/c.png"]), ("sub/**", ["a.draft.png", "a.png"]),
    ("{a,b}.png", ["a.draft.png", "sub/old/c.png"]),
  ])
  func excludedImagesAreLeftOut(pattern: String, kept: [String]) throws {
    let folder = try TemporaryFolder()
    for name in ["a.png", "a.draft.png", "sub/b.png", "sub/old/c.png"] { try folder.write([], to: name) }
    let glob = try GlobPattern(pattern.contains("/") ? pattern : "**/" + pattern)
    let collector = InputCollector(recursive: true, excluded: [glob])
    #expect(names(collector.collect([folder.path])) == kept.map { folder.path($0) })
  }

  @Test func linksToFilesAreFollowedAndLinksToFoldersAreNot() throws {
    let folder = try TemporaryFolder()
    let real = try folder.write([], to: "elsewhere/real.png")
    try folder.makeFolder("art")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path("art/link.png"), withDestinationPath: real)
    try manager.createSymbolicLink(atPath: folder.path("art/loop"), withDestinationPath: folder.path("art"))
    try manager.createSymbolicLink(atPath: folder.path("art/broken.png"), withDestinationPath: "/none")
    let found = InputCollector(recursive: true).collect([folder.path("art")])
    #expect(names(found) == ["failed: \(folder.path("art/broken.png"))", folder.path("art/link.png")])
    guard case .failure(let broken)? = found.first else { return }
    #expect(broken.error.description.hasSuffix("art/broken.png: a link to nothing (exclude or mend it)"))
    let excluding = InputCollector(recursive: true, excluded: [try GlobPattern("**/broken.png")])
    #expect(names(excluding.collect([folder.path("art")])) == [folder.path("art/link.png")])
  }

  @Test func aFileOfSeveralNamesIsTakenOnceOnRequest() throws {
    let folder = try tree()
    let manager = FileManager.default
    for name in ["A.png", "sub/z.png"] {
      try manager.createSymbolicLink(atPath: folder.path(name), withDestinationPath: folder.path("b.png"))
    }
    try manager.linkItem(atPath: folder.path("sub/c.png"), toPath: folder.path("sub/hard.png"))
    let all = InputCollector(recursive: true).collect([folder.path])
    let once = InputCollector(recursive: true, takesFilesOnce: true).collect([folder.path])
    #expect(all.count == once.count + 3)
    #expect(names(once) == ["a.PNG", "b.png", "sub/c.png", "sub/deep/d.png"].map { folder.path($0) })
    // What the command line names itself is taken as it is named.
    let link = folder.path("A.png")
    #expect(names(InputCollector(recursive: true, takesFilesOnce: true).collect([link])) == [link])
  }

  @Test func aFolderWithoutPNGFilesFails() throws {
    let folder = try TemporaryFolder()
    let found = InputCollector(recursive: true).collect([folder.path])
    #expect(names(found) == ["failed: \(folder.path)"])
  }
}
