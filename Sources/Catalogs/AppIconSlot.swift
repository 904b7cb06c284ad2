import ImageFiles

/// The place of an image in an app icon set.
struct AppIconSlot: Sendable, Hashable {
  var idiom: String
  /// `ios`, `watchos`, `macos`; nil if the idiom implies it.
  var platform: String?
  /// The size in points: `1024x1024`, `83.5x83.5`.
  var size: String
  /// The scale; nil for a single size.
  var scale: Int?
  var appearance: AppIconAppearance
  /// Further keys that distinguish watch icons.
  var role: String?
  var subtype: String?

  /// The largest side in points: twice that of any icon.
  private static let mostPoints = 2048

  init(
    idiom: String, platform: String? = nil, size: String, scale: Int? = nil,
    appearance: AppIconAppearance = .any
  ) {
    self.idiom = idiom
    self.platform = platform
    self.size = size
    self.scale = scale
    self.appearance = appearance
  }

  /// The slot of an entry; nil if it lacks a part, or has keys that a slot cannot hold.
  init?(_ entry: JSONValue) {
    guard let idiom = entry["idiom"]?.string, let size = entry["size"]?.string,
      let appearance = AppIconAppearance(entry["appearances"])
    else { return nil }
    var scale: Int?
    if let text = entry["scale"]?.string {
      guard let number = AssetSlot.scale(text) else { return nil }
      scale = number
    }
    self.init(
      idiom: idiom, platform: entry["platform"]?.string, size: size, scale: scale, appearance: appearance)
    role = entry["role"]?.string
    subtype = entry["subtype"]?.string
  }

  /// The size in pixels; nil if the slot's size is not one that Xcode knows.
  var pixels: (width: Int, height: Int)? {
    let sides = size.split(separator: "x", omittingEmptySubsequences: false).map {
      Self.halfPoints(String($0))
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    let scale = scale ?? 1
    return (width * scale / 2, height * scale / 2)
  }

  /// Twice the number in `text`, which may be whole or end in a half.
  private static func halfPoints(_ text: String) -> Int? {
    let isHalf = text.hasSuffix(".5")
    let whole = isHalf ? String(text.dropLast(2)) : text
    guard let points = BoundedInteger.parse(whole, in: 1...mostPoints) else { return nil }
    return 2 * points + (isHalf ? 1 : 0)
  }

  /// A new entry for the file `filename`.
  func entry(filename: String) -> JSONValue {
    var members: [(String, JSONValue)] = [("filename", .string(filename)), ("idiom", .string(idiom))]
    if let platform { members.append(("platform", .string(platform))) }
    if let scale { members.append(("scale", .string("\(scale)x"))) }
    members.append(("size", .string(size)))
    if let appearances = appearance.json { members.append(("appearances", appearances)) }
    return .object(members)
  }

  /// Whether the icon must be opaque: the icon for any appearance, on all systems but macOS. App Store Connect refuses
  /// one that "can't be transparent nor contain an alpha channel" (ITMS-90717).
  var isOpaque: Bool { appearance == .any && idiom != "mac" && platform != AppIconPlatform.macos.rawValue }

  /// Whether the store shows this icon.
  var isForStore: Bool { pixels?.width == 1024 || idiom.hasSuffix("-marketing") }

  /// The slot in messages: `universal ios 1024x1024 dark`.
  var text: String {
    [
      idiom, platform, size, scale.map { "\($0)x" }, role, subtype,
      appearance == .any ? nil : appearance.rawValue,
    ]
    .compactMap { $0 }.joined(separator: " ")
  }
}

/// The appearance of an app icon.
package enum AppIconAppearance: String, Sendable, Hashable, CaseIterable {
  /// Every appearance without an icon of its own.
  case any
  case dark
  /// A grey image that the system colours.
  case tinted

  /// The end of file names, after the set's name.
  var fileSuffix: String { self == .any ? "" : "-\(rawValue)" }

  /// The start of notes on one appearance of several.
  var label: String { self == .any ? "" : "\(rawValue): " }

  /// The value of `appearances`; nil if the key is left out.
  var json: JSONValue? {
    guard self != .any else { return nil }
    return [["appearance": "luminosity", "value": .string(rawValue)]]
  }

  /// The appearance of an entry's `appearances`; nil for others.
  init?(_ json: JSONValue?) {
    guard let element = json?.elements.first else {
      self = .any
      return
    }
    guard json?.elements.count == 1, element["appearance"]?.string == "luminosity",
      let known = element["value"]?.string.flatMap(AppIconAppearance.init(rawValue:)), known != .any
    else { return nil }
    self = known
  }
}

/// The platform of an app icon.
package enum AppIconPlatform: String, Sendable, Hashable, CaseIterable {
  case ios, watchos, macos

  /// The slots that Xcode makes for the platform: one of 1024 pixels, from which it draws the others; more for macOS.
  func slots(_ appearance: AppIconAppearance) -> [AppIconSlot] {
    switch self {
    case .ios, .watchos:
      [AppIconSlot(idiom: "universal", platform: rawValue, size: "1024x1024", appearance: appearance)]
    case .macos:
      [16, 32, 128, 256, 512].flatMap { side in
        [1, 2].map { AppIconSlot(idiom: "mac", size: "\(side)x\(side)", scale: $0, appearance: appearance) }
      }
    }
  }

  /// Whether the platform has icons for dark and tinted home screens.
  package var hasAppearances: Bool { self == .ios }
}
