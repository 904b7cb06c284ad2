package import Checking
import ImageFiles
import Palettes

/// A finding of a rule on a set.
package struct CatalogFinding: Sendable, Hashable, Codable {
  package let rule: CatalogRule
  package let level: FindingLevel
  /// The finding in one line, without the file's name.
  package let message: String
  /// The file or set, as the user can name it.
  package let file: String

  init(_ rule: CatalogRule, _ file: String, _ message: String, level: FindingLevel? = nil) {
    self.rule = rule
    self.level = level ?? rule.level
    self.message = message.printable
    self.file = file
  }

  /// Identifies the finding in other runs: 16 hexadecimal digits from the file's path relative to the repository, the
  /// rule and the message.
  package var fingerprint: String {
    let path = RepositoryPath.own(file)
    return String("\(SHA256.hash([path, rule.rawValue, message].joined(separator: "\0")))".prefix(16))
  }
}

/// The rules of `catalog lint`. The raw value is the rule's stable id.
package enum CatalogRule: String, Sendable, Hashable, Codable, CaseIterable {
  /// Contents.json is missing, not JSON, or lacks what a set needs.
  case invalidContents = "invalid-contents"
  /// A referenced file that does not exist.
  case missingFile = "missing-file"
  /// A file without a reference.
  case orphanFile = "orphan-file"
  /// An image that cannot be read.
  case unreadableImage = "unreadable-image"
  /// The slot's gamut and the image's colour tag disagree.
  case slotTagMismatch = "slot-tag-mismatch"
  /// Display P3 with the numbers of its sRGB sibling: assigned instead of converted.
  case srgbNumbersInP3 = "srgb-numbers-in-p3"
  /// A gamut, scale or appearance whose counterpart is missing.
  case missingSibling = "missing-sibling"
  /// A Display P3 image whose every visible colour fits sRGB.
  case wideGamutUnneeded = "wide-gamut-unneeded"
  /// A Display P3 image at 1x that no device uses.
  case unusedWideGamut = "unused-wide-gamut"
  /// Two entries for one slot.
  case duplicateSlot = "duplicate-slot"
  /// The same file twice.
  case duplicateFile = "duplicate-file"
  /// The sizes of the scales do not match.
  case wrongSize = "wrong-size"
  /// An app icon with alpha where the store requires an opaque one.
  case iconTransparency = "icon-transparency"
  /// A tinted app icon in colour, which the system ignores.
  case tintedIconColor = "tinted-icon-color"
  /// A colour component with two possible meanings.
  case ambiguousComponent = "ambiguous-component"

  // Findings in bundles of Icon Composer.
  /// A layer without its image.
  case missingLayer = "missing-layer"
  /// An image that no layer uses.
  case unusedLayer = "unused-layer"
  /// A layer that is invisible on what is under it.
  case layerVanishes = "layer-vanishes"
  /// A gradient between colours of two spaces.
  case mixedGradient = "mixed-gradient"
  /// An unknown key.
  case unknownKey = "unknown-key"

  // Findings of `palette lint` in the colour sets of a catalog, see PaletteRule.
  /// A read colour with too little contrast to a background.
  case contrast
  /// Colours of one role that some people cannot distinguish.
  case colorVision = "color-vision"
  /// Two colours of one role less than ΔE2000 8 apart, hard to distinguish even with normal colour vision.
  case nearDuplicate = "near-duplicate"
  /// One colour for two roles.
  case sameColorTwoMeanings = "same-color-two-meanings"
  /// A colour that is the same in both appearances.
  case nonAdaptive = "non-adaptive"
  /// A read colour without a value for increased contrast.
  case noIncreasedContrast = "no-increased-contrast"
  /// A system colour's value, written as a literal.
  case literalSystemColor = "literal-system-color"
  /// A text colour outside sRGB.
  case textOutsideSRGB = "text-outside-srgb"

  package var level: FindingLevel {
    switch self {
    case .invalidContents, .missingFile, .unreadableImage, .slotTagMismatch, .srgbNumbersInP3, .duplicateSlot,
      .iconTransparency, .missingLayer:
      .error
    case .orphanFile, .missingSibling, .wrongSize, .unusedWideGamut, .tintedIconColor, .ambiguousComponent,
      .unusedLayer, .layerVanishes, .mixedGradient, .contrast, .colorVision, .nearDuplicate,
      .sameColorTwoMeanings, .nonAdaptive, .literalSystemColor:
      .warning
    case .wideGamutUnneeded, .duplicateFile, .unknownKey, .noIncreasedContrast, .textOutsideSRGB: .note
    }
  }

  /// What it finds, in one sentence.
  package var summary: String {
    switch self {
    case .invalidContents: "Contents.json cannot be used."
    case .missingFile: "A file that Contents.json names is not there."
    case .orphanFile: "A file of the set that Contents.json does not name."
    case .unreadableImage: "An image cannot be read."
    case .slotTagMismatch: "The slot is for one gamut, the image is tagged with another."
    case .srgbNumbersInP3: "A Display P3 slot holds the numbers of sRGB: assigned instead of converted."
    case .missingSibling: "A variant without the one that it belongs to."
    case .wideGamutUnneeded: "A Display P3 variant whose every visible colour fits sRGB."
    case .unusedWideGamut: "A Display P3 variant at 1x that no device uses."
    case .duplicateSlot: "Two entries for one slot."
    case .duplicateFile: "The same file stands in two places."
    case .wrongSize: "The sizes of the scales do not fit each other."
    case .iconTransparency:
      "An app icon for iOS or watchOS that must be opaque, as App Store Connect asks, and is not."
    case .tintedIconColor: "A tinted app icon in colour: the system takes greys and colours them itself."
    case .ambiguousComponent: "A colour component that may mean two things."
    case .missingLayer: "The image of a layer of an .icon is not there."
    case .unusedLayer: "An image of an .icon that no layer has."
    case .layerVanishes: "A layer that cannot be seen on what lies under it, drawn flat."
    case .mixedGradient: "A gradient between colours of two spaces."
    case .unknownKey: "A key of icon.json that p3tool does not know; the format is not published."
    case .contrast, .colorVision, .nearDuplicate, .sameColorTwoMeanings, .nonAdaptive,
      .noIncreasedContrast, .literalSystemColor, .textOutsideSRGB:
      paletteRule.summary
    }
  }

  /// What to do about it, in one sentence.
  package var remedy: String {
    switch self {
    case .invalidContents: "Mend it, or build the set again with `p3tool catalog build`."
    case .missingFile: "Add the file, or remove its entry."
    case .orphanFile: "Remove the file, or give it a slot."
    case .unreadableImage: "Export the image again."
    case .slotTagMismatch: "Convert the image to the slot's space with `p3tool convert`."
    case .srgbNumbersInP3: "Convert from the original with `p3tool convert --to display-p3`."
    case .missingSibling: "Build the whole set from one master with `p3tool catalog build`."
    case .wideGamutUnneeded, .unusedWideGamut: "Remove the variant: the sRGB one shows the same."
    case .duplicateSlot: "Remove one of the entries."
    case .duplicateFile: "Keep one of them."
    case .wrongSize: "Build all scales from one master with `p3tool catalog build`."
    case .iconTransparency:
      "Put the icon on a background that fills its square; "
        + "`p3tool convert --reduce` leaves out alpha that is opaque everywhere."
    case .tintedIconColor: "Export the icon in greys, and in its own colours for any appearance."
    case .ambiguousComponent: "Write 1.000 for full, or 0x01 for the smallest step."
    case .missingLayer: "Add the image to Assets, or remove the layer."
    case .unusedLayer: "Remove the image, or give it a layer."
    case .layerVanishes: "Give the layer or the fill another colour in this appearance."
    case .mixedGradient: "Write both colours in one space."
    case .unknownKey: "Nothing, where Icon Composer wrote it; else look for a mistyped word."
    case .contrast, .colorVision, .nearDuplicate, .sameColorTwoMeanings, .nonAdaptive,
      .noIncreasedContrast, .literalSystemColor, .textOutsideSRGB:
      paletteRule.remedy
    }
  }
}

