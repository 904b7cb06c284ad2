import Testing

@testable import Basics

@Suite struct CheckRepositoryPathTests {
  private let place = RepositoryPath(root: "/home/me/repo", workingFolder: "/home/me/repo/art")

  @Test(arguments: [
    ("a.png", "art/a.png"), ("./a.png", "art/a.png"), ("../b/a.png", "b/a.png"), ("x//y.png", "art/x/y.png"),
    ("/home/me/repo/c.png", "c.png"), ("/elsewhere/c.png", "/elsewhere/c.png"), ("-", "-"),
    ("../../out.png", "../../out.png"), ("/home/me/repository/c.png", "/home/me/repository/c.png"),
  ])
  func pathsAreRelativeToTheRoot(typed: String, relative: String) {
    #expect(place.relative(typed) == relative)
  }

  @Test func theRootIsTheFolderWithGit() {
    let found = RepositoryPath(workingFolder: RepositoryPath.current.root + "/Sources/P3Kit")
    #expect(found.root == RepositoryPath.current.root)
  }
}
