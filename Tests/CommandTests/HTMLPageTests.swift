import Checking
import Colors
import Foundation
import Testing

@testable import ImageFiles
@testable import Reports

@Suite struct HTMLPageTests {
  /// A page that has everything a page can have.
  private static func document() throws -> FindingsDocument {
    try FindingsDocument.of(
      [
        ReportedFile(
          path: "a.png",
          findings: (1...5).map { number in
            ReportedFinding(
              ruleID: "rule", level: number == 2 ? .error : .note,
              message: number == 3 ? "Run `p3tool`." : "Message \(number)",
              region: .init(x: 1, y: 2, width: 3, height: 4), fingerprint: "\(number)", fails: false,
              isKnown: number == 1)
          }, failure: nil), ReportedFile(path: "b.png", findings: [], failure: "It is damaged."),
      ],
      notes: [
        HTMLPage.FileNotes(
          facts: ["one", "two"], columnValues: [.number("12")],
          pictures: [Self.pictures],
          tables: [ReportTable(caption: "Table", heads: ["", "Pixels"], rows: [["Red", "7"]])]),
        HTMLPage.FileNotes(columnValues: [.number("")]),
      ], command: "check",
      rules: [ReportedRule(id: "rule", summary: "Summary.", remedy: "Remedy.", level: .warning)], as: .html,
      outline: HTMLPage.Outline(
        headline: "Headline", lead: "Lead.", columns: [.text("File"), .number("Size")],
        summary: ReportTable(caption: "Steps", heads: ["step"], rows: [["convert"]]),
        hasPictures: true))
  }

  private static var pictures: HTMLPage.Pictures {
    var pictures = HTMLPage.Pictures(
      [(png: [1], caption: "Picture"), ([2], "Clipped"), ([3], "Softer")], width: 64, height: 8,
      ground: .dark(BackgroundColor.standard[2]),
      hasTransparency: true, heatmap: [4], legend: "Lost",
      boxes: HTMLPage.Box.of(
        [[.init(x: 8, y: 4, width: 32, height: 8), .init(x: 0, y: 0, width: 1, height: 1)], []], width: 128,
        height: 16))
    pictures.title = "Title"
    pictures.isHeatAside = true
    return pictures
  }