extension CatalogRule {
  /// Why it matters, and what is left out.
  var reason: String {
    switch self {
    case .invalidContents: "Xcode passes the whole set over, and the app shows nothing in its place."
    case .missingFile: "the slot is empty: devices that want it get the image of another slot, or none."
    case .orphanFile: "the file is not in the app; often a name in Contents.json is mistyped."
    case .unreadableImage: "what cannot be read here, the asset compiler often cannot read either."
    case .slotTagMismatch: "the device for which the slot is there gets colours for another one."
    case .srgbNumbersInP3:
      "the numbers of sRGB mean more saturated colours in Display P3: the two variants are to look alike where "
        + "sRGB has the colours."
    case .missingSibling: "devices without that gamut or scale show a converted or scaled image, or none."
    case .wideGamutUnneeded: "it takes space in the app and shows what the sRGB variant shows."
    case .unusedWideGamut: "every display with Display P3 has two or three pixels a point."
    case .duplicateSlot: "one of the entries is passed over, and which is not documented."
    case .duplicateFile: "a change of one place is easily forgotten in the other."
    case .wrongSize: "the image is scaled to its slot, which blurs it."
    case .iconTransparency: "App Store Connect refuses such an icon, or black appears behind it."
    case .tintedIconColor: "greys that the system makes of colours may lose what only hue tells apart."
    case .ambiguousComponent: "1 may mean full or one step of 255, and tools differ."
    case .missingLayer: "the icon is built without it, or not at all."
    case .unusedLayer: "the file is not in the icon; often a name in icon.json is mistyped."
    case .layerVanishes:
      "nobody sees it in that appearance. Effects such as glass and shadows are not drawn here."
    case .mixedGradient: "what lies between the two depends on the program that mixes them."
    case .unknownKey: "what a key means that p3tool does not know is not judged."
    case .contrast, .colorVision, .nearDuplicate, .sameColorTwoMeanings, .nonAdaptive,
      .noIncreasedContrast, .literalSystemColor, .textOutsideSRGB:
      paletteRule.reason
    }
  }

  /// The palette rule with the same id.
  private var paletteRule: PaletteRule {
    guard let rule = PaletteRule(rawValue: rawValue) else {
      preconditionFailure("\(rawValue) is no rule of palettes")
    }
    return rule
  }

  /// The catalog rule for findings of the palette rule `rule`.
  init(_ rule: PaletteRule) {
    switch rule {
    case .contrast: self = .contrast
    case .colorVision: self = .colorVision
    case .nearDuplicate: self = .nearDuplicate
    case .sameColorTwoMeanings: self = .sameColorTwoMeanings
    case .nonAdaptive: self = .nonAdaptive
    case .noIncreasedContrast: self = .noIncreasedContrast
    case .literalSystemColor: self = .literalSystemColor
    case .srgbNumbersInP3: self = .srgbNumbersInP3
    case .textOutsideSRGB: self = .textOutsideSRGB
    case .invalidColor, .alias: self = .invalidContents
    }
  }
}

/// The findings on one set, in the JSON of `catalog lint`.
package struct CatalogSetReport: Sendable, Encodable {
  /// The set's folder as the user named it.
  package let path: String
  /// `imageset`, `colorset`, or another set's extension; `palette` for the colours of a whole catalog.
  package let kind: String
  /// The findings, in the order of the rules.
  package let findings: [CatalogFinding]
}
