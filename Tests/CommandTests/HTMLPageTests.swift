import Foundation
import Testing

@testable import P3Kit
@testable import p3tool

/// The template and the model of the HTML report belong together: the template library renders nothing for a name that
/// the model does not have.
@Suite struct HTMLPageTests {
  /// A page that has everything a page can have.
  private static var document: FindingsDocument {
    FindingsDocument.of(
      [
        ReportedFile(
          path: "a.png",
          findings: (1...5).map { number in
            ReportedFinding(
              ruleID: "rule", level: number == 2 ? .error : .note, message: "Message \(number)",
              region: .init(x: 1, y: 2, width: 3, height: 4), fingerprint: "\(number)", fails: false,
              isKnown: number == 1)
          }, failure: nil), ReportedFile(path: "b.png", findings: [], failure: "It is damaged."),
      ],
      notes: [
        HTMLPage.FileNotes(
          facts: ["one", "two"], columnValues: [.number("12")],
          pictures: HTMLPage.Pictures(items: [
            HTMLPage.Picture(
              png: "AAAA", caption: "Picture", ground: .dark, width: 64, height: 8,
              boxes: HTMLPage.Boxes(
                imageWidth: 128, imageHeight: 16, rects: [.init(x: 5, y: 6, width: 7, height: 8)]))
          ]),
          comparison: HTMLPage.Comparison(
            before: "BBBB", after: "CCCC", overlay: "DDDD", width: 20, height: 10, isTiny: true),
          scale: HTMLPage.Scale(stops: [.init(color: "rgb(1,2,3)", label: "10+")]),
          tables: [ReportTable(caption: "Table", heads: ["", "Pixels"], rows: [["Red", "7"]])]),
        HTMLPage.FileNotes(columnValues: [.number("")]),
      ], command: "check",
      rules: [ReportedRule(id: "rule", summary: "Summary.", remedy: "Remedy.", level: .warning)], as: .html,
      outline: HTMLPage.Outline(
        headline: "Headline", lead: "Lead.", columns: [.text("File"), .number("Size")],
        summary: ReportTable(caption: "Steps", heads: ["step"], rows: [["convert"]]), hasDifferences: true,
        hasComparisons: true))
  }

  /// What the templates of the page get: its frame, and its files.
  private struct Model {
    let page: HTMLPage
    var list: [HTMLPage.File] = []

    init(_ document: FindingsDocument) throws {
      let outline = document.outline(document.records.totals)
      page = HTMLPage(document, outline, hasNotes: true)
      try document.records.forEachFile { file, notes in
        list.append(
          HTMLPage.File(
            file, rules: document.rules, notes: try #require(notes), anchor: "file-\(list.count + 1)",
            saysClean: true))
      }
    }
  }

  /// The names of all stored properties that have a value, at any depth.
  private static func names(in value: Any) -> Set<String> {
    Mirror(reflecting: value).children.reduce(into: []) { names, child in
      let content = Mirror(reflecting: child.value)
      if content.displayStyle == .optional, content.children.isEmpty { return }
      if let label = child.label, label != "some" { names.insert(label) }
      names.formUnion(Self.names(in: child.value))
    }
  }

  @Test func theTemplateAndTheModelHaveTheSameNames() throws {
    let template = [
      HTMLTemplate.startText, HTMLTemplate.rowText, HTMLTemplate.middleText, HTMLTemplate.articleText,
      HTMLTemplate.endText,
    ].joined()
    let used = Set(template.matches(of: /\{\{[#^\/]?([A-Za-z]+)\}\}/).map { String($0.1) })
    #expect(used == Self.names(in: try Model(Self.document)).subtracting(["page", "list"]))
  }

  /// The template library looks a name that has no value up in the structures around it.
  @Test func namesOfOptionalPropertiesAreTheirOwn() throws {
    let model = try Model(Self.document)
    let optional = [
      "summary", "anchor", "failure", "findings", "pictures", "scale", "more", "place", "boxes", "comparison",
      "overlay", "viewer",
    ]
    func count(_ name: String, in value: Any, seen: inout Set<String>) {
      let mirror = Mirror(reflecting: value)
      for child in mirror.children {
        if child.label == name { seen.insert("\(mirror.subjectType)") }
        count(name, in: child.value, seen: &seen)
      }
    }
    for name in optional {
      var types: Set<String> = []
      count(name, in: model, seen: &types)
      #expect(types.count == 1, "\(name) in \(types.sorted())")
    }
  }

  @Test func everythingIsOnThePage() throws {
    let text = try Self.document.text()
    let parts = [
      "<title>p3tool check: Headline</title>", "<p class=\"lead\">Lead.</p>", "<h2>Steps</h2>",
      "<td class=\"name\">convert</td>", "<th class=\"number\">Size</th>", "<a href=\"#file-1\">a.png</a>",
      "<span class=\"badge error\">1 error</span> <span class=\"badge note\">4 notes</span>",
      "<p class=\"facts\">one · two</p>", "<div class=\"picture dark\">", "class=\"frame tiny\"",
      "src=\"data:image/png;base64,AAAA\" width=\"64\" height=\"8\"", "viewBox=\"0 0 128 16\"",
      "<rect x=\"5\" y=\"6\" width=\"7\" height=\"8\"/>", "<i style=\"background:rgb(1,2,3)\"></i>",
      "<p>Message 1 <span class=\"known\">(in the baseline)</span></p>", "3 × 4 pixels at 1, 2",
      "<summary>2 more</summary>", "<p>Message 5</p>", "<p class=\"remedy\">Remedy.</p>",
      "<summary>Table</summary>", "<td class=\"number\">7</td>", "<p>It is damaged.</p>",
      "Colour differences are CIEDE2000", "<div class=\"compare tiny\">",
      "name=\"view-file-1\" value=\"blink\"",
      "src=\"data:image/png;base64,BBBB\" width=\"20\" height=\"10\"", "class=\"heat\"",
      "script-src 'sha256-",
    ]
    for part in parts { #expect(text.contains(part), "\(part)") }
    #expect(!text.contains("{{") && !text.contains("Nothing to complain about"))
  }

  /// The policy of the page lets the one script run that is on it, and no other.
  @Test func theScriptIsTheOneThatThePolicyNames() throws {
    let text = try Self.document.text()
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
    let document = FindingsDocument.of(
      [ReportedFile(path: "Icon", findings: [], failure: nil)], command: "catalog lint", rules: [], as: .html)
    let text = try document.text()
    #expect(text.contains("<td>Icon</td>") && text.contains("<span class=\"badge clean\">clean</span>"))
    for part in [
      "<article", "<figure", "<details", "class=\"scale\"", "CIEDE2000", "badge error", "<script",
      "script-src",
    ] {
      #expect(!text.contains(part), "\(part)")
    }
  }
}
