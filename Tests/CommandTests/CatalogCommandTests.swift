import Foundation
import P3Kit
import PNGCodec
import TestSupport
import Testing

/// `catalog build`, `color` and `lint` as a user calls them.
@Suite struct CatalogCommandTests {
  private let p3tool = CommandRunner.p3tool

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "icon-p3-16.png", as: "icon.png")
    return folder
  }

  private func build(_ words: String, in folder: TemporaryFolder) async throws -> CommandResult {
    let arguments = "catalog build icon.png --name Icon --into A.xcassets " + words
    return try await p3tool.run(arguments.split(separator: " ").map { String($0) }, in: folder)
  }

  @Test(arguments: ["missing.png", "broken.png"])
  func aBuildThatFailsLeavesNothingBehind(dark: String) async throws {
    let folder = try folder()
    try folder.write(TestImages.bytes("icon-p3-16.png").dropLast(300) + [], to: "broken.png")
    let before = try folder.names()
    let failed = try await build("--dark \(dark)", in: folder)
    #expect(failed.exitCode == 2 && failed.errors.contains(dark))
    #expect(try folder.names() == before)

    // Neither in a set that exists, nor with --force.
    let quiet = try await build("-q", in: folder)
    #expect(quiet.exitCode == 0 && quiet.text.isEmpty && quiet.errors.isEmpty)
    let contents = try folder.bytes("A.xcassets/Icon.imageset/Contents.json")
    let names = try folder.names()
    for words in ["--dark \(dark)", "--dark \(dark) --force"] {
      #expect(try await build(words, in: folder).exitCode == 2)
      #expect(try folder.names() == names)
      #expect(try folder.bytes("A.xcassets/Icon.imageset/Contents.json") == contents)
    }
  }

  @Test func aFlatGroundStaysFlatAtEveryScale() async throws {
    let folder = try TemporaryFolder()
    let side = 96
    let samples = (0..<side * side).flatMap { index -> [UInt8] in
      let (x, y) = (index % side - side / 2, index / side - side / 2)
      return x * x + y * y < 900 ? [30, 90, 200] : [245, 245, 245]
    }
    try folder.write(PNGFile.image8(width: side, colorType: 2, samples).bytes, to: "icon.png")
    #expect(try await build("--dark soften --scales 1x,2x,3x", in: folder).exitCode == 0)
    for name in ["Icon-dark.png", "Icon-dark@2x.png"] {
      let image = try DecodedPNG(path: folder.path("A.xcassets/Icon.imageset/\(name)"))
      #expect(Set((0..<image.header.width).map { image[$0] }).count == 1, "\(name)")
    }
  }

  @Test func imagesThatExistNeedForceAndTheOthersAreNotWritten() async throws {
    let folder = try folder()
    try folder.makeFolder("A.xcassets/Icon.imageset")
    try folder.write([1], to: "A.xcassets/Icon.imageset/Icon@3x.png")
    let names = try folder.names()
    let refused = try await build("", in: folder)
    #expect(refused.exitCode == 2 && refused.errors.contains("add --force to replace it"))
    #expect(try folder.names() == names)
    #expect(try await build("--force", in: folder).exitCode == 0)
    #expect(try folder.bytes("A.xcassets/Icon.imageset/Icon@3x.png").count > 1)
  }

  @Test func aColorSetIsReplacedWithForceAlone() async throws {
    let folder = try folder()
    let path = "A.xcassets/Accent.colorset/Contents.json"
    func color(_ words: String...) async throws -> CommandResult {
      try await p3tool.run(["catalog", "color", "Accent", "--into", "A.xcassets"] + words, in: folder)
    }
    #expect(try await color("red").exitCode == 0)
    let red = try folder.bytes(path)
    #expect(try await color("red").exitCode == 0, "the same again is no change")
    let refused = try await color("blue")
    #expect(
      refused.exitCode == 2
        && refused.errors.contains("Contents.json: File exists (add --force to replace it)"))
    #expect(try folder.bytes(path) == red)
    #expect(try await color("blue", "--force").exitCode == 0)
    #expect(try folder.bytes(path) != red)
  }

  @Test func severalInputsNeedAFolderForTheirPictures() async throws {
    let folder = try folder()
    try folder.copy(testImage: "card-srgb-8.png", as: "b.png")
    let names = try folder.names()
    for (words, option) in [
      ("check icon.png b.png --heatmap maps/x.png", "heatmap"),
      ("soften icon.png b.png --preview x.png", "preview"),
    ] {
      let run = try await p3tool.run(words.split(separator: " ").map { String($0) }, in: folder)
      #expect(run.exitCode == 64)
      #expect(
        run.errors.contains("2 inputs have a picture each: give a folder, such as --\(option) "),
        "\(run.errors)")
      #expect(try folder.names() == names)
    }
  }
}

