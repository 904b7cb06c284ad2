import Basics
import Testing

@Suite("Glob patterns")
struct GlobPatternTests {
  @Test(
    "a pattern fits the paths that a shell would find",
    arguments: [
      ("*.png", "a.png", true), ("*.png", "a.jpg", false), ("*.png", "art/a.png", false),
      ("*.png", ".hidden.png", false), (".*.png", ".hidden.png", true),
      ("art/**/*.png", "art/a.png", true), ("art/**/*.png", "art/x/y/a.png", true),
      ("art/**/*.png", "other/a.png", false), ("art/**/*.png", "art/.git/a.png", false),
      ("**", "x/y/a.png", true), ("**", "x/y/a.txt", false), ("art/**", "art/a.png", true),
      ("icon@?x.png", "icon@2x.png", true), ("icon@?x.png", "icon@10x.png", false),
      ("[a-c]*.png", "bird.png", true), ("[!a-c]*.png", "bird.png", false), ("[]x].png", "].png", true),
      ("*.{png,PNG}", "a.PNG", true), ("{a,b/{c,d}}/*.png", "b/d/x.png", true),
      ("{a,b}/*.png", "c/x.png", false),
      ("a*b*c.png", "aXbXbc.png", true), ("a*b*c.png", "aXc.png", false), ("./art//*.png", "art/a.png", true),
      ("\\*.png", "*.png", true), ("\\*.png", "a.png", false), ("ä*.png", "äpfel.png", true),
    ])
  func matching(pattern: String, path: String, expected: Bool) throws {
    #expect(try GlobPattern(pattern).matches(path) == expected)
  }

  @Test("excluding a folder covers everything in it")
  func covering() throws {
    let pattern = try GlobPattern("**/drafts")
    #expect(pattern.covers("art/drafts/deep/a.png"))
    #expect(pattern.covers("art/drafts"))
    #expect(!pattern.covers("art/drafts2/a.png"))
  }

  @Test(
    "a pattern that cannot be read says why",
    arguments: [
      ("a[bc.png", .openBracket(name: "a[bc.png")), ("x/{a,b", .openBrace(pattern: "x/{a,b")),
      ("", .empty(pattern: "")), ("/./", .empty(pattern: "/./")),
      ("x/[z-a].png", .emptyRange(name: "[z-a].png", first: "z", last: "a")),
      ("a\\", .trailingBackslash(name: "a\\")),
    ] as [(String, GlobPattern.Malformed)])
  func malformed(pattern: String, expected: GlobPattern.Malformed) {
    #expect(throws: expected) { try GlobPattern(pattern) }
    #expect(expected.description.contains("'"))
  }

  @Test("braces inside braces cannot unfold without end")
  func explosion() {
    let pattern = String(repeating: "{a,b}", count: 30)
    #expect(throws: GlobPattern.Malformed.tooManyAlternatives(pattern: pattern, limit: 256)) {
      try GlobPattern(pattern)
    }
  }

  @Test("many stars take no exponential time")
  func stars() throws {
    let pattern = try GlobPattern(String(repeating: "*a", count: 40) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 200)))
  }
}
