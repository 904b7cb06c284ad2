import Foundation
import Checking
import ColorManagement
import ImageFiles
import TestSupport
import Testing

/// Texts that would leave their place in a report, in every place that a stranger can put one: names of files, of steps and
/// of colours, profiles, and reports that are merged. Parsers of others read what was written.
@Suite(.enabled(if: ExternalProgram.python.isAvailable, Comment(rawValue: ExternalProgram.python.skipReason)))
struct PlantedTextTests {
  private static let texts = known + composed

  private static let known = [
    "<planted>x", "\"><planted a='", "' planted='1", "]]><planted>", "--><planted>", "&lt;planted&gt;",
    "\",\"planted\":\"", "\u{1B}[31m\u{9B}2Jx", "a\n::error file=planted::x", "::error::planted",
    "##[planted]", "[x](planted:x)", "![x](planted:x)", "|planted|\n|---|", "`planted`` <planted>",
    "\\<planted>",
    "\n<planted>", "</script><planted>", "</code><planted>", "<a href=planted:x>", "*planted*", "# planted",
    "{{planted}}", "&#60;planted&#62;", "%0A::error::planted", ",title=planted::x",
  ]

  /// Where `composed` begins; 0 to 2⁶⁴ − 1. A failure names the text that was planted.
  private static let seed: UInt64 = 35

  /// Texts of three to eight pieces that mean something in one of the formats.
  private static let composed: [String] = {
    let pieces = [
      "<", ">", "</", "\"", "'", "&", "&lt;", "]]>", "<!--", "-->", "<planted>", " planted='1' ", "`", "```",
      "|", "\n",
      "\r", "\\", "[x]", "(planted:x)", "*", "_", "#", "::", ",", "%0A", "=", " ", "{", "}", "\u{1B}[2J",
      "\u{9B}", "\u{2028}",
      "\u{202E}", "::error::", "planted",
    ]
    var generator = SplitMix64(seed: seed)
    return (0..<16).map { index in
      let count = 3 + Int(generator.next() % 6)
      return "\(index)"
        + (0..<count).map { _ in pieces[Int(generator.next() % UInt64(pieces.count))] }.joined()
    }
  }()

  /// Finds elements and attributes that were planted, addresses, and members of objects.
  private static let parser = """
    import sys, json, html.parser
    from xml.etree import ElementTree
    form, path = sys.argv[1:3]
    text = open(path, encoding='utf-8', newline='').read()
    def fail(what): print('PLANTED ' + repr(what)); sys.exit()
    class Page(html.parser.HTMLParser):
        def handle_starttag(self, tag, attributes):
            for name, value in attributes:
                if 'planted' in name or name.startswith('on'): fail((tag, name))
                if name in ('href', 'src') and (value or '').startswith('planted'): fail((tag, name, value))
            if 'planted' in tag: fail(tag)
            if form == 'markdown' and tag in ('em', 'a', 'img', 'h1', 'script'): fail(tag)
        handle_startendtag = handle_starttag
        def handle_comment(self, text): fail('a comment ' + text)
    def members(value):
        if isinstance(value, dict):
            for name, child in value.items():
                if name == 'planted': fail(name)
                members(child)
        elif isinstance(value, list):
            for child in value: members(child)
    if form == 'html': Page().feed(text)
    elif form == 'junit':
        for element in ElementTree.fromstring(text).iter():
            if 'planted' in element.tag or 'planted' in element.attrib: fail(element.tag)
    elif form in ('json', 'sarif'): members(json.loads(text))
    elif form == 'markdown':
        sys.path.insert(0, sys.argv[3])
        try: import commonmark
        except ImportError: print('no commonmark'); sys.exit()
        Page().feed(commonmark.commonmark(text))
    elif form == 'github':
        import re
        for line in text.splitlines():
            if not re.fullmatch('::(error|warning|notice) file=[^,:]*,line=1,title=[^,:]*::.*', line): fail(line)
    print('sound')
    """

  private static let forms = ["html", "junit", "json", "sarif", "markdown", "github", "text"]

