import ColorManagement
import Colors
import Conversion
import Foundation
import ImageFiles
import TestSupport
import Testing

@testable import Catalogs

@Suite("Asset catalogs")
struct CatalogTests {
  private func request(_ folder: TemporaryFolder, master: String, name: String = "Icon") throws
    -> ImageSetRequest
  {
    ImageSetRequest(
      name: name, catalog: folder.path("Assets.xcassets"), master: try folder.copy(testImage: master))
  }

  private func lint(_ folder: TemporaryFolder) throws -> [String] {
    let tree = try CatalogTree(folder.path("Assets.xcassets"))
    return tree.sets.flatMap { CatalogLinter(tree).lint($0).findings }
      .map { "\($0.rule.rawValue) \(FilePath($0.file).name)" }
  }

  // MARK: Building

  @Test(
    "a P3 master gives sRGB and Display P3 at each scale that uses it, of the right sizes, and lints clean")
  func wideSet() async throws {
    let folder = try TemporaryFolder()
    let report = try await ImageSetBuilder(try request(folder, master: "icon-p3-16.png")).build()
    #expect(report.needsWideGamut)
    #expect(
      report.images.map(\.file) == [
        "Icon.png", "Icon@2x.png", "Icon-p3@2x.png", "Icon@3x.png", "Icon-p3@3x.png",
      ])
    #expect(report.images.map(\.width) == [43, 85, 85, 128, 128])
    let wide = try CatalogImage(report.output + "/Icon-p3@3x.png")
    #expect(wide.hasPrimaries(of: .displayP3))
    #expect(try CatalogImage(report.output + "/Icon@2x.png").hasPrimaries(of: .sRGB))
    #expect(try lint(folder).isEmpty)
    #expect(try folder.names().allSatisfy { !$0.contains("p3tool-tmp") })
  }

  @Test("a master whose colours fit sRGB gives one image for any display, and says so")
  func narrowSet() async throws {
    let folder = try TemporaryFolder()
    let report = try await ImageSetBuilder(try request(folder, master: "card-srgb-8.png")).build()
    #expect(!report.needsWideGamut)
    #expect(report.images.map(\.file) == ["Icon.png", "Icon@2x.png", "Icon@3x.png"])
    #expect(report.notes.contains { $0.contains("no Display P3 image is needed") })
    let contents = try AssetContents(file: report.output + "/Contents.json")
    #expect(contents.images.allSatisfy { $0["display-gamut"] == nil })
    #expect(try lint(folder).isEmpty)
  }

  @Test("Contents.json is in Xcode's own form")
  func form() async throws {
    let folder = try TemporaryFolder()
    var request = try request(folder, master: "icon-p3-16.png")
    request.scales = []
    request.idioms = [.mac]
    let report = try await ImageSetBuilder(request).build()
    let text = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: report.output + "/Contents.json")), as: UTF8.self)
    #expect(
      text == """
        {
          "images" : [
            {
              "display-gamut" : "sRGB",
              "filename" : "Icon.png",
              "idiom" : "mac"
            },
            {
              "display-gamut" : "display-P3",
              "filename" : "Icon-p3.png",
              "idiom" : "mac"
            }
          ],
          "info" : {
            "author" : "xcode",
            "version" : 1
          }
        }

        """)
  }

  @Test("an existing set keeps its keys, its other slots and its own files; a second build changes nothing")
  func update() async throws {
    let folder = try TemporaryFolder()
    let path = "Assets.xcassets/Icon.imageset/Contents.json"
    try folder.write(
      Array(
        #"""
        {"info":{"author":"someone","version":1,"x":[1.0]},"properties":{"template-rendering-intent":"original"},
         "images":[{"idiom":"universal","scale":"3x","filename":"old.png","resizing":{"mode":"9-part"}},
          {"idiom":"universal","scale":"2x","locale":"de","filename":"de.png"}]}
        """#.utf8), to: path)
    try folder.write([1], to: "Assets.xcassets/Icon.imageset/old.png")
    var request = try request(folder, master: "card-srgb-8.png")
    request.scales = [3]
    let report = try await ImageSetBuilder(request).build()
    #expect(report.notes.contains { $0.contains("old.png") && $0.contains("no longer used") })
    let contents = try AssetContents(file: folder.path(path))
    #expect(contents.json["info"]?["author"] == "someone")
    #expect(contents.json["info"]?["x"] == .array([.number("1.0")]))
    #expect(contents.json["properties"] == ["template-rendering-intent": "original"])
    #expect(contents.images.count == 2)
    #expect(contents.images[0]["filename"] == "Icon@3x.png")
    #expect(contents.images[0]["resizing"] == ["mode": "9-part"])
    #expect(contents.images[1]["locale"] == "de")
    #expect(try folder.names().contains("Assets.xcassets/Icon.imageset/old.png"))
    await #expect(throws: ImageError.self) { try await ImageSetBuilder(request).build() }
    request.overwrite = true
    let before = try folder.bytes(path)
    _ = try await ImageSetBuilder(request).build()
    #expect(try folder.bytes(path) == before)
  }

  @Test("a master that becomes narrow loses its Display P3 slots and files, and none of others")
  func becomesNarrow() async throws {
    let folder = try TemporaryFolder()
    var request = try request(folder, master: "icon-p3-16.png")
    request.overwrite = true
    _ = try await ImageSetBuilder(request).build()
    request.master = try folder.copy(testImage: "card-srgb-8.png")
    _ = try await ImageSetBuilder(request).build()
    let names = try folder.names().filter { $0.hasSuffix(".png") && $0.contains("imageset") }
    #expect(names.map { FilePath($0).name } == ["Icon.png", "Icon@2x.png", "Icon@3x.png"])
    #expect(try lint(folder).isEmpty)
  }

  @Test("a dark variant is softened, or left out where there is nothing to soften")
  func dark() async throws {
    let folder = try TemporaryFolder()
    var request = try request(folder, master: "card-srgb-8.png")
    request.scales = [2, 3]
    request.dark = .softened
    let report = try await ImageSetBuilder(request).build()
    #expect(report.images.map(\.file).contains("Icon-dark@3x.png"))
    let contents = try AssetContents(file: report.output + "/Contents.json")
    let dark: JSONValue = [["appearance": "luminosity", "value": "dark"]]
    #expect(contents.images.count { $0["appearances"] == dark } == 2)
    var other = try self.request(folder, master: "icon-p3-16.png", name: "Other")
    other.dark = .softened
    let plain = try await ImageSetBuilder(other).build()
    #expect(!plain.images.contains { $0.file.contains("dark") })
    #expect(plain.notes.contains { $0.contains("left alone") })
    #expect(try lint(folder).isEmpty)
  }

  // MARK: Linting

  /// A set with the given images, each with its slot's keys.
  private func set(_ folder: TemporaryFolder, _ images: String, name: String = "S") throws {
    try folder.write(
      Array(#"{"images":[\#(images)],"info":{"author":"xcode","version":1}}"#.utf8),
      to: "Assets.xcassets/\(name).imageset/Contents.json")
  }

  @Test("each rule finds its fault, and no other rule sees one")
  func rules() throws {
    let cases: [(String, [String: String], [String])] = [
      (#"{"idiom":"mac","filename":"gone.png"}"#, [:], ["missing-file gone.png"]),
      ("", ["orphan.png": "untagged-8.png"], ["orphan-file orphan.png"]),
      (
        #"{"idiom":"mac","display-gamut":"sRGB","filename":"a.png"}"#, ["a.png": "icon-p3-16.png"],
        ["slot-tag-mismatch a.png"]
      ),
      (
        #"{"idiom":"mac","display-gamut":"sRGB","filename":"s.png"},{"idiom":"mac","display-gamut":"display-P3","filename":"a.png"}"#,
        ["a.png": "ramps-srgb-16.png", "s.png": "card-srgb-8.png"], ["slot-tag-mismatch a.png"]
      ),
      (
        #"{"idiom":"mac","display-gamut":"display-P3","filename":"a.png"}"#, ["a.png": "icon-p3-16.png"],
        ["missing-sibling a.png"]
      ),
      (
        #"{"idiom":"universal","scale":"1x","filename":"s.png"},{"idiom":"universal","scale":"1x","display-gamut":"display-P3","filename":"a.png"}"#,
        ["a.png": "icon-p3-16.png", "s.png": "card-srgb-8.png"], ["unused-wide-gamut a.png"]
      ),
      (
        #"{"idiom":"mac","filename":"a.png"},{"idiom":"mac","filename":"b.png"}"#,
        ["a.png": "card-srgb-8.png", "b.png": "ramps-srgb-8.png"], ["duplicate-slot S.imageset"]
      ),
      (
        #"{"idiom":"mac","scale":"1x","filename":"a.png"},{"idiom":"mac","scale":"2x","filename":"b.png"}"#,
        ["a.png": "card-srgb-8.png", "b.png": "icon-p3-16.png"], ["wrong-size a.png"]
      ),
      (
        #"{"idiom":"mac","appearances":[{"appearance":"luminosity","value":"dark"}],"filename":"a.png"}"#,
        ["a.png": "card-srgb-8.png"], ["missing-sibling a.png"]
      ),
    ]
    for (images, files, findings) in cases {
      let folder = try TemporaryFolder()
      try set(folder, images)
      for (name, image) in files {
        try folder.copy(testImage: image, as: "Assets.xcassets/S.imageset/\(name)")
      }
      #expect(try lint(folder) == findings, "\(images)")
    }
  }

  @Test("sRGB numbers under a P3 tag are told from a real conversion, and from P3 that is not needed")
  func assignedNumbers() async throws {
    let folder = try TemporaryFolder()
    let source = try folder.copy(testImage: "ramps-srgb-16.png")
    let assets = "Assets.xcassets/S.imageset/"
    try set(
      folder,
      #"{"idiom":"mac","display-gamut":"sRGB","filename":"s.png"},{"idiom":"mac","display-gamut":"display-P3","filename":"p.png"}"#
    )
    try folder.copy(testImage: "ramps-srgb-16.png", as: assets + "s.png")
    var assignment = ConversionRequest(target: .space(.displayP3))
    assignment.sourceOverride = RGBColorSpace.displayP3.profile
    _ = try await ImageConversion(assignment).convert(.file(source), to: .file(folder.path(assets + "p.png")))
    #expect(try lint(folder) == ["srgb-numbers-in-p3 p.png"])
    _ = try await ImageConversion(ConversionRequest(target: .space(.displayP3))).convert(
      .file(source), to: .file(folder.path(assets + "p.png")), settings: .init(overwrite: true))
    #expect(try lint(folder) == ["wide-gamut-unneeded p.png"])
  }

  @Test("equal files in two sets, broken images and broken Contents.json are found")
  func files() throws {
    let folder = try TemporaryFolder()
    for name in ["A", "B"] {
      try set(folder, #"{"idiom":"mac","filename":"x.png"}"#, name: name)
      try folder.copy(testImage: "card-srgb-8.png", as: "Assets.xcassets/\(name).imageset/x.png")
    }
    try set(folder, #"{"idiom":"mac","filename":"x.png"}"#, name: "C")
    try folder.write(Array("no image".utf8), to: "Assets.xcassets/C.imageset/x.png")
    try folder.write(Array(#"{"images":[,]}"#.utf8), to: "Assets.xcassets/D.imageset/Contents.json")
    try folder.makeFolder("Assets.xcassets/E.imageset")
    #expect(
      try lint(folder) == [
        "duplicate-file x.png", "unreadable-image x.png", "invalid-contents Contents.json",
        "invalid-contents Contents.json",
      ])
  }

  // MARK: Colours

  @Test("colour sets are written in Xcode's spelling, keep what they had, and are read back")
  func colorSet() throws {
    let folder = try TemporaryFolder()
    let catalog = folder.path("Assets.xcassets")
    let light = try CSSColor("#0070F2")
    let dark = try CSSColor("color(display-p3 1 0.1 0.123456 / 0.5)")
    try ColorSetBuilder(name: "Accent", catalog: catalog, colors: [.any: light, .dark: dark]).build()
    let contents = try AssetContents(file: catalog + "/Accent.colorset/Contents.json")
    #expect(contents.colors[0]["color"]?["components"]?["blue"] == "0xF2")
    let wide = try #require(contents.colors.last?["color"])
    #expect(wide["color-space"] == "display-p3")
    #expect(wide["components"]?["blue"] == "0.123456" && wide["components"]?["alpha"] == "0.500")
    #expect(try lint(folder).isEmpty)
  }

  @Test(
    "a colour that leaves sRGB has an entry for either gamut in each appearance, others one for any display")
  func colorGamuts() throws {
    let folder = try TemporaryFolder()
    let catalog = folder.path("Assets.xcassets")
    func build(_ light: String, dark: String) throws -> [JSONValue] {
      let colors = [
        AssetAppearance.any: try CSSColor(light), .dark: try CSSColor(dark),
      ]
      try ColorSetBuilder(name: "Alert", catalog: catalog, colors: colors, overwrite: true).build()
      return try AssetContents(file: catalog + "/Alert.colorset/Contents.json").colors
    }
    func gamuts(_ entries: [JSONValue]) -> [String?] { entries.map { $0["display-gamut"]?.string } }

    let wide = try build("color(display-p3 1 0.1 0.1 / 0.5)", dark: "#FF6961")
    #expect(gamuts(wide) == ["sRGB", "display-P3", nil])
    #expect(wide[0]["color"]?["color-space"] == "srgb" && wide[1]["color"]?["color-space"] == "display-p3")
    #expect(wide[0]["color"]?["components"]?["red"] == "1.000")
    #expect(wide[0]["color"]?["components"]?["alpha"] == "0.500")
    #expect(wide[1]["color"]?["components"]?["green"] == "0.100")
    #expect(try lint(folder).isEmpty)

    // Another run changes nothing; a colour that became narrow takes the pair's place.
    #expect(try build("color(display-p3 1 0.1 0.1 / 0.5)", dark: "#FF6961") == wide)
    let narrow = try build("color(display-p3 0.5 0.5 0.4)", dark: "color(display-p3 0 1 0)")
    #expect(gamuts(narrow) == [nil, "sRGB", "display-P3"])
    #expect(narrow.dropFirst().allSatisfy { AssetAppearance($0["appearances"]) == .dark })
    #expect(try lint(folder).isEmpty)
  }

  @Test("components below 0.0001 are written without an exponent, which readers of colour sets do not know")
  func tinyComponents() throws {
    let value = try CSSColor("color(srgb 0.00001 -0.0000125 1e-20 / 0.5)").catalogValue
    #expect(value["components"]?["red"] == "0.000010000")
    #expect(value["components"]?["green"] == "-0.000012500")
    #expect(value["components"]?["blue"] == "0.000")
  }

  @Test("colour sets with ambiguous components or sRGB numbers in Display P3 are found")
  func colorLint() throws {
    let folder = try TemporaryFolder()
    func entry(_ space: String, _ red: String) -> String {
      #"{"idiom":"universal","color":{"color-space":"\#(space)","components":{"red":\#(red),"green":"0x40","blue":"0.000","alpha":"1"}}}"#
    }
    try folder.write(
      Array(#"{"colors":[\#(entry("srgb", "\"228\"")),\#(entry("display-p3", "\"0xE4\""))]}"#.utf8),
      to: "Assets.xcassets/A.colorset/Contents.json")
    try folder.write(
      Array(#"{"colors":[\#(entry("srgb", "\"1\""))]}"#.utf8), to: "Assets.xcassets/B.colorset/Contents.json")
    #expect(
      try lint(folder) == [
        "srgb-numbers-in-p3 Contents.json", "duplicate-slot Contents.json",
        "ambiguous-component Contents.json",
      ])
  }
}
