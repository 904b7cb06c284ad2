import Colors
import ImageFiles

/// The `icon.json` of an Icon Composer bundle, in the unpublished format of Xcode 26 as far as it is known.
struct IconBundle {
  /// The appearances for which a bundle may have values.
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

  /// The folder of the layers' images in the bundle at `path`.
  static func assets(of path: String) -> String { FilePath.join(path, "Assets") }

  /// The names of the image files of the bundle at `path`, used by a layer or not, without hidden ones.
  static func assetNames(of path: String) -> [String] {
    let names = try? SystemCall.names(in: assets(of: path))
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// The groups, front to back.
  var groups: [JSONValue] { json["groups"]?.elements ?? [] }

  var layers: [JSONValue] { groups.flatMap { $0["layers"]?.elements ?? [] } }

  /// The images of all layers, for any appearance.
  var imageNames: [String] { layers.flatMap { Self.values("image-name", of: $0) }.compactMap(\.string) }

  /// The end of the keys of specializations.
  static let specialized = "-specializations"

  /// All values of `key` in `object`, for any appearance and idiom.
  static func values(_ key: String, of object: JSONValue) -> [JSONValue] {
    let special = object[key + specialized]?.elements.compactMap { $0["value"] } ?? []
    return [object[key]].compactMap(\.self) + special
  }

  /// The value of `key` in `object` in an appearance, for any idiom: the appearance's own, or the general one.
  static func value(_ key: String, of object: JSONValue, in appearance: Appearance) -> JSONValue? {
    let special = (object[key + specialized]?.elements ?? []).filter { $0["idiom"] == nil }
    let own = special.first { $0["appearance"]?.string == appearance.rawValue }
    return (own ?? special.first { $0["appearance"] == nil })?["value"] ?? object[key]
  }

  /// The layer's name in messages.
  static func name(of layer: JSONValue) -> String {
    layer["name"]?.string ?? layer["image-name"]?.string ?? "without a name"
  }
}

/// The fill of an icon or a layer: one colour, or a gradient between two.
struct IconFill {
  /// One or two colours.
  let colors: [CSSColor]
  /// Start and end of a gradient, 0 to 1 from the left and the top.
  let start, stop: SIMD2<Double>

  /// The fill in `json`; nil if the system chooses it, and for invalid fills.
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

  /// The colours in `json` as written.
  static func texts(_ json: JSONValue?) -> [String] {
    if let text = (json?["solid"] ?? json?["automatic-gradient"])?.string { return [text] }
    return json?["linear-gradient"]?.elements.compactMap(\.string) ?? []
  }

  /// The colour in `text`, such as `display-p3:0.13268,0.53880,1.00000,1.00000` (red, green, blue, alpha) or
  /// `extended-gray:0.5,1` (grey, alpha), 0 to 1; nil for other texts.
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
