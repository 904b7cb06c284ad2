import TestSupport
import Testing

@testable import p3tool

/// Reports in words fit a terminal of 80 columns.
@Suite struct WrappedTextTests {
  @Test(arguments: [
    ("one two three", 20, 2, "one two three"), ("one two three", 9, 2, "one two\n  three"),
    ("one two three", 8, 2, "one\n  two\n  three"), ("unbroken-word and", 6, 2, "unbroken-word\n  and"),
    ("", 80, 2, ""), ("abc", 1, 2, "abc"), ("a b", 3, 0, "a b"), (" a", 1, 0, " a"),
  ])
  func linesBreakBetweenWords(text: String, width: Int, indent: Int, expected: String) {
    #expect(text.wrapped(to: width, indent: indent) == expected)
  }

  @Test(arguments: [
    ["inspect", TestImages.path("card-srgb-8.png"), TestImages.path("palette-srgb-8.png")],
    // Apple's longest names with four decimals of alpha take 92 columns: a table's lines are not broken.
    ["palette", "show", "fiori"],
  ])
  func reportsFit80Columns(arguments: [String]) async throws {
    let text = try await CommandRunner.p3tool.run(arguments).text
    let long = text.split(separator: "\n").filter { $0.count > 80 && !$0.hasPrefix("/") }
    #expect(long.isEmpty, "\(long)")
    #expect(text.split(separator: "\n").count > 10)
  }
}
