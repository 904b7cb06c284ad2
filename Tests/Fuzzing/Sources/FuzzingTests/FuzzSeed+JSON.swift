import Colors
import Palettes

// Seeds of the JSON that is read (asset catalogs, reports), and colours.

extension FuzzSeed {
  static var catalogs: [FuzzSeed] {
    let info = #""info" : { "author" : "xcode", "version" : 1 }"#
    let slots = [
      #""idiom":"universal","scale":"1x","display-gamut":"sRGB""#,
      #""idiom":"universal","scale":"2x","display-gamut":"display-P3""#,
      #""idiom":"iphone","scale":"3x","appearances":[{"appearance":"luminosity","value":"dark"}]"#,
      #""idiom":"mac","size":"16x16","unassigned":true"#,
    ]
    let images = slots.enumerated().map { #"{"filename":"\#($0).png",\#($1)}"# }.joined(separator: ",")
    let components = #""components":{"alpha":"1.000","blue":"0x3E","green":"228","red":"0.894"}"#
    let colors = ["srgb", "display-p3"].map {
      #"{"idiom":"universal","color":{"color-space":"\#($0)",\#(components)}}"#
    }.joined(separator: ",")
    let dark = #"{"idiom":"ipad","appearances":[{"appearance":"contrast","value":"high"}],"color":{}}"#
    return [
      ("images", "{\"images\":[\(images)],\(info)}"), ("colors", "{\"colors\":[\(colors),\(dark)],\(info)}"),
      ("both", "{\"images\":[\(images)],\"colors\":[\(colors)]}"), ("empty", "{}"),
      ("no-list", "{\"images\":{}}"),
      ("odd", #"{"images":[1,{"idiom":2},{"idiom":"tv","scale":"99x"}],"colors":[{},{"color":1}]}"#),
      ("numbers", "[0,-0,1.5e-3,1E+9,123456789012345678901234567890]"),
      ("texts", #"["\u0041\ud83d\ude00\"\\\/\b\f\n\r\t","é","\u0000"]"#),
      ("nested", String(repeating: "[", count: 60) + String(repeating: "]", count: 60)),
      ("literals", " { \"a\" : [ true , false , null ] } \n"),
    ].map { FuzzSeed(target: "catalog", name: $0 + ".json", bytes: Array($1.utf8)) }
  }

  static var colors: [FuzzSeed] {
    [
      ("hex-3", "#18f"), ("hex-4", "#18fc"), ("hex-6", "#1C1C1E"), ("hex-8", "#1c1c1e80"),
      ("name", "rebeccapurple"), ("mistyped", "rebecapurple"), ("palette", "systemBackground"),
      ("srgb", "color(srgb 0.1 .5 1)"), ("wide", "color(display-p3 1 0 0.25 / 0.5)"),
      ("outside", "color(srgb -0.5 1.25 1e-5)"), ("spaced", "  COLOR( Display-P3  1e-2 +0.5 0 /1 ) "),
      ("rgb", "rgb(1 2 3)"), ("commas", "rgba(1, 50%, 3, .5)"), ("hsl", "hsl(1.5turn 50% 25%)"),
      ("hwb", "hwb(120deg 30 80)"),
      ("lab", "lab(50% -20 none / 20%)"), ("lch", "lch(50 30 -1rad)"), ("oklab", "oklab(0.5 0.4 -4)"),
      ("oklch", "oklch(70% 0.37 400grad)"), ("xyz", "color(xyz-d50 -100 1 0)"),
      ("a98", "color(a98-rgb -1 0.00001 1)"), ("unfinished", "color(srgb 1 2"), ("emoji", "#é👩‍👩‍👧"),
    ].map { FuzzSeed(target: "colors", name: $0 + ".txt", bytes: Array($1.utf8)) }
  }

  static var palettes: [FuzzSeed] {
    let exports = ["apple", "fiori"].compactMap { Palette.builtIn($0) }.flatMap {
      palette -> [(String, String)] in
      // A few colours are enough: the fuzzer changes one thing at a time.
      let some = Palette(
        name: palette.name, title: palette.title, date: palette.date, sources: palette.sources,
        colors: Array(palette.colors.prefix(3)))
      return PaletteExport.allCases.compactMap { form in
        form.text(some, platform: nil).map { ("\(palette.name)-\(form.rawValue)", $0) }
      }
    }
    let aliases =
      #"{"a":{"$type":"color","b":{"$value":"{c}"}},"c":{"$value":{"colorSpace":"srgb","components":[1,0,"none"]}}}"#
    let style = """
      /* c */ :root { --a: light-dark(#fff, var(--b)); --b: rgb(1 2 3 / .5) }
      @media (prefers-color-scheme: dark) { .elevated { --a: oklch(0.5 0.1 30); --c: 4px } }
      """
    return (exports + [("aliases", aliases), ("style", style), ("circle", "--a: var(--b); --b: var(--a)")])
      .map {
        FuzzSeed(target: "palettes", name: $0 + ".txt", bytes: Array($1.utf8))
      }
  }

  static var roles: [FuzzSeed] {
    [
      ("list", "text: [\"*Label\", \"button/*text\"]\n"), ("one", "background: \"*Background\"\n"),
      ("several", "text: label\nstatus:\n  - good\n  - bad\ninteractive: [link, tint]\n"),
      ("order", "status: \"*\"\ntext: label\n"),
      ("folders", "fill: \"**/fill\"\nseparator: \"{a,b}/[a-z]*\"\n"),
      ("unknown", "txt: label\n"), ("number", "text: 7\n"), ("nested", "text: {a: b}\n"),
      ("pattern", "text: \"a[\"\n"), ("anchor", "text: &a [x]\nfill: *a\n"), ("empty", " \n"),
      ("text", "label\n"), ("twice", "text: a\ntext: b\n"), ("decoration", "decoration: [é, \"?\"]\n"),
    ].map { FuzzSeed(target: "roles", name: $0 + ".yml", bytes: Array($1.utf8)) }
  }

  static var reports: [FuzzSeed] {
    let finding =
      #""rule":"banding","level":"warning","message":"m","value":0.5,"fingerprint":"e05c87dc3e3b7ff0""#
    let input = #"{"path":"a.png","findings":[{\#(finding),"region":{"x":1,"y":2,"width":3,"height":4}}]}"#
    let other = #"{"path":"b.png","steps":[{"step":"check","findings":[{\#(finding)}]}]}"#
    let summary = #"{"inputs":1,"failed":0,"findings":{"warning":1}}"#
    func report(_ inputs: String, _ more: String = "") -> String {
      #"{"tool":"p3tool","version":"1","schema":1,"command":"batch","#
        + "\(more)\"inputs\":[\(inputs)],\"summary\":\(summary)}"
    }
    func shard(_ index: Int, of count: Int) -> String { #""shard":{"index":\#(index),"count":\#(count)},"# }
    return [
      ("one", report(input)), ("two", report(input) + "\0" + report(other)),
      ("same-input", report(input) + "\0" + report(input)), ("empty", report("")),
      ("shards", report(other, shard(2, of: 2)) + "\0" + report(input, shard(1, of: 2))),
      ("missing-shard", report(input, shard(2, of: 3))),
      ("mixed", report(input, shard(1, of: 2)) + "\0" + report("")),
      (
        "orphans",
        report(input, #""orphans":["z","a"],"pruned":[],"#) + "\0" + report(other, #""orphans":["b"],"#)
      ),
      ("huge", report("").replacing("\"inputs\":1", with: "\"inputs\":9223372036854775807")),
      ("another-tool", #"{"tool":"eslint","inputs":[],"summary":{}}"#),
    ].map { FuzzSeed(target: "reports", name: $0 + ".json", bytes: Array($1.utf8)) }
  }
}
