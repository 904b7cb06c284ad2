import Checking
import TestSupport
import Testing

@testable import Reports

/// Reports for comments on pull requests: no file name or message ends a table's cell or row, or notifies a user of GitHub as
/// `@name` does.
@Suite struct MarkdownTests {
  private static func document(_ files: [ReportedFile], rules: [ReportedRule] = [rule]) throws
    -> FindingsDocument
  {
    try FindingsDocument.of(
      files, command: "check", rules: rules, as: .markdown,
      outline: HTMLPage.Outline(headline: "Headline", lead: "Lead."))
  }

  private static let rule = ReportedRule(
    id: "rule", summary: "Summary.", remedy: "Convert with `p3tool convert FILE --to srgb`.", level: .warning)

  private static func finding(
    _ message: String, _ level: FindingLevel = .warning, isKnown: Bool? = nil
  ) -> ReportedFinding {
    ReportedFinding(
      ruleID: "rule", level: level, message: message, region: nil, fingerprint: message, fails: false,
      isKnown: isKnown)
  }

  @Test func theMostSevereComesFirst() throws {
    let text = try Self.document([
      ReportedFile(
        path: "a.png", findings: [Self.finding("little", .note), Self.finding("old", isKnown: true)]),
      ReportedFile(path: "b.png", findings: [Self.finding("much", .error)]),
      ReportedFile(path: "c.png", findings: [], failure: "It is damaged."),
    ]).text()
    #expect(
      text == """
        ### p3tool check: Headline

        **1 error, 1 warning, 1 note, 1 file failed**; 1 of the baseline are not listed.

        | Level | File | Finding |
        | --- | --- | --- |
        | **failed** | `c.png` | It is damaged. |
        | **error** | `b.png` | `rule` much |
        | note | `a.png` | `rule` little |

        <details>
        <summary>What to do</summary>

        - `rule`: Convert with `p3tool convert FILE --to srgb`.

        </details>
        """)
  }

  @Test func longListsAreFoldedAndCut() throws {
    let few = try Self.document([
      ReportedFile(path: "a.png", findings: (1...25).map { Self.finding("\($0)") })
    ]).text()
    #expect(few.contains("<summary>5 more</summary>") && few.contains("| `rule` 25 |"))
    #expect(!few.contains("are not listed here"))
    let many = try Self.document([
      ReportedFile(path: "a.png", findings: (1...5000).map { Self.finding("finding number \($0)") })
    ]).text()
    #expect(many.utf16.count < 65_536)
    let listed = many.matches(of: /\| warning \|/).count
    #expect(many.contains("\(5000 - listed) more are not listed here"))
  }

  @Test func headingAloneHasNoFindings() throws {
    let text = try Self.document([ReportedFile(path: "a.png", findings: [])]).text()
    #expect(text == "### p3tool check: Headline\n")
  }

  @Test(arguments: [
    ("a.png", "`a.png`"), ("a b*c_d.png", "`a b*c_d.png`"), ("a|b.png", "<code>a&#124;b.png</code>"),
    ("`x`", "<code>&#96;x&#96;</code>"), ("a\\|b", "<code>a&#92;&#124;b</code>"),
    ("<img src=x>|", "<code>&#60;img src=x&#62;&#124;</code>"), (" a", "<code> a</code>"),
  ])
  func namesAreCode(name: String, expected: String) {
    #expect(MarkdownText.code(name) == expected)
  }

  @Test(arguments: [
    ("17:1 against #1C1C1E.", "17&#58;1 against `#1C1C1E`."),
    ("with `p3tool soften FILE`, or", "with `p3tool soften FILE`, or"), ("a `b", "a &#96;b"),
    ("@everyone fixes #12", "<code>&#64;</code>everyone fixes <code>&#35;</code>12"),
    ("| end of the | cell", "&#124; end of the &#124; cell"), ("<script>", "&#60;script&#62;"),
    ("https://example.com www.example.com", "https&#58;//example.com www&#46;example.com"),
    ("**bold** [x](y)", "&#42;&#42;bold&#42;&#42; &#91;x&#93;(y)"),
  ])
  func wordsAreText(words: String, expected: String) {
    #expect(MarkdownText.prose(words) == expected)
  }

  // MARK: The program

  private func run(_ arguments: [String], in folder: TemporaryFolder? = nil) async throws -> CommandResult {
    try await CommandRunner.p3tool.run(arguments + ["--format", "markdown"], in: folder)
  }

  /// Every row of a table has as many cells as its head.
  private func expectTables(_ text: String, at location: SourceLocation = #_sourceLocation) {
    var columns: Int?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        columns = nil
        continue
      }
      let count = line.split(separator: "|", omittingEmptySubsequences: false).count
      #expect(count == columns ?? count, "\(line)", sourceLocation: location)
      columns = count
    }
  }

  @Test func everyCommandWithFindingsPrintsIt() async throws {
    let folder = try TemporaryFolder()
    let name = "a|b `c` @d <e>.png"
    try folder.copy(testImage: "icon-p3-16.png", as: name)
    try folder.copy(testImage: "untagged-8.png", as: "other.png")
    let catalog = TestImages.path("Example.xcassets")
    for arguments in [
      ["check", name], ["inspect", name], ["diff", name, "other.png"], ["catalog", "lint", catalog],
      ["palette", "lint", "apple"], ["contrast", "#8396A8", "#2F3C48"],
    ] {
      let text = try await run(arguments, in: folder).text
      #expect(text.hasPrefix("### p3tool \(arguments[0])"), "\(arguments)")
      expectTables(text)
      #expect(!text.contains("<e>") && !text.contains(" @d"))
    }
    let contrast = try await run(["contrast", "#8396A8", "#2F3C48"]).text
    #expect(contrast.contains("| Pair | As seen | Ratio | Verdict |"))
  }

  @Test func batchAndItsMergedReportSayTheSame() async throws {
    let folder = try TemporaryFolder()
    for number in 1...4 { try folder.copy(testImage: "icon-p3-16.png", as: "icon\(number).png") }
    try folder.write(
      Array("version: 1\nsources: '*.png'\noutput:\n  folder: build\nsteps:\n  - check: {}\n".utf8),
      to: "p3tool.yml")
    let whole = try await run(["batch", "--no-cache"], in: folder).text
    #expect(whole.contains("`icon4.png`") && whole.contains("What to do"))
    for index in 1...2 {
      let part = try await CommandRunner.p3tool.run(
        ["batch", "--no-cache", "--shard", "\(index)/2", "--format", "json"], in: folder)
      try folder.write(part.output, to: "\(index).json")
    }
    let merged = try await run(["report", "merge", "1.json", "2.json"], in: folder).text
    func rows(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.hasPrefix("| warning") }
    }
    #expect(!rows(whole).isEmpty && rows(merged) == rows(whole))
    expectTables(merged)
  }
}
