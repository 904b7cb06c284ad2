import Testing

@testable import Basics

@Suite struct FilePathTests {
  @Test(
    "a path has a folder with its slash, a name, and a stem without the last extension",
    arguments: [
      ("a/b/icon@2x.png", "a/b/", "icon@2x.png", "icon@2x"), ("icon.tar.gz", "", "icon.tar.gz", "icon.tar"),
      ("/etc", "/", "etc", "etc"), ("a/.hidden", "a/", ".hidden", ".hidden"), ("a/", "a/", "", ""),
      ("", "", "", ""),
    ])
  func parts(path: String, folder: String, name: String, stem: String) {
    let parts = FilePath(path)
    #expect(parts.folder == folder)
    #expect(parts.name == name)
    #expect(parts.stem == stem)
  }

  @Test(
    "the parent is a path of its own",
    arguments: [("a/b/c", "a/b"), ("a", ""), ("/a", "/"), ("/", "/"), ("a//b", "a/")])
  func parent(path: String, expected: String) { #expect(FilePath(path).parent == expected) }

  @Test(
    "there is one slash between a folder and a name, and none in front of a name alone",
    arguments: [("a", "b", "a/b"), ("a/", "b", "a/b"), ("", "b", "b"), ("/", "b", "/b"), ("a", "", "a/")])
  func join(folder: String, name: String, expected: String) {
    #expect(FilePath.join(folder, name) == expected)
  }

  @Test(
    "paths get one shortest spelling",
    arguments: [
      ("a/./b//c", "a/b/c"), ("a/../b", "b"), ("../a", "../a"), ("../../a/..", "../.."),
      ("a/../../b", "../b"), ("/a/", "/a"), ("/../a", "/a"), ("/", "/"), (".", ""), ("", ""),
    ])
  func normalized(path: String, expected: String) {
    #expect(FilePath.normalized(path) == expected)
    #expect(FilePath.normalized(expected) == expected)
  }

  @Test(
    "a path below a folder stays in it, or is none",
    arguments: [
      ("a/../b", "b"), ("/a", "a"), ("//a/./b/", "a/b"), ("..a", "..a"), ("a/..", nil), ("..", nil),
      ("a/../../b", nil), ("/..", nil), ("", nil),
    ])
  func normalizedBelow(path: String, expected: String?) {
    #expect(FilePath.normalizedBelow(path) == expected)
  }
}
