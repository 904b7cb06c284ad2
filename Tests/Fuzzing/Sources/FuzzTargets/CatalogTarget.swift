import CodecTargets
@testable import Basics
@testable import ImageFiles

@testable import Catalogs

/// A Contents.json: the linters have an opinion or none, and a build puts its entries in and takes them out, whatever
/// else stands there.
enum CatalogTarget {
  static func run(_ bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes) else { return }
    requireSameText(json)
    guard case .object = json else { return }
    let contents = AssetContents(json)
    for finding in ImageSetLint(path: "/no/Fuzz.imageset", contents: contents).findings
      + ColorSetLint(path: "/no/Fuzz.colorset", contents: contents).findings
    {
      _ = finding.message
    }
    buildImages(contents)
    buildColors(contents)
  }

  /// A finding where `json` is not read as it was written.
  static func requireSameText(_ json: JSONValue) {
    let text = json.prettyText
    do throws(JSONError) {
      let again = try JSONValue(parsing: Array(text.utf8))
      require(again.prettyText == text, "another text")
    } catch {
      fatalError("our own text is no JSON: \(error)")
    }
  }

  private static func buildImages(_ old: AssetContents) {
    var contents = old
    let slots =
      contents.images.compactMap { AssetSlot($0) } + [
        AssetSlot(idiom: "universal", scale: 2, gamut: .displayP3, appearance: .dark)
      ]
    for slot in slots {
      contents.setImage("new.png", in: slot)
      let name = contents.images.first { AssetSlot($0) == slot }?["filename"]?.string
      require(name == "new.png", "\(slot.text) holds \(name ?? "nothing")")
    }
    requireSameText(contents.json)
    let others = contents.images.count { AssetSlot($0) == nil }
    _ = contents.removeImages { _, _ in true }
    require(contents.images.count == others, "entries that we have no word for went")
  }

  private static func buildColors(_ old: AssetContents) {
    var contents = old
    func build() {
      for appearance in AssetAppearance.allCases {
        contents.setColors(
          [(nil, "sRGB"), (.displayP3, "P3")], idiom: "universal", appearance: appearance)
      }
    }
    build()
    let once = contents.bytes
    build()
    require(contents.bytes == once, "a second build changes the file")
    requireSameText(contents.json)
  }
}
