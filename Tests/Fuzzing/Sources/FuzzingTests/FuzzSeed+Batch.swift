import Checking
import CodecTargets
import Basics
import ImageFiles

@testable import Batch

// Seeds of what `batch` reads: pipeline files, patterns, state files.

extension FuzzSeed {
  static var pipelines: [FuzzSeed] {
    let kinds = StepKind.allCases.map { ("step-\($0.rawValue)", everyOption($0)) }
    let pipelines = [
      ("starter", BatchConfiguration.starter(FuzzedCommands())), ("every-key", everyKey),
      ("aliases", "sources: &a [x.png]\nexclude: *a\nsteps: [check: {}]\n"),
      ("flow", "{version: 1, sources: [a.png], steps: [{convert: {to: srgb}}, {soften: {white: 0.72}}]}\n"),
      ("quoted", "\"sources\": ['a''b.png', \"\\u00e9\\x41\"]\nsteps: [{\"check\": {}}]\n"),
      ("block", "sources: >-\n  a.png\nsteps:\n- ? convert\n  : to: |-\n      srgb\n"),
    ]
    return (pipelines + kinds).map {
      FuzzSeed(target: "pipeline", name: $0 + ".yml", bytes: Array(withoutComments($1).utf8))
    }
  }

  /// Comments say what users are to know, and change with that.
  private static func withoutComments(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { line -> Substring in
      line.firstRange(of: " #").map { line[..<$0.lowerBound] } ?? line
    }
    return lines.filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
      + "\n"
  }

  /// A pipeline of one step that gives every option.
  private static func everyOption(_ kind: StepKind) -> String {
    let lines = kind.starterLines(FuzzedCommands())
    return "sources: a.png\nsteps:\n  - \(kind.rawValue):\n" + lines.map { "      \($0)\n" }.joined()
  }

  private static let everyKey = """
    version: 1
    sources: ["art/**/*.{png,PNG}", "icons/[a-z]?.png"]
    exclude: "**/drafts"
    output: {folder: build, name: "{root}/{dir}/{stem}.{target}.{ext}"}
    rules: {banding: warning, gamut-clipping: off}
    jobs: 4
    steps:
      - id: wide
        convert: {to: display-p3, depth: 16, tag: both, metadata: [exif, xmp], fail-on: [banding, gamut-clipping=5]}
      - soften: {mode: white, white: 0.72, on: "#1C1C1E"}
        input: wide
      - check: {target: srgb, background: [systemBackground, "#fff"]}
      - catalog: {into: App.xcassets, scales: [1x, 2x], dark: "dark/{stem}.png", idiom: [iphone, mac]}
        output: {folder: other}
    overrides:
      - paths: [art/icons]
        convert: {gamut: chroma}
        skip: [wide]

    """

  static var patterns: [FuzzSeed] {
    [
      ("any", "**/*.png\0art/a.png"), ("braces", "art/{a,b/{c,d}}*.{png,PNG}\0art/b/c1.png"),
      ("sets", "[!a-c][a-z]?[]-].png\0xyz-.png"), ("literal", "art/a\\*.png\0art/a*.png"),
      ("dots", ".hidden/**\0.hidden/.x"),
      ("template", "{root}/{dir}/{stem}.{target}-{step}.{ext}\0art/x/y.png"),
      ("upwards", "../{dir}/../{stem}\0../../a.png"), ("stars", "*a*a*a*a*b\0aaaaaaaaaaaaaaaa"),
      ("folders", "**/a/**/a/**/b\0a/a/a/a/a/a/b"), ("open", "{a,[b\0a"),
    ].map { FuzzSeed(target: "patterns", name: $0 + ".bin", bytes: Array($1.utf8)) }
  }

  static var states: [FuzzSeed] {
    let lines = sampleState.lines(version: "1.0.0").map { $0.text(sealedBy: nil) }
    let kinds = ["header", "source", "product", "product-alone", "orphan", "claim"]
    return zip(kinds, lines).map { state($0, $1) } + [
      state("all", lines.joined()), state("torn", String(lines.joined().dropLast(9))),
      state("windows", lines.joined().replacing("\n", with: "\r\n")),
      // No checksum is right here: the target makes them.
      state("unchecked", lines.map { "0\t" + $0.drop { $0 != "\t" }.dropFirst() }.joined()),
    ]
  }

  private static func state(_ name: String, _ text: String) -> FuzzSeed {
    FuzzSeed(target: "state", name: name + ".state", bytes: Array(text.utf8))
  }

  private static var sampleState: BatchState {
    let file = BatchState.File(stamp: FileStamp(size: 7, modified: -5, inode: 9), hash: SHA256.hash("x"))
    var state = BatchState()
    state.sources["art/tab\there \\ and\nnewline.png"] = file
    let place = ImageRegion(x: 1, y: 2, width: 3, height: 4)
    let finding = StepFinding(Finding(.banding, value: 0.5, places: [place], "steps"))
    state.products[.init(source: "a.png", step: "check")] = .init(
      input: SHA256.hash("in"), recipe: SHA256.hash("r"),
      result: StepResult(bytesIn: 1, bytesOut: 2, notes: ["a note"], findings: [finding], failures: ["f"]),
      outputs: ["b/a.png": file, "b/a@2x.png": file])
    state.products[.init(source: "a.png", step: "convert")] = .init(
      input: SHA256.hash("in"), recipe: SHA256.hash("r"), result: StepResult(bytesIn: 3), outputs: [:])
    state.orphans["b/gone.png"] = file
    state.claims = ["art/x.png"]
    return state
  }
}
