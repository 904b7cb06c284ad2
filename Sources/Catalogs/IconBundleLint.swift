import Checking
import Colors
import ImageFiles
import Palettes

/// The rules of Icon Composer bundles.
struct IconBundleLint {
  private let bundle: IconBundle
  private let file: String

  /// - Throws: `ImageError` if `icon.json` cannot be read.
  init(_ path: String) throws(ImageError) {
    bundle = try IconBundle(path)
    file = FilePath.join(path, "icon.json")
  }

  var findings: [CatalogFinding] {
    guard case .array? = bundle.json["groups"] else {
      return [CatalogFinding(.invalidContents, file, "has no list 'groups'")]
    }
    let findings = groups + layerFiles + fills + unknownKeys + IconBundlePicture(bundle).findings
    var seen: Set<CatalogFinding> = []
    return findings.filter { seen.insert($0).inserted }
  }

  private var groups: [CatalogFinding] {
    let count = bundle.groups.count
    guard count > 4 else { return [] }
    return [
      CatalogFinding(.invalidContents, file, "has \(count) groups: Icon Composer has four", level: .warning)
    ]
  }

  private var layerFiles: [CatalogFinding] {
    let present = Set(IconBundle.assetNames(of: bundle.path))
    var named: Set<String> = []
    var findings: [CatalogFinding] = []
    for layer in bundle.layers {
      let names = IconBundle.values("image-name", of: layer).compactMap(\.string)
      named.formUnion(names)
      findings += Set(names).subtracting(present).sorted().map { name in
        CatalogFinding(
          .missingLayer, FilePath.join(bundle.assets, name),
          "is the image of layer '\(IconBundle.name(of: layer))', but not there")
      }
    }
    return findings
      + present.subtracting(named).sorted().map {
        CatalogFinding(.unusedLayer, FilePath.join(bundle.assets, $0), "is the image of no layer")
      }
  }

  // MARK: Fills

  private var fills: [CatalogFinding] {
    owners.flatMap { fills(of: $0.object, $0.name) } + takenNumbers
  }

  /// Objects with fills, and their names in messages.
  private var owners: [(object: JSONValue, name: String)] {
    [(bundle.json, "the icon")] + bundle.layers.map { ($0, "layer '\(IconBundle.name(of: $0))'") }
  }

  /// Findings on Display P3 fills with the numbers of an sRGB colour of the bundle, or of Apple's.
  private var takenNumbers: [CatalogFinding] {
    let colors = owners.flatMap { owner in
      IconBundle.values("fill", of: owner.object).flatMap(IconFill.texts).compactMap(IconFill.color).map {
        Palette.Entry(
          name: owner.name, role: nil, group: "", platform: nil, source: "",
          values: [PaletteCondition(.light): $0])
      }
    }
    let palette = Palette(name: bundle.path, title: "", date: "", sources: [:], colors: colors)
    return PaletteLint(palette, rules: [.srgbNumbersInP3]).findings.map {
      CatalogFinding(.srgbNumbersInP3, file, $0.message, level: .warning)
    }
  }

  private func fills(of object: JSONValue, _ owner: String) -> [CatalogFinding] {
    IconBundle.values("fill", of: object).flatMap { fill -> [CatalogFinding] in
      let texts = IconFill.texts(fill)
      var findings = texts.filter { IconFill.color($0) == nil }.map {
        CatalogFinding(.invalidContents, file, "\(owner): '\($0)' is no colour such as srgb:0.5,0.5,0.5,1")
      }
      guard let stops = fill["linear-gradient"]?.elements else { return findings }
      if stops.count != 2 {
        findings.append(
          CatalogFinding(.invalidContents, file, "\(owner): a gradient has two colours, not \(stops.count)"))
      }
      let spaces = Set(texts.map(Self.space)).sorted()
      if spaces.count > 1 {
        findings.append(
          CatalogFinding(
            .mixedGradient, file,
            "\(owner): a gradient between colours in \(spaces.joined(separator: " and "))"))
      }
      return findings
    }
  }

  /// The colour's space, whether limited to 0…1 or extended.
  private static func space(_ text: String) -> String {
    let name = text.prefix { $0 != ":" }
    return String(name.hasPrefix("extended-") ? name.dropFirst(9) : name)
  }

  // MARK: Keys

  private static let rootKeys: Set<String> = [
    "fill", "groups", "supported-platforms", "color-space-for-untagged-svg-colors",
  ]
  private static let groupKeys: Set<String> = [
    "layers", "name", "position", "shadow", "translucency", "blur-material", "specular", "blend-mode",
    "lighting", "hidden", "opacity",
  ]
  private static let layerKeys: Set<String> = [
    "name", "image-name", "fill", "opacity", "position", "glass", "hidden", "blend-mode",
  ]
  private static let fillKeys: Set<String> = [
    "automatic-gradient", "solid", "linear-gradient", "orientation",
  ]

  private var unknownKeys: [CatalogFinding] {
    unknown(bundle.json, Self.rootKeys, "the icon")
      + bundle.groups.flatMap { unknown($0, Self.groupKeys, "a group") }
      + bundle.layers.flatMap { unknown($0, Self.layerKeys, "layer '\(IconBundle.name(of: $0))'") }
      + ([bundle.json] + bundle.layers).flatMap { IconBundle.values("fill", of: $0) }
      .flatMap { unknown($0, Self.fillKeys, "a fill") }
  }

  private func unknown(_ object: JSONValue, _ known: Set<String>, _ owner: String) -> [CatalogFinding] {
    object.members.compactMap { member in
      let end = IconBundle.specialized
      let name = member.name.hasSuffix(end) ? String(member.name.dropLast(end.count)) : member.name
      guard !known.contains(name) else { return nil }
      return CatalogFinding(
        .unknownKey, file,
        "\(owner) has the key '\(member.name)', which p3tool does not know: the format is not published")
    }
  }
}
