import Foundation
import TestSupport
import Testing

@testable import Reports

/// Reports in words fit a terminal of 80 columns.
@Suite struct WrappedTextTests {
  @Test(arguments: [
    ("one two three", 20, 2, "one two three"), ("one two three", 9, 2, "one two\n  three"),
    ("one two three", 8, 2, "one\n  two\n  three"), ("unbroken-word and", 6, 2, "unbroken-word\n  and"),
    ("", 80, 2, ""), ("abc", 1, 2, "abc"), ("a b", 3, 0, "a b"), (" a", 1, 0, " a"),
    ("run `one two three` now", 8, 2, "run\n  `one two three`\n  now"), ("a ` b", 3, 0, "a `\nb"),
    ("one \u{1B}[31mtwo\u{1B}[0m six", 9, 2, "one \u{1B}[31mtwo\u{1B}[0m\n  six"),
  ])
  func linesBreakBetweenWords(text: String, width: Int, indent: Int, expected: String) {
    #expect(text.wrapped(to: width, indent: indent) == expected)
  }

  @Test func linesGoOnBelowTheirBeginning() {
    #expect("  one two three".wrapped(to: 10) == "  one\n    two\n    three")
    #expect("a.png → b.png  8×8  done".wrapped(to: 15) == "a.png → b.png\n  8×8  done")
  }

  /// On a terminal, results end at its width, and the remedy can still be copied as a whole.
  @Test(
    .enabled(if: ExternalProgram.script.isAvailable, "\(ExternalProgram.script.skipReason)"),
    arguments: ["check", "diff", "convert"])
  func reportsFitTheTerminal(command: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "photo-p3-16.png", as: "photo of a sunset in the mountains.png")
    try folder.copy(testImage: "card-srgb-8.png", as: "b.png")
    try folder.copy(testImage: "icon-p3-16.png", as: "icon.png")
    let words = [
      "check": "'photo of a sunset in the mountains.png' icon.png", "diff": "b.png icon.png",
      "convert": "'photo of a sunset in the mountains.png' icon.png --to srgb -n",
    ]
    let line =
      "stty cols 60; '\(CommandRunner.p3tool.program.path)' \(command) \(words[command] ?? "") 2>/dev/null"
    let seen = try ExternalProgram.script.output(["-qc", line, "/dev/null"], in: folder).replacing(
      "\r\n", with: "\n")
    let plain = seen.replacing(#/\u{1B}\[[0-9;]*[mK]/#, with: "")
    let lines = plain.split(separator: "\n")
    #expect(lines.count > 3)
    for line in lines where line.count > 60 { #expect(line.contains("`p3tool "), "\(line)") }
    if command == "check" {
      #expect(
        plain.contains(
          "`p3tool convert 'photo of a sunset in the mountains.png' --to srgb --compare pictures.html`"))
    }
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
