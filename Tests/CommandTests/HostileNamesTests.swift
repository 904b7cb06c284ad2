import Foundation
import ImageFiles
import TestSupport
import Testing

/// Names that would steer a terminal or a CI system, through every command and format: nothing invisible comes out, no
/// line is a workflow command of theirs, and JSON has their true values.
@Suite struct HostileNamesTests {
  /// Each sound and then broken, so that results, notes and errors speak of it.
  private static let names: [[UInt8]] =
    [
      "\u{1B}[2Jx.png", "\u{1B}]0;title\u{7}.png", "a\n::error::x.png", "::error::x.png", "##[error]x.png",
      "c1\u{9B}31m.png",
      "bidi\u{202E}gnp.png", "del\u{7F}.png", "cr\r::warning::x.png", "tab\tx.png",
      "sep\u{2028}::error::x.png", " ::notice::x.png",
    ].map { Array($0.utf8) } + [Array("raw\u{1B}".utf8) + [0xFF, 0x80] + Array(".png".utf8)]

  /// An image that every rule for tags and colours has something to say of.
  private static let image = PNGFile.rgb16([[65535, 0, 0], [0, 65535, 0]]).adding(
    .cICP(12, 13), .gAMA(100_000))

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.makeFolder("art")
    for name in Self.names {
      try folder.write(Self.image.bytes, toBytes: Array("art/".utf8) + name)
      try folder.write(Array("GIF89a".utf8), toBytes: Array("art/broken-".utf8) + name)
      try folder.write(Array("GIF89a".utf8), toBytes: Array("art/".utf8) + name + Array(".png".utf8))
    }
    return folder
  }

  /// Whether a terminal or log shows each scalar of `text` as it is.
  private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: scalar == "\n"
    default: true
    }
  }

  private func expectVisible(_ bytes: [UInt8], _ what: String, isGitHub: Bool = false) throws {
    let text = try #require(String(validating: bytes, as: UTF8.self), "\(what): no UTF-8")
    let hidden = text.unicodeScalars.filter { !isVisible($0) }
    #expect(hidden.isEmpty, "\(what): \(hidden.map { String($0.value, radix: 16) })")
    for line in text.split(separator: "\n") {
      let start = line.drop { $0 == " " }
      let isCommand = start.hasPrefix("::")
      #expect(
        !isCommand
          || isGitHub
            && ["::error file=", "::warning file=", "::notice file="].contains { start.hasPrefix($0) },
        "\(what): \(line)")
      #expect(!line.contains("##["), "\(what): \(line)")
    }
  }

  private func run(_ words: String, in folder: TemporaryFolder) async throws -> CommandResult {
    let arguments = words.split(separator: " ").map { String($0) }
    let result = try await CommandRunner.p3tool.run(arguments, in: folder)
    #expect([0, 1, 2].contains(result.exitCode), "\(words): \(result.exitCode) \(result.errors)")
    try expectVisible(result.output, words, isGitHub: words.contains("--format github"))
    try expectVisible(Array(result.errors.utf8), words)
    return result
  }

  @Test(arguments: [
    "convert art -r --to srgb -o out/ --verbose", "convert art -r --to srgb -n --check",
    "convert art -r --to srgb --format json",
    "convert art -r --to srgb --fail-on note -o out/ --verbose", "soften art -r -o out/",
    "soften art -r -o out/ --format json",
    "assign art -r --profile p3 -o out/ --verbose", "assign art -r --strip -o out/ --format json",
    "check art -r --verbose --heatmap maps/", "check art -r --format json", "check art -r --format sarif",
    "check art -r --format junit", "check art -r --format github", "check art -r --format html",
    "check art -r --format markdown",
    "inspect art -r --verbose",
    "inspect art -r --format json", "inspect art -r --format sarif", "inspect art -r --format junit",
    "inspect art -r --format github", "inspect art -r --format html", "check art", "convert art --to srgb",
  ])
  func commandsOnImages(words: String) async throws {
    let result = try await run(words, in: folder())
    if words.contains("-r ") {
      #expect(!result.output.isEmpty || !result.errors.isEmpty)
      #expect(result.exitCode == 2, "broken files fail")
    }
    if words.contains("json") {
      let paths = try result.jsonInputs().compactMap { $0["path"] as? String }
      for name in Self.names { #expect(paths.contains("art/" + PathText.text(name)), "\(paths)") }
    }
  }

  @Test(arguments: ["text", "json", "sarif", "junit", "github", "html", "markdown"])
  func pipelines(format: String) async throws {
    let folder = try folder()
    let yaml = "sources: art/*.png\noutput: {folder: build}\nsteps: [convert: {to: srgb}, check: {}]\n"
    try folder.write(Array(yaml.utf8), to: "p3tool.yml")
    let words = "batch --verbose --format \(format)"
    _ = try await run(words + " --dry-run", in: folder)
    let result = try await run(words, in: folder)
    #expect(result.exitCode == 2)
    _ = try await run(words, in: folder)
    if format == "json" {
      let paths = try result.jsonInputs().compactMap { $0["path"] as? String }
      for name in Self.names { #expect(paths.contains("art/" + PathText.text(name))) }
    }
    // Orphans, and outputs that no run made.
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("art"))
    try folder.makeFolder("art")
    for name in Self.names { try folder.write(Self.image.bytes, toBytes: Array("art/new".utf8) + name) }
    for name in Self.names {
      try folder.write([1], toBytes: Array("build/new".utf8) + name.dropLast(4) + Array(".srgb.png".utf8))
    }
    let last = try await run(words + " --prune --depfile out.d", in: folder)
    #expect(last.errors.contains("cannot stand in a dependency file"))
    #expect(last.errors.contains("no run of this pipeline made it"))
    #expect(last.errors.contains("removed, its source is gone"))
    #expect(!(try folder.names().contains("out.d")))
  }

  @Test func catalogs() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.image.bytes, to: "master.png")
    for name in Self.names.dropLast().map({ String(decoding: $0.dropLast(4), as: UTF8.self) }) {
      for arguments in [
        ["catalog", "build", "master.png", "--name", name, "--into", "A.xcassets", "--scales", "single"],
        ["catalog", "color", name, "#0070F2", "--into", "A.xcassets"],
      ] {
        let built = try await CommandRunner.p3tool.run(arguments, in: folder)
        #expect(built.exitCode == 0, "\(built.errors)")
        try expectVisible(built.output, "\(arguments)")
        try expectVisible(Array(built.errors.utf8), "\(arguments)")
      }
      try folder.write([1], toBytes: Array("A.xcassets/\(name).imageset/orphan\(name).png".utf8))
      try folder.write([1], toBytes: Array("A.xcassets/\(name).imageset/\(name)@2x.png".utf8))
    }
    for format in ["text", "json", "sarif", "junit", "github", "html", "markdown"] {
      let result = try await run("catalog lint A.xcassets --format \(format)", in: folder)
      #expect(result.exitCode == 1 && !result.output.isEmpty)
    }
  }

  /// Names of colours, as files of tokens have them.
  @Test func palettes() async throws {
    let folder = try TemporaryFolder()
    let names =
      Self.names.dropLast().map { String(decoding: $0.dropLast(4), as: UTF8.self) } + ["*/ }", "q\\n\");"]
    let color: (Double) -> [String: Any] = {
      ["$type": "color", "$value": ["colorSpace": "srgb", "components": [$0, $0, $0]]]
    }
    var tokens: [String: Any] = ["$description": "*/ body { }\n\u{1B}[2J::error::x", "ground": color(1)]
    for name in names { tokens[name] = color(0.9) }
    let file = "\u{1B}[2J tokens.json"
    try folder.write([UInt8](JSONSerialization.data(withJSONObject: tokens)), to: file)
    func run(_ arguments: [String]) async throws -> CommandResult {
      let result = try await CommandRunner.p3tool.run(arguments, in: folder)
      #expect([0, 1].contains(result.exitCode), "\(arguments): \(result.errors)")
      let isGitHub = arguments.contains("github")
      try expectVisible(result.output, "\(arguments)", isGitHub: isGitHub)
      try expectVisible(Array(result.errors.utf8), "\(arguments)")
      return result
    }
    for format in ["text", "json"] { _ = try await run(["palette", "show", file, "--format", format]) }
    for format in ["css", "swift", "json", "dtcg"] {
      let text = try await run(["palette", "export", file, "--format", format]).text
      #expect(
        format != "css" || text.components(separatedBy: "*/").count == 2, "a title ends its comment: \(text)")
    }
    _ = try await run(["palette", "export", file, "--format", "colorset", "-o", "A.xcassets"])
    for format in ["text", "json", "junit", "github", "html", "markdown"] {
      for name in names.prefix(4) {
        _ = try await run(["contrast", name, "ground", "--palette", file, "--format", format])
      }
    }
    for format in ["text", "json", "sarif", "junit", "github", "html", "markdown"] {
      _ = try await run(["palette", "lint", file, "--format", format])
    }
    try folder.write(Array("{\"a\u{202E}\": 1".utf8), to: "broken \u{202E}.json")
    let broken = try await CommandRunner.p3tool.run(["palette", "show", "broken \u{202E}.json"], in: folder)
    #expect(broken.exitCode == 2)
    try expectVisible(Array(broken.errors.utf8), "broken palette")
  }

  /// What stands on the command line itself, as a pattern of the shell may put it there.
  @Test(arguments: names.dropLast().map { String(decoding: $0, as: UTF8.self) })
  func wordsOfTheCommandLine(name: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.image.bytes, to: "in.png")
    try folder.write(Array("\(name): x\n".utf8.map { $0 == 0x0A ? 0x20 : $0 }), to: "bad.yml")
    for arguments in [
      ["inspect", name], ["inspect", "--" + name], ["inspect", "-" + name], [name],
      ["convert", "in.png", "--to", name],
      ["check", "in.png", "--baseline", name], ["check", "in.png", "--fail-on", name],
      ["check", "in.png", "--only", name],
      ["check", "in.png", "--background", name], ["check", "in.png", "--target", name], ["batch", name],
      ["batch", "bad.yml"],
      ["report", "merge", name], ["report", "merge", "in.png"], ["profiles", "export", name, "x.icc"],
      ["profiles", "export", "srgb", "in.png/" + name], ["catalog", "lint", name],
      ["soften", "in.png", "--on", name],
      ["catalog", "color", "A", name, "--into", "A.xcassets"],
      ["convert", "in.png", "--to", "srgb", "--metadata", name],
      ["convert", "in.png", "./in.png", "--to", "srgb", "-o", name + "/"], ["batch", "--shard", name],
    ] {
      let result = try await CommandRunner.p3tool.run(arguments, in: folder)
      #expect(result.exitCode != 0)
      #expect(!result.errors.isEmpty)
      try expectVisible(result.output, "\(arguments)")
      try expectVisible(Array(result.errors.utf8), "\(arguments)")
    }
  }
}