  private func expectSound(_ result: CommandResult, _ form: String, _ what: String) throws {
    let hidden = result.text.unicodeScalars.filter {
      [.control, .format, .lineSeparator].contains($0.properties.generalCategory) && $0 != "\n"
    }
    #expect(hidden.isEmpty, "\(what): \(hidden)")
    if form == "text" {
      let lines = result.text.split(separator: "\n")
      #expect(!lines.contains { $0.drop { $0 == " " }.hasPrefix("::") }, "\(what): \(result.text)")
      #expect(!lines.contains { $0.contains("##[") }, "\(what)")
      return
    }
    let folder = try TemporaryFolder()
    try folder.write(result.output, to: "report")
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let verdict = try ExternalProgram.python.output(
      [
        "-c", Self.parser, form, folder.path("report"),
        package.appendingPathComponent(".build/commonmark").path,
      ])
    #expect(["sound\n", "no commonmark\n"].contains(verdict), "\(what): \(verdict)")
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let image = PNGFile.rgb16([[65535, 0, 0], [0, 65535, 0]])
    try folder.makeFolder("art")
    try folder.copy(testImage: "patches-p3-16.png", as: "one.png")
    var steps = ""
    var tokens: [String: Any] = [:]
    for (index, text) in Self.texts.enumerated() {
      // Names of files have no slash.
      let name = text.replacing("/", with: "")
      let profile = TableProfile.bytes(description: text.filter(\.isASCII))
      try folder.write(
        image.adding(.iCCP(profile), .cICP(12, 13)).bytes, toBytes: Array("art/\(name).png".utf8))
      try folder.write(Array("GIF89a".utf8), toBytes: Array("art/broken \(name).png".utf8))
      let id = "\(index)\(text)".utf16.map { "\\u" + String(format: "%04X", Int($0)) }.joined()
      steps += "  - {id: \"\(id)\", check: {}}\n"
      tokens[text] = [
        "$type": "color", "$value": ["colorSpace": "srgb", "components": [Double(index) / 40, 0.5, 0.5]],
        "$description": text,
      ]
      try folder.makeFolder("A.xcassets/x\(index).imageset")
      try folder.write(image.bytes, toBytes: Array("A.xcassets/x\(index).imageset/\(name).png".utf8))
    }
    try folder.write(Array("sources: [one.png, art/broken*.png]\nsteps:\n\(steps)".utf8), to: "p3tool.yml")
    try folder.write([UInt8](JSONSerialization.data(withJSONObject: tokens)), to: "x.tokens.json")
    return folder
  }

  @Test(arguments: forms)
  func commands(form: String) async throws {
    let folder = try folder()
    for words in [
      "check art -r --verbose", "inspect art -r", "batch", "palette lint x.tokens.json",
      "catalog lint A.xcassets",
    ] {
      let result = try await CommandRunner.p3tool.run(
        words.split(separator: " ").map { String($0) } + ["--format", form], in: folder)
      // Not every command has every format.
      if result.exitCode == 64, words != "batch" { continue }
      #expect(!result.output.isEmpty, "\(words) \(form): \(result.errors)")
      try expectSound(result, form, words)
    }
  }

  /// Every member of a report that a stranger wrote is a text that was planted.
  @Test(arguments: ["json", "markdown"])
  func mergedReports(form: String) async throws {
    let folder = try TemporaryFolder()
    for text in Self.texts {
      let finding: [String: Any] = [
        "rule": text, "level": "error", "message": text, "file": text, "fingerprint": text, "value": 1,
      ]
      let report: [String: Any] = [
        "tool": "p3tool", "version": text, "schema": 1, "command": text, "summary": ["failed": 1],
        "inputs": [
          [
            "path": text, "error": text, "findings": [finding],
            "steps": [["step": text, "findings": [finding]]],
          ]
        ],
      ]
      try folder.write([UInt8](JSONSerialization.data(withJSONObject: report)), to: "r.json")
      let result = try await CommandRunner.p3tool.run(
        ["report", "merge", "r.json", "--format", form], in: folder)
      #expect(!result.output.isEmpty, "\(result.errors)")
      try expectSound(result, form, "report merge \(text.debugDescription)")
      #expect(!result.text.split(separator: "\n").contains { $0.hasPrefix("::") }, "\(text.debugDescription)")
    }
  }
}