/// App icon sets, built and looked at.
@Suite struct AppIconTests {
  private let p3tool = CommandRunner.p3tool
  private static let large = picture(side: 1024)
  private static let small = picture(side: 512)

  private static func picture(side: Int) -> [UInt8] {
    let samples = (0..<side * side * 3).map { UInt8(truncatingIfNeeded: $0 / 97) }
    return PNGFile.image8(width: side, colorType: 2, samples).bytes
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["icon", "dark", "tinted"] { try folder.write(Self.large, to: "\(name).png") }
    try folder.write(Self.small, to: "small.png")
    try folder.write(PNGFile.image8(width: 2, colorType: 2, [0, 0, 0, 1, 1, 1]).bytes, to: "wide.png")
    return folder
  }

  private func run(_ words: String, in folder: TemporaryFolder) async throws -> CommandResult {
    try await p3tool.run(words.split(separator: " ").map { String($0) }, in: folder)
  }

  private func contents(_ folder: TemporaryFolder) throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(
      with: Data(folder.bytes("A.xcassets/AppIcon.appiconset/Contents.json")))
    return try #require((json as? [String: Any])?["images"] as? [[String: Any]])
  }

  @Test func anIconHasOneImageForEachAppearance() async throws {
    let folder = try folder()
    let command =
      "catalog build icon.png --name AppIcon --into A.xcassets --appicon --dark dark.png --tinted tinted.png"
    let run = try await run(command, in: folder)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      try folder.names().filter { $0.hasPrefix("A.xcassets/AppIcon.appiconset/") }.map {
        URL(fileURLWithPath: $0).lastPathComponent
      }
        == ["AppIcon-dark.png", "AppIcon-tinted.png", "AppIcon.png", "Contents.json"])
    let entries = try contents(folder)
    #expect(entries.count == 3)
    for entry in entries {
      #expect(entry["idiom"] as? String == "universal" && entry["platform"] as? String == "ios")
      #expect(entry["size"] as? String == "1024x1024" && entry["scale"] == nil)
    }
    let appearances = entries.map { ($0["appearances"] as? [[String: String]])?.first?["value"] ?? "any" }
    #expect(appearances == ["any", "dark", "tinted"])
    let lint = try await self.run(
      "catalog lint A.xcassets --only wrong-size,missing-sibling,duplicate-slot", in: folder)
    #expect(lint.exitCode == 0 && lint.text == "nothing to complain about in 1 set\n", "\(lint.text)")
    // A second build needs --force, and says so.
    let again = try await self.run(command, in: folder)
    #expect(again.exitCode == 2 && again.errors.contains("--force"))
    #expect(try await self.run(command + " --force", in: folder).exitCode == 0)
    #expect(try contents(folder).count == 3)
  }

  @Test func anIconForMacOSHasTenSizes() async throws {
    let folder = try folder()
    let run = try await run(
      "catalog build icon.png --name AppIcon --into A.xcassets --appicon --platform macos", in: folder)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try contents(folder).count == 10)
    let lint = try await self.run(
      "catalog lint A.xcassets --only wrong-size,missing-file,duplicate-slot", in: folder)
    #expect(lint.exitCode == 0, "\(lint.text)")
    // 16@2x and 32@1x are one file.
    #expect(try folder.names().count { $0.hasSuffix(".png") && $0.contains("appiconset") } == 7)
  }

  @Test(arguments: [
    ("small.png", "", 2, "would have to be enlarged to 1024×1024"),
    ("wide.png", "", 2, "an app icon is square"),
    ("icon.png", "--dark small.png", 2, "small.png: is 512×512"),
    ("icon.png", "--high-contrast dark.png", 64, "no high-contrast variant"),
    ("icon.png", "--platform watchos --dark dark.png", 64, "watchos has no dark and tinted icons"),
    ("icon.png", "--scales 2x", 64, "--platform"),
  ])
  func whatIsNoIconIsRefused(master: String, words: String, exitCode: Int32, reason: String) async throws {
    let folder = try folder()
    let names = try folder.names()
    let run = try await run(
      "catalog build \(master) --name A --into A.xcassets --appicon \(words)", in: folder)
    #expect(run.exitCode == exitCode && run.errors.contains(reason), "\(run.errors)")
    #expect(try folder.names() == names)
  }

  @Test func lintChecksSlots() async throws {
    let folder = try folder()
    try folder.makeFolder("A.xcassets/AppIcon.appiconset")
    for name in ["icon.png", "small.png"] {
      try folder.write(folder.bytes(name), to: "A.xcassets/AppIcon.appiconset/\(name)")
    }
    let json = """
      {"images": [
        {"filename": "small.png", "idiom": "mac", "size": "256x256", "scale": "2x"},
        {"filename": "small.png", "idiom": "mac", "size": "256x256", "scale": "1x"},
        {"filename": "small.png", "idiom": "mac", "size": "256x256", "scale": "1x"},
        {"filename": "icon.png", "idiom": "ipad", "size": "83.5x83.5", "scale": "2x"},
        {"filename": "icon.png", "idiom": "universal", "platform": "ios", "size": "1024x1024",
         "appearances": [{"appearance": "luminosity", "value": "dark"}]},
        {"filename": "icon.png", "idiom": "ios-marketing", "size": "huge"}
      ], "info": {"author": "xcode", "version": 1}}
      """
    try folder.write(Array(json.utf8), to: "A.xcassets/AppIcon.appiconset/Contents.json")
    let run = try await run("catalog lint A.xcassets", in: folder)
    #expect(run.exitCode == 1)
    for words in [
      "small.png: error: is 512×512, but the slot mac 256x256 1x takes 256×256 [wrong-size]",
      "has two entries for the slot mac 256x256 1x [duplicate-slot]",
      "icon.png: error: is 1024×1024, but the slot ipad 83.5x83.5 2x takes 167×167 [wrong-size]",
      "universal ios 1024x1024 dark: the icon for any appearance is missing [missing-sibling]",
      "'huge' of the slot ios-marketing huge is no size such as 1024x1024 [invalid-contents]",
      "  → Build all scales from one master with `p3tool catalog build`.",
      "exit 1: --fail-on error",
    ] {
      #expect(run.text.contains(words), "\(run.text)")
    }
    #expect(!run.text.contains("mac 256x256 2x"))
  }

  /// Icons of 64 pixels a side; `paint` gives a pixel's samples.
  private func write(
    _ name: String, colorType: UInt8, in folder: TemporaryFolder, paint: (Int) -> [UInt8]
  ) throws {
    let bytes = PNGFile.image8(width: 64, colorType: colorType, (0..<4096).flatMap(paint)).bytes
    try folder.write(bytes, to: "A.xcassets/AppIcon.appiconset/\(name).png")
  }

  @Test func lintLooksAtAlphaAndTints() async throws {
    let folder = try folder()
    try folder.makeFolder("A.xcassets/AppIcon.appiconset")
    try write("opaque", colorType: 2, in: folder) { [UInt8($0 % 256), 9, 9] }
    try write("alpha", colorType: 6, in: folder) { [UInt8($0 % 256), 9, 9, 255] }
    try write("glass", colorType: 6, in: folder) { [9, 9, 9, $0 < 1024 ? 254 : 255] }
    try write("gray", colorType: 2, in: folder) { [UInt8($0 % 251), UInt8($0 % 251), UInt8($0 % 251 + 4)] }
    try write("graySamples", colorType: 4, in: folder) { [UInt8($0 % 256), 7] }
    // Four pixels of 4,096 are under a thousandth, five are over it; of what is transparent, nothing counts.
    try write("specks", colorType: 6, in: folder) { [9, 0, 0, $0 < 4 ? 1 : 0] }
    try write("fewSpecks", colorType: 2, in: folder) { $0 < 4 ? [9, 0, 0] : [7, 7, 7] }
    try write("moreSpecks", colorType: 2, in: folder) { $0 < 5 ? [9, 0, 0] : [7, 7, 7] }
    func lint(_ entries: [(name: String, slot: String)]) async throws -> String {
      let images = entries.map { "{\"filename\": \"\($0.name).png\", \($0.slot)}" }
      let json =
        "{\"images\": [\(images.joined(separator: ","))], \"info\": {\"author\": \"xcode\", \"version\": 1}}"
      try folder.write(Array(json.utf8), to: "A.xcassets/AppIcon.appiconset/Contents.json")
      return try await run(
        "catalog lint A.xcassets --only icon-transparency,tinted-icon-color --format xcode", in: folder
      ).text.replacing("A.xcassets/AppIcon.appiconset/", with: "")
    }
    func any(_ idiom: String) -> String { "\"idiom\": \"\(idiom)\", \"size\": \"32x32\", \"scale\": \"2x\"" }
    func ios(_ appearance: String? = nil) -> String {
      "\"idiom\": \"universal\", \"platform\": \"ios\", \"size\": \"1024x1024\""
        + (appearance.map { ", \"appearances\": [{\"appearance\": \"luminosity\", \"value\": \"\($0)\"}]" }
          ?? "")
    }
    let transparent =
      "glass.png: error: is transparent in 25 % of its pixels: an icon for any appearance fills its square [icon-transparency]\n"
    let channel =
      "alpha.png: warning: has an alpha channel, though every pixel is opaque: App Store Connect refuses that too [icon-transparency]\n"
    func tinted(_ name: String, _ share: String) -> String {
      "\(name).png: warning: is coloured in \(share) of its visible pixels: the system takes a tinted icon's greys and colours "
        + "them itself [tinted-icon-color]\n"
    }
    for idiom in ["iphone", "ipad", "ios-marketing", "watch", "watch-marketing"] {
      #expect(try await lint([("glass", any(idiom)), ("opaque", any("ios-marketing"))]) == transparent)
      // Icons of action extensions have none for the store.
      if !idiom.hasSuffix("marketing") { #expect(try await lint([("glass", any(idiom))]) == "") }
    }
    #expect(try await lint([("alpha", any("iphone")), ("opaque", any("ios-marketing"))]) == "")
    #expect(try await lint([("alpha", any("ios-marketing"))]) == channel)
    #expect(try await lint([("glass", any("mac")), ("alpha", any("mac"))]) == "")
    let dark =
      "glass.png: note: is transparent in 25 % of its pixels: a dark icon may be, but uploads have been refused for it "
      + "[icon-transparency]\n"
    #expect(try await lint([("alpha", ios()), ("gray", ios("tinted"))]) == channel)
    #expect(
      try await lint([("opaque", ios()), ("glass", ios("dark")), ("graySamples", ios("tinted"))]) == dark)
    #expect(try await lint([("opaque", ios()), ("opaque", ios("tinted"))]) == tinted("opaque", "96 %"))
    #expect(try await lint([("opaque", ios()), ("fewSpecks", ios("tinted"))]) == "")
    #expect(
      try await lint([("opaque", ios()), ("moreSpecks", ios("tinted"))]) == tinted("moreSpecks", "0.12 %"))
    #expect(try await lint([("opaque", ios()), ("specks", ios("tinted"))]) == tinted("specks", "100 %"))
    // In several slots, each file is spoken of once.
    #expect(
      try await lint([("glass", ios()), ("glass", any("ipad")), ("glass", any("iphone"))]) == transparent)
  }

  /// What is built passes what is linted: alpha that is opaque is left out, other alpha is refused where the store does so.
  @Test func builtIconsAreOpaqueWhereTheStoreAsksForIt() async throws {
    let folder = try folder()
    func samples(_ alpha: UInt8) -> [UInt8] {
      let row: [UInt8] = (0..<1024).flatMap { x -> [UInt8] in
        [UInt8(truncatingIfNeeded: x / 7), 40, 90, alpha]
      }
      return (0..<1024).reduce(into: []) { samples, _ in samples += row }
    }
    try folder.write(PNGFile.image8(width: 1024, colorType: 6, samples(255)).bytes, to: "alpha.png")
    try folder.write(PNGFile.image8(width: 1024, colorType: 6, samples(128)).bytes, to: "glass.png")
    let build = { (words: String) in
      try await self.run("catalog build \(words) --name AppIcon --appicon", in: folder)
    }
    let built = try await build("alpha.png --into A.xcassets --dark glass.png --tinted alpha.png")
    #expect(built.exitCode == 0)
    #expect(
      built.errors.contains("tinted: ") && built.errors.contains("of the visible pixels are coloured"),
      "\(built.errors)")
    let lint = try await run("catalog lint A.xcassets --only icon-transparency", in: folder)
    #expect(lint.text.contains("AppIcon-dark.png: note: is transparent in 100 %") && lint.exitCode == 0)
    #expect(
      try DecodedPNG(path: folder.path("A.xcassets/AppIcon.appiconset/AppIcon.png")).header.colorType != .rgba
    )
    let refused = try await build("glass.png --into B.xcassets")
    #expect(refused.exitCode == 2)
    #expect(
      refused.errors
        == "error: glass.png: is transparent in 100 % of its pixels, which App Store Connect refuses (put it on a background "
        + "that fills its square)\n")
    #expect(!(try folder.names()).contains { $0.hasPrefix("B.xcassets") })
    #expect(try await build("glass.png --into B.xcassets --platform macos").exitCode == 0)
  }

  // MARK: Depth

  /// 8-bit sources stay at 8 bits at every scale and in both gamuts, 16-bit ones at 16.
  @Test func depthFollowsTheSource() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "icon-p3-16.png", as: "deep.png")
    try folder.copy(testImage: "patches-p3-16.png", as: "patches.png")
    let convert = ["convert", "patches.png", "--to", "display-p3", "--depth", "8", "-o", "flat.png"]
    #expect(try await p3tool.run(convert, in: folder).exitCode == 0)
    for (name, depth) in [("deep", 16), ("flat", 8)] {
      let run = try await run("catalog build \(name).png --name \(name) --into A.xcassets", in: folder)
      #expect(run.exitCode == 0 && run.text.contains("sRGB and Display P3"), "\(run.errors)")
      #expect(run.errors.contains("--depth 16 would take about") == (depth == 8))
      let files = try folder.names().filter { $0.hasPrefix("A.xcassets/\(name)") && $0.hasSuffix(".png") }
      #expect(files.count == 5)
      for file in files {
        #expect(try DecodedPNG(path: folder.path(file)).header.bitDepth == depth, "\(file)")
      }
    }
    let wide = try await run("catalog build flat.png --name W --into A.xcassets --depth 16", in: folder)
    #expect(wide.exitCode == 0)
    #expect(try DecodedPNG(path: folder.path("A.xcassets/W.imageset/W.png")).header.bitDepth == 16)
    let outside = try await run("catalog build flat.png --name W --into Icons", in: folder)
    #expect(outside.errors.contains("Icons lies in no .xcassets folder"))
  }

  // MARK: Real catalogs

  /// Writes the Contents.json of a set.
  private func write(_ json: String, _ set: String, in folder: TemporaryFolder) throws {
    try folder.makeFolder("A.xcassets/\(set)")
    try folder.write(Array(json.utf8), to: "A.xcassets/\(set)/Contents.json")
  }

  @Test func anEmptyCatalogIsInOrder() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("Preview Assets.xcassets")
    for (command, words) in [("catalog", "nothing to complain about"), ("palette", "nothing to judge")] {
      let run = try await p3tool.run([command, "lint", "Preview Assets.xcassets"], in: folder)
      #expect(run.exitCode == 0 && run.text.contains(words), "\(run.errors)")
    }
    try folder.makeFolder("other")
    #expect(try await run("catalog lint other", in: folder).exitCode == 2)
  }

  @Test func catalogsOfAWatchAreRead() async throws {
    let folder = try folder()
    try write(
      #"{"assets": [{"filename": "Circular.imageset", "idiom": "watch"}]}"#, "C.complicationset", in: folder)
    try write(#"{"images": []}"#, "C.complicationset/Circular.imageset", in: folder)
    try write(
      #"{"images": [{"filename": "i.png", "idiom": "universal", "scale": "2x"}]}"#, "I.imageset", in: folder)
    try folder.write(folder.bytes("icon.png"), to: "A.xcassets/I.imageset/i.png")
    #expect(try await run("catalog lint A.xcassets --fail-on note", in: folder).exitCode == 0)
    try write(
      #"{"images": [{"idiom": "iphone", "size": "60x60", "scale": "2x"}]}"#, "A.appiconset", in: folder)
    #expect(
      try await run("catalog lint A.xcassets", in: folder).text.contains("the 3x image is missing"))
  }

  @Test func everyColorSpaceOfXcodeIsRead() async throws {
    let folder = try TemporaryFolder()
    func color(_ space: String, _ components: String) -> String {
      #"{"idiom": "universal", "color": {"color-space": "\#(space)", "components": {\#(components)}}}"#
    }
    func set(_ name: String, _ light: String, _ dark: String) throws {
      let dark = dark.dropLast() + #", "appearances": [{"appearance": "luminosity", "value": "dark"}]}"#
      try write("{\"colors\": [\(light), \(dark)]}", name + ".colorset", in: folder)
    }
    try set(
      "Grey", color("gray-gamma-22", #""white": "0.500", "alpha": "1.000""#),
      color("extended-gray", #""white": "90%", "alpha": "50%""#))
    try set(
      "Codes", color("srgb", #""red": "1", "green": "123", "blue": "199", "alpha": "1.000""#),
      color("extended-linear-srgb", #""red": 0.5, "green": "0.25", "blue": "0x10", "alpha": "1.000""#))
    let reference = #"{"idiom": "universal", "color": {"platform": "ios", "reference": "systemRedColor"}}"#
    try write("{\"colors\": [\(reference)]}", "System.colorset", in: folder)
    for command in ["palette", "catalog"] {
      let run = try await run("\(command) lint A.xcassets --fail-on note", in: folder)
      #expect(run.exitCode == 0, "\(run.text)")
    }
    // Three decimals are systemRed's codes, and a faulty space names its set.
    try set(
      "Red", color("srgb", #""red": "1.000", "green": "0.231", "blue": "0.188", "alpha": "1.000""#),
      color("cmyk", #""red": "0.1", "green": "0.2", "blue": "0.3", "alpha": "1.000""#))
    let found = try await run("palette lint A.xcassets", in: folder)
    #expect(
      found.text.contains("the value of systemRed") && found.text.contains("Red: its value for dark has no"))
  }

  // MARK: Icon Composer

  @Test func bundlesOfIconComposerAreChecked() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("apps/A.icon/Assets")
    func picture(_ name: String, _ color: [UInt8]) throws {
      let samples = (0..<64 * 64).flatMap { place -> [UInt8] in color + [place % 64 < 32 ? 255 : 0] }
      try folder.write(
        PNGFile.image8(width: 64, colorType: 6, samples).bytes, to: "apps/A.icon/Assets/\(name).png")
    }
    try picture("white", [255, 255, 255])
    try picture("blue", [0, 80, 255])
    func lint(_ json: String) async throws -> CommandResult {
      try folder.write(Array(json.utf8), to: "apps/A.icon/icon.json")
      return try await run("catalog lint apps --skip wrong-size --format xcode", in: folder)
    }
    let white = #"{"name": "w", "image-name": "white.png"}"#
    let blue = #"{"name": "b", "image-name": "blue.png", "fill": {"solid": "display-p3:0.1,0.2,0.9,1"}}"#
    let fill = #""fill": {"automatic-gradient": "extended-gray:1.00000,1.00000"}"#
    // Groups stand front to back: white lies on blue.
    let clean = try await lint(
      "{\(fill), \"groups\": [{\"layers\": [\(white)]}, {\"layers\": [\(blue)]}], \"supported-platforms\": {}}"
    )
    #expect(clean.exitCode == 0 && clean.text == "", "\(clean.text)")
    let faulty = try await lint(
      #"""
      {"fill-specializations": [{"value": {"solid": "srgb:1,1,1,1"}}, {"appearance": "dark",
        "value": {"linear-gradient": ["display-p3:0,0,0,1", "srgb:0.1,0.1,0.1,1"]}}], "sparkle": true,
       "groups": [{"layers": [{"name": "w", "image-name": "white.png"}, {"name": "s", "image-name": "gone.svg", "hidden": true,
         "fill": {"solid": "display-p3:0.00000,0.47843,1.00000,1.00000"}}]}]}
      """#)
    #expect(faulty.exitCode == 1)
    for words in [
      "gone.svg: error: is the image of layer 's', but not there [missing-layer]",
      "blue.png: warning: is the image of no layer [unused-layer]",
      "white.png: warning: layer 'w' (light) does not stand out from what lies under it: it vanishes [layer-vanishes]",
      "icon.json: warning: the icon: a gradient between colours in display-p3 and srgb [mixed-gradient]",
      "icon.json: note: the icon has the key 'sparkle'",
      "icon.json: warning: layer 's' (light) is color(display-p3 0 0.47843 1): the sRGB numbers of",
    ] {
      #expect(faulty.text.contains(words), "\(faulty.text)")
    }
    #expect(!faulty.text.contains("(dark)"))
    #expect(try await lint(#"{"fill": {}}"#).text.contains("has no list 'groups' [invalid-contents]"))
    #expect(try await lint("{").exitCode == 1)
  }

  /// Light and dark of a bundle beside each other: the fill of each, the layer in the middle, and no SVG.
  @Test func aContactSheetShowsABundlesAppearances() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("A.icon/Assets")
    let layer = [UInt8](repeating: 128, count: 64 * 64)
    try folder.write(PNGFile.image8(width: 64, colorType: 0, layer).bytes, to: "A.icon/Assets/grey.png")
    try folder.write(
      Array(
        #"""
        {"fill-specializations": [{"value": {"solid": "display-p3:1,0,0,1"}},
          {"appearance": "dark", "value": {"solid": "srgb:0,0,0,1"}}],
         "groups": [{"layers": [{"name": "s", "image-name": "gone.svg"}, {"name": "g", "image-name": "grey.png"}]}]}
        """#.utf8), to: "A.icon/icon.json")
    let drawn = try await run("inspect A.icon/ --contact-sheet s.png", in: folder)
    #expect(drawn.exitCode == 0 && drawn.text.hasPrefix("A.icon/Assets/grey.png\n"), "\(drawn.text)")
    #expect(
      drawn.errors.hasPrefix(
        "note: s.png: light, dark; flat: without glass, shadow and blending; not drawn: gone.svg\n"))
    let sheet = try PixelImage(.bytes(folder.bytes("s.png"), name: "s.png"))
    func color(_ x: Int, _ y: Int) -> [UInt8] {
      let start = y * sheet.layout.bytesPerRow + 3 * x
      return Array(sheet.pixels[start..<start + 3])
    }
    #expect(
      sheet.profile.name == "Display P3" && color(32, 32) == [255, 0, 0] && color(576, 32) == [0, 0, 0])
    #expect(color(288, 288) == [128, 128, 128] && color(832, 288) == [128, 128, 128])
    let again = try await run("inspect A.icon --contact-sheet s.png", in: folder)
    #expect(again.exitCode == 2 && again.errors.contains("--force"))
    let other = try await run("inspect A.icon/Assets/grey.png --contact-sheet t.png", in: folder)
    #expect(other.exitCode == 64 && other.errors.contains("one bundle of Icon Composer"))
  }

  @Test func rulesAreChosenAndABaselineIsKnown() async throws {
    let folder = try folder()
    try folder.makeFolder("A.xcassets/I.imageset")
    try folder.write(
      Array("{\"images\": [{\"filename\": \"gone.png\", \"idiom\": \"universal\"}]}".utf8),
      to: "A.xcassets/I.imageset/Contents.json")
    try folder.write(folder.bytes("small.png"), to: "A.xcassets/I.imageset/orphan.png")
    let all = try await run("catalog lint A.xcassets", in: folder)
    #expect(
      all.exitCode == 1 && all.text.hasSuffix("1 error, 1 warning in 1 set; exit 1: --fail-on error\n"),
      "\(all.text)")
    let only = try await run("catalog lint A.xcassets --only orphan-file", in: folder)
    #expect(only.exitCode == 0 && only.text.contains("[orphan-file]") && !only.text.contains("missing-file"))
    let skip = try await run("catalog lint A.xcassets --skip missing-file --fail-on orphan-file", in: folder)
    #expect(skip.exitCode == 1 && !skip.text.contains("missing-file"))
    #expect(
      try await run("catalog lint A.xcassets --only orphanfile", in: folder).errors.contains(
        "did you mean 'orphan-file'?"))
    #expect(try await run("catalog lint A.xcassets --fail-on missing-fil", in: folder).exitCode == 64)

    let report = try await run("catalog lint A.xcassets --format json", in: folder)
    try folder.write(report.output, to: "old.json")
    let known = try await run("catalog lint A.xcassets --baseline old.json", in: folder)
    #expect(known.exitCode == 0 && !known.text.contains("missing-file"), "\(known.text)")
    let listed = try await run("catalog lint A.xcassets --baseline old.json --verbose", in: folder)
    #expect(listed.text.contains("[missing-file] (in the baseline)"))
    try folder.write([1], to: "A.xcassets/I.imageset/new.png")
    let worse = try await run("catalog lint A.xcassets --baseline old.json --fail-on warning", in: folder)
    #expect(worse.exitCode == 1 && worse.text.contains("new.png") && !worse.text.contains("orphan.png"))
    #expect(
      try await run("catalog lint A.xcassets --baseline icon.png", in: folder).errors.contains(
        "not a report of catalog lint"))
  }

  /// One fact, one number: JSON, text and the HTML page count the same findings.
  @Test func everyFormatCountsTheSameFindings() async throws {
    let folder = try folder()
    try folder.makeFolder("A.xcassets/I.imageset")
    try folder.write(
      Array("{\"images\": [{\"filename\": \"gone.png\", \"idiom\": \"universal\"}]}".utf8),
      to: "A.xcassets/I.imageset/Contents.json")
    for name in ["a", "b", "c"] {
      try folder.write(Array(name.utf8), to: "A.xcassets/I.imageset/\(name).png")
    }
    let json = try await run("catalog lint A.xcassets --format json", in: folder).json()
    let summary = try #require(json["summary"] as? [String: Any])
    let counts = try #require(summary["findings"] as? [String: Int])
    #expect(counts.values.reduce(0, +) == 4 && summary["failing"] as? Int == 1)
    #expect(try await run("catalog lint A.xcassets --format html", in: folder).text.contains("4 findings"))
    #expect(
      try await run("catalog lint A.xcassets", in: folder).text.contains("1 error, 3 warnings in 1 set"))
  }
}
