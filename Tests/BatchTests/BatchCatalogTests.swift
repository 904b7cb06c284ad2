import ImageCases
import Foundation
import ImageFiles
import TestSupport
import Testing

@testable import Batch

@Suite("Asset catalogs in pipelines")
struct BatchCatalogTests {
  @Test("a colour set needs no source, and is made again when its options change alone")
  func colors() async throws {
    let yaml = "steps: [catalog-color: {name: Accent, color: '#0070F2', dark: '#4DB1FF', into: A.xcassets}]"
    let pipeline = try Pipeline(yaml)
    #expect(try await pipeline.summary() == ["p3tool.yml catalog-color: new"])
    let set = "A.xcassets/Accent.colorset/Contents.json"
    let first = try pipeline.folder.bytes(set)
    #expect(String(decoding: first, as: UTF8.self).contains("0xF2"))
    try pipeline.rewrite(yaml + "\n# said")
    #expect(try await pipeline.summary() == ["p3tool.yml catalog-color: upToDate"])
    try pipeline.rewrite(yaml.replacing("4DB1FF", with: "4DB100"))
    #expect(try await pipeline.summary() == ["p3tool.yml catalog-color: options changed"])
    #expect(try pipeline.folder.bytes(set) != first)
  }

  @Test("a colour set that no run made stays as it is")
  func foreignColors() async throws {
    let pipeline = try Pipeline("steps: [catalog-color: {name: Accent, color: '#0070F2', into: A.xcassets}]")
    let own = Array(#"{"colors": [], "info": {"author": "xcode", "version": 1}}"#.utf8)
    try pipeline.folder.write(own, to: "A.xcassets/Accent.colorset/Contents.json")
    let report = try #require(try await pipeline.run().reports["p3tool.yml"])
    #expect(report.error?.contains("no run of this pipeline made it") == true, "\(report.error ?? "")")
    #expect(try pipeline.folder.bytes("A.xcassets/Accent.colorset/Contents.json") == own)
  }

  @Test("an app icon has its own set, with a tinted variant by its template")
  func appIcon() async throws {
    let pipeline = try Pipeline(
      """
      sources: art/*.png
      steps:
        - catalog: {into: A.xcassets, name: AppIcon, appicon: true, tinted: "tinted/{stem}.png"}
      """)
    let icon = DifferenceCase.flat(0x808080, width: 1024, height: 1024)
    try pipeline.folder.write(icon, to: "art/a.png")
    try pipeline.folder.write(icon, to: "tinted/a.png")
    #expect(try await pipeline.summary() == ["art/a.png catalog: new"])
    let made = try pipeline.folder.names().filter { $0.hasPrefix("A.xcassets/AppIcon.appiconset/") }.sorted()
    #expect(
      made.map { FilePath($0).name } == ["AppIcon-tinted.png", "AppIcon.png", "Contents.json"], "\(made)")
    #expect(try await pipeline.summary() == ["art/a.png catalog: upToDate"])
  }
}
