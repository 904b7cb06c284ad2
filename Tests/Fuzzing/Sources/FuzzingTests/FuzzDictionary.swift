/// Words that a fuzzer puts together, for the targets whose input is text: `Dictionaries/<target>.dict`, which
/// libFuzzer reads.
struct FuzzDictionary {
  let target: String
  let words: [String]

  /// One quoted word a line.
  var text: String { words.map { "\"\(Self.escaped($0))\"\n" }.joined() }

  private static func escaped(_ word: String) -> String {
    word.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }.joined()
  }

  static let all = [
    FuzzDictionary(
      target: "colors",
      words: [
        "color(", "srgb ", "display-p3 ", " / ", "1e-5", "-0.", ".5", "100", "#", "ff", "red",
        "lightgoldenrodyellow",
        "systemBackground", "rgb(", "hsl(", "hwb(", "lab(", "lch(", "oklab(", "oklch(", "none", "%", "deg",
        "turn", "xyz-d50 ",
        "rec2020 ", "prophoto-rgb ", "srgb-linear ", ",", ")", "\t", "é",
      ]),
    FuzzDictionary(
      target: "catalog",
      words: [
        #""images":["#, #""colors":["#, #""idiom":"#, #""scale":"#, #""display-gamut":"#, #""appearances":["#,
        #""appearance":"#, #""value":"#, #""filename":"#, #""color":{"#, #""color-space":"#,
        #""components":{"#,
        #""red":"#, #""green":"#, #""blue":"#, #""alpha":"#, #""universal""#, #""iphone""#, #""mac""#,
        #""2x""#, #""3x""#,
        #""sRGB""#, #""display-P3""#, #""srgb""#, #""display-p3""#, #""luminosity""#, #""contrast""#,
        #""dark""#,
        #""high""#, #""0xFF""#, #""1""#, "\\ud83d\\ude00", "\\u0000", "true", "null", "1e400", "-0", "},{",
        "],",
      ]),
    FuzzDictionary(
      target: "palettes",
      words: [
        #""$value":"#, #""$type":"color""#, #""$extensions":{"#, #""$ref":"#, #""$root":{"#,
        #""colorSpace":"#, #""components":["#,
        #""alpha":"#, #""colors":["#, #""name":"#, #""sources":{"#, #""role":"text""#, #""group":"#,
        #""light":"#, #""dark":"#,
        "--a:", "var(--", "light-dark(", "@media (prefers-color-scheme: dark){", ".elevated{", "/*", "*/",
        "#fff",
        "oklch(", "none", "}", ";",
      ]),
    FuzzDictionary(
      target: "roles",
      words: [
        "text: ", "background: ", "interactive: ", "status: ", "fill: ", "separator: ", "decoration: ", "[",
        "]",
        "\"*\"", "**/", "{a,b}", "[!a]", "- ", "&a ", "*a", "\n", ", ", "~", "é",
      ]),
    FuzzDictionary(
      target: "reports",
      words: [
        #""tool":"p3tool""#, #""version":"#, #""schema":"#, #""command":"#, #""inputs":["#, #""summary":{"#,
        #""shard":{"#, #""index":"#, #""count":"#, #""path":"#, #""findings":["#, #""steps":["#,
        #""orphans":["#,
        #""pruned":["#, #""rule":"#, #""level":"#, #""message":"#, #""value":"#, #""fingerprint":"#,
        #""region":{"#,
        #""x":"#, #""width":"#, "9223372036854775807", "1e400", "-1", "1000000", "\0", "banding", "warning",
      ]),
    FuzzDictionary(
      target: "state",
      words: [
        "p3tool-state\t1\t", "source\t", "product\t", "orphan\t", "claim\t", "\t7\t-5\t9\t", "\\t", "\\n",
        "\\\\",
      ]
        + ["{\"bytesIn\":", "\"findings\":[", "\"notes\":[", "\"failures\":[", "9223372036854775807", "3 0"]),
    FuzzDictionary(
      target: "pipeline",
      words: [
        "version: 1", "sources: ", "exclude: ", "output: ", "folder: ", "name: ", "profiles: ", "rules: ",
        "steps:",
      ]
        + [
          "- convert: ", "- soften: ", "- check: ", "- catalog: ", "- diff: ", "- palette-lint: ", "before: ",
          "overrides:", "paths: ", "skip: ",
          "jobs: ", "id: ",
        ]
        + [
          "input: ", "to: ", "depth: ", "metadata: ", "into: ", "scales: ", "{stem}", "{dir}", "{target}",
          "srgb",
        ]
        + [
          "&a ", "*a", "<<: ", "? ", ": ", "- ", "[", "]", "{", "}", "|\n", ">\n", "---\n", "!!int ", "0x7f",
          ".inf",
        ]),
    FuzzDictionary(
      target: "patterns",
      words: [
        "**/", "*", "?", "[!", "[a-", "]", "{", ",", "}", "\\", "\0", "../", ".", "{stem}", "{dir}", "{root}",
      ]
        + ["{ext}", "{target}", "{step}"]),
  ]
}