  @Test func everythingIsOnThePage() throws {
    let text = try Self.document().text()
    let parts = [
      "<title>p3tool check: Headline</title>", "<p class=\"lead\">Lead.</p>", "<h2>Steps</h2>",
      "<td class=\"name\">convert</td>", "<th scope=\"col\" class=\"number\">Size</th>",
      "<a href=\"#file-1\">a.png</a>",
      "<span class=\"badge error\">1 error</span> <span class=\"badge note\">4 notes</span>",
      "<p class=\"facts\">one · two</p>",
      "<div class=\"stage dark\" style=\"--on:rgb(44,44,46);--on-ink:#fff;--on-soft:#fff\">",
      "<div class=\"viewer tiny quiet\" style=\"--ratio:8.0;--full:64px\">",
      "value=\"v0\" checked> Picture</label>", "value=\"v2\"> Softer</label>",
      "<h3>Title</h3>",
      "src=\"data:image/png;base64,AQ==\" width=\"64\" height=\"8\" alt=\"Picture\"",
      "<figure class=\"after after-2\">",
      "id=\"file-1-box-1\" href=\"#file-1-finding-1\"",
      "style=\"left:6.25%;top:25.0%;width:25.0%;height:50.0%;--shift:0\"",
      "<p id=\"file-1-finding-1\"><a class=\"mark\" href=\"#file-1-box-1\"",
      "<i style=\"background:rgb(228,174,5)\"></i>0",
      "Message 1 <span class=\"known\">(in the baseline)</span></p>", "3 × 4 pixels at 1, 2",
      "<p>Run <code>p3tool</code>.</p>", "<summary>2 more</summary>", "<p>Message 5</p>",
      "<p class=\"remedy\">Remedy.</p>",
      "<summary>Table</summary>", "<td class=\"number\">7</td>", "<p>It is damaged.</p>",
      "Colour differences are CIEDE2000", "name=\"file-1-view-1\" value=\"blink\"", "value=\"dark\" checked",
      "<tr data-levels=\"error note\" data-rules=\"rule\" data-rank=\"3005\">", "script-src 'sha256-",
    ]
    for part in parts { #expect(text.contains(part), "\(part)") }
    #expect(!text.contains("{{") && !text.contains("Nothing to complain about"))
  }

  @Test func valuesAreEscapedAndPartsAreNot() {
    let value = "<b title='\"&'>"
    let part: HTML = "<p class=\"\(value)\">\(7)</p>"
    #expect(part.text == "<p class=\"&lt;b title=&#39;&quot;&amp;&#39;&gt;\">7</p>")
    let none: HTML? = nil
    let page: HTML = "\(part)\([part, part])\(none)"
    #expect(page.text == part.text + part.text + part.text)
  }

  /// The policy of the page lets the one script run that is on it, and no other.
  @Test func theScriptIsTheOneThatThePolicyNames() throws {
    let text = try Self.document().text()
    let scripts = text.matches(of: #/<script>((?s).*?)<\/script>/#).map { String($0.1) }
    try #require(scripts.count == 1)
    let digest = SHA256.hash(scripts[0]).description
    let bytes = stride(from: 0, to: 64, by: 2).map { place in
      let digits = digest.dropFirst(place).prefix(2)
      return UInt8(digits, radix: 16) ?? 0
    }
    #expect(text.contains("script-src 'sha256-\(Data(bytes).base64EncodedString())'"))
    #expect(!text.contains("unsafe-inline' script-src") && !text.contains("onclick"))
  }

  @Test func whatIsNotThereLeavesNoTrace() throws {
    let document = try FindingsDocument.of(
      [ReportedFile(path: "Icon", findings: [], failure: nil)], command: "catalog lint", rules: [], as: .html)
    let text = try document.text()
    #expect(
      text.contains("<td class=\"path\">Icon</td>")
        && text.contains("<span class=\"badge clean\">clean</span>"))
    for part in [
      "<article", "<figure", "<details", "class=\"scale\"", "<form", "CIEDE2000", "badge error", "<script",
      "script-src",
    ] {
      #expect(!text.contains(part), "\(part)")
    }
  }

  /// Pages on many files show those with findings, and fold the others.
  @Test func cleanFilesAreFolded() throws {
    let document = try FindingsDocument.of(
      [
        ReportedFile(path: "clean.png", findings: []),
        ReportedFile(
          path: "found.png",
          findings: [
            .init(
              ruleID: "rule", level: .note, message: "Found", region: nil, fingerprint: "", fails: false,
              isKnown: nil)
          ]),
      ],
      notes: ["clean", "found"].map { HTMLPage.FileNotes(facts: [$0]) }, command: "check",
      rules: [ReportedRule(id: "rule", summary: "", remedy: "", level: .note)], as: .html)
    let text = try document.text()
    let folded = try #require(text.range(of: "<details class=\"card folded\">"))
    #expect(text[folded.upperBound...].contains("<summary>1 file with nothing to complain about</summary>"))
    #expect(
      text[..<folded.lowerBound].contains("id=\"file-2\"")
        && text[folded.upperBound...].contains("id=\"file-1\""))
  }

  @Test(arguments: [
    ("plain", "plain"), ("run `p3tool`.", "run <code>p3tool</code>."),
    ("`a` and `b`", "<code>a</code> and <code>b</code>"), ("an odd ` one", "an odd ` one"),
    ("`a` and `", "<code>a</code> and `"), ("", ""), ("``<b>`a&b`", "&lt;b&gt;<code>a&amp;b</code>"),
  ])
  func wordsBetweenBackticksAreCode(sentence: String, expected: String) {
    #expect(HTML.prose(sentence).text == expected)
  }

  /// The numbers of boxes at one place stand beside each other, and what is the whole image has no box.
  @Test func boxesAreNumberedInTheOrderOfTheFindings() {
    let corner = ImageRegion(x: 0, y: 0, width: 10, height: 10)
    let boxes = HTMLPage.Box.of(
      [
        [.init(x: 0, y: 0, width: 100, height: 50)], [corner], [],
        [corner, .init(x: 50, y: 25, width: 1, height: 1)],
        [.init(x: 90, y: 0, width: 10, height: 50)],
      ], width: 100, height: 50)
    #expect(boxes.map(\.finding) == [1, 3, 3, 4])
    #expect(boxes.map(\.number) == [1, 2, 2, 3])
    #expect(boxes.map(\.isFirstPlace) == [true, true, false, true])
    #expect(boxes.map(\.shift) == [0, 1, 0, 0])
    #expect(boxes[2].left == "50.0%" && boxes[2].top == "50.0%")
  }
}
