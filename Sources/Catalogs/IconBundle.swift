import Colors
import ImageFiles

/// The `icon.json` of an Icon Composer bundle, as far as Xcode 26 shows its form: it is not published.
struct IconBundle {
  /// The appearances whose values a bundle may give.
  enum Appearance: String, CaseIterable {
    case light, dark, tinted
  }

  /// The bundle's folder.
  let path: String
  /// The whole file.
  let json: JSONValue

  /// The bundle in the folder `path`.
  init(_ path: String) throws(ImageError) {
    self.path = path
    json = try AssetContents(file: FilePath.join(path, "icon.json")).json
  }

  /// The folder of the layers' images.
  var assets: String { Self.assets(of: path) }

  /// That folder of the bundle at `path`.
  static func assets(of path: String) -> String { FilePath.join(path, "Assets") }

  /// The names of the files in the folder of the images of the bundle at `path`, used by a layer or not; hidden ones left out.
  static func assetNames(of path: String) -> [String] {
    let names = try? SystemCall.names(in: assets(of: path))
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Front to back.
  var groups: [JSONValue] { json["groups"]?.elements ?? [] }

  /// Of all groups.
  var layers: [JSONValue] { groups.flatMap { $0["layers"]?.elements ?? [] } }

  /// The images of all layers, for any appearance.
  var imageNames: [String] { layers.flatMap { Self.values("image-name", of: $0) }.compactMap(\.string) }

  /// What the keys of specializations end with.
  static let specialized = "-specializations"

  /// Every value of `key` in `object`, for any appearance and idiom.
  static func values(_ key: String, of object: JSONValue) -> [JSONValue] {
    let special = object[key + specialized]?.elements.compactMap { $0["value"] } ?? []
    return [object[key]].compactMap(\.self) + special
  }

  /// The value of `key` in `object` in an appearance, for any idiom: its own, or the one for all.
  static func value(_ key: String, of object: JSONValue, in appearance: Appearance) -> JSONValue? {
    let special = (object[key + specialized]?.elements ?? []).filter { $0["idiom"] == nil }
    let own = special.first { $0["appearance"]?.string == appearance.rawValue }
    return (own ?? special.first { $0["appearance"] == nil })?["value"] ?? object[key]
  }

  /// What messages call a layer.
  static func name(of layer: JSONValue) -> String {
    layer["name"]?.string ?? layer["image-name"]?.string ?? "without a name"
  }
}

/// A fill of an icon or a layer: one colour, or a gradient between two.
struct IconFill {
  /// One or two.
  let colors: [CSSColor]
  /// Where a gradient begins and ends, 0 to 1 from the left and the top.
  let start, stop: SIMD2<Double>

  /// The fill of `json`; nil for what the system chooses, and for what is no fill.
  init?(_ json: JSONValue?) {
    switch json?.string {
    case "system-light"?: colors = [CSSColor(space: .sRGB, components: .one)]
    case "system-dark"?: colors = [CSSColor(space: .sRGB, components: SIMD3(repeating: 28.0 / 255))]
    default: colors = Self.texts(json).compactMap(Self.color)
    }
    guard colors.count == 1 || colors.count == 2 else { return nil }
    start = Self.point(json?["orientation"]?["start"]) ?? SIMD2(0.5, 0)
    stop = Self.point(json?["orientation"]?["stop"]) ?? SIMD2(0.5, 1)
  }

  /// The colours of `json` as they are written.
  static func texts(_ json: JSONValue?) -> [String] {
    if let text = (json?["solid"] ?? json?["automatic-gradient"])?.string { return [text] }
    return json?["linear-gradient"]?.elements.compactMap(\.string) ?? []
  }

  /// The colour that `text` names, such as `display-p3:0.13268,0.53880,1.00000,1.00000` (red, green, blue, alpha) or
  /// `extended-gray:0.5,1` (grey, alpha), 0 to 1; nil if `text` is no colour.
  static func color(_ text: String) -> CSSColor? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.last?.split(separator: ",").compactMap { Double($0) } ?? []
    guard parts.count == 2, numbers.count == (parts[0].contains("gray") ? 2 : 4),
      numbers.allSatisfy({ $0.isFinite && abs($0) <= 100 }), let alpha = numbers.last
    else { return nil }
    let components =
      numbers.count == 2 ? SIMD3(repeating: numbers[0]) : SIMD3(numbers[0], numbers[1], numbers[2])
    return ColorSetPalette.color(components, min(max(alpha, 0), 1), in: String(parts[0]))
  }

  private static func point(_ json: JSONValue?) -> SIMD2<Double>? {
    guard case .number(let x)? = json?["x"], case .number(let y)? = json?["y"], let x = Double(x),
      let y = Double(y)
    else { return nil }
    return SIMD2(x, y)
  }
}
