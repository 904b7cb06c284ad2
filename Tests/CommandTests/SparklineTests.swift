import ColorManagement
import Foundation
import TestSupport
import Testing

@testable import Reports

/// Histograms in one line of text.
@Suite struct SparklineTests {
  private let p3tool = CommandRunner.p3tool

  @Test(arguments: [
    ([0, 0, 0], "▁▁▁", "___"), ([1], "█", "@"), ([0, 1, 1_000_000], "▁▂█", "_.@"), ([25, 100], "▅█", "=@"),
    ([1, 4, 9, 16, 25, 36, 49], "▂▃▄▅▆▇█", ".:-=+*@"), ([], "", ""),
  ])
  func barsGrowWithTheRootOfTheirShare(counts: [Int], blocks: String, ascii: String) {
    #expect(Sparkline.blocks.text(counts) == blocks)
    if counts.count != 7 { #expect(Sparkline.ascii.text(counts) == ascii) }
  }

  @Test func barsOfDifferencesStandBetweenTheirEnds() {
    var spread = DifferenceSpread()
    spread.add(0.2, count: 100)
    spread.add(2.5, count: 25)
    #expect(Sparkline.blocks.text(spread) == "ΔE 0 █ 0.5 ▁ 1 ▁ 2 ▅ 4")
    spread.add(90, count: 1)
    #expect(Sparkline.blocks.text(spread).hasSuffix(" 32 ▂ and more"))
  }

  @Test(arguments: [
    (["LANG": "en_GB.UTF-8"], true), (["LC_ALL": "C.utf8", "LANG": "C"], true),
    (["LC_ALL": "", "LC_CTYPE": "UTF-8"], true), (["LANG": "C"], false),
    (["LC_ALL": "POSIX", "LANG": "C.UTF-8"], false), (["LC_ALL": "", "LC_CTYPE": "", "LANG": ""], false),
    (["LC_CTYPE": "de_DE.ISO-8859-1", "LANG": "de_DE.UTF-8"], false),
  ])
  func theLocaleSaysWhichCharactersThereAre(environment: [String: String], isUTF8: Bool) async throws {
    let unset = ["LC_ALL": "", "LC_CTYPE": "", "LANG": ""]
    let run = try await p3tool.run(
      ["inspect", TestImages.path("photo-p3-16.png")], environment: unset.merging(environment) { $1 })
    let line = try #require(run.text.split(separator: "\n").first { $0.hasPrefix("  lightness ") })
    #expect(
      line.wholeMatch(
        of: isUTF8 ? #/  lightness black [▁-█]{32} white/# : #/  lightness black [_.:\-=+*#@]{32} white/#)
        != nil)
  }

  /// Whatever the locale, JSON is the same, and a page has blocks.
  @Test func documentsDoNotDependOnTheLocale() async throws {
    let image = TestImages.path("photo-p3-16.png")
    for format in ["json", "html"] {
      let one = try await p3tool.run(["inspect", image, "--format", format], environment: ["LC_ALL": "C"])
      let other = try await p3tool.run(
        ["inspect", image, "--format", format], environment: ["LC_ALL": "C.UTF-8"])
      #expect(one.output == other.output)
      #expect(one.text.contains("lightness black ▁") == (format == "html"))
      #expect(one.text.contains("\"lightness\"") == false && one.text.contains("\"spread\"") == false)
    }
  }

  @Test func differencesAndClipsShowHowTheySpread() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "photo-p3-16.png", as: "a.png")
    let utf8 = ["LC_ALL": "C.UTF-8"]
    _ = try await p3tool.run(["convert", "a.png", "--to", "srgb", "-o", "b.png"], in: folder)
    let differing = try await p3tool.run(["diff", "a.png", "b.png"], environment: utf8, in: folder)
    #expect(differing.exitCode == 1)
    #expect(differing.text.contains(#/\n  pixels   ΔE 0 [▁-█] 0\.5 [▁-█] 1 [▁-█] 2 [▁-█] 4\n/#))
    #expect(
      !(try await p3tool.run(["diff", "a.png", "a.png"], environment: utf8, in: folder)).text.contains(
        "pixels   "))
    let check = try await p3tool.run(["check", "a.png"], environment: utf8, in: folder)
    #expect(
      check.text.contains(
        #/gamut-clipping: [^\n]*\n           pixels ΔE 0 [▁-█] 0\.5 [▁-█] 1 [▁-█] 2 [▁-█] 4\n           → /#))
    let plain = try await p3tool.run(["check", "a.png"], environment: ["LC_ALL": "C"], in: folder)
    #expect(plain.text.contains(#/           pixels ΔE 0 [_.:\-=+*#@] 0\.5 /#))
    for words in [["diff", "a.png", "b.png"], ["check", "a.png"]] {
      let json = try await p3tool.run(words + ["--format", "json"], in: folder)
      #expect(!json.text.contains("spread"))
    }
  }
}
