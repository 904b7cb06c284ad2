import ImageFiles
import Pixels

/// How an image is used, from its asset catalog or the files beside it, which its pixels do not show.
struct AssetUse {
  /// The ground on which an image is shown.
  enum Ground: String {
    case light, dark
  }

  /// Why the image may vanish on any ground; nil if there is no such reason.
  private(set) var excuse: String?
  /// The only ground on which the image is shown; nil for both.
  private(set) var ground: Ground?
  /// Whether sRGB displays show another image in its place: that of the set's sRGB slot, or the file with the same name
  /// without `-p3`.
  private(set) var isForWideGamut = false

  /// Nothing known.
  init() {}

  /// The use of an image; unknown for standard input and bytes in memory.
  init(of source: ImageSource) {
    self.init()
    if case .file(let path) = source { self.init(ofFileAt: path) }
  }

  private init(ofFileAt path: String) {
    let file = FilePath(path)
    let place = FilePath(file.parent)
    switch place.fileExtension {
    case "imageset": read(file)
    case "appiconset": excuse = "it is an app icon, which brings its ground"
    default:
      if place.name == "Assets", FilePath(place.parent).fileExtension == "icon" {
        excuse = "it is a layer of an icon, whose ground its bundle names"
      }
      isForWideGamut = Self.hasStandardSibling(file)
    }
  }

  /// Whether a file beside `name-p3.png` is called `name.png`.
  private static func hasStandardSibling(_ file: FilePath) -> Bool {
    ["-p3", ".p3", "_p3", "-display-p3", ".display-p3"].contains { suffix in
      guard file.stem.lowercased().hasSuffix(suffix) else { return false }
      let stem = String(file.stem.dropLast(suffix.count))
      return ["", "-srgb", ".srgb"].contains {
        FileStatus(path: "\(file.folder)\(stem)\($0).\(file.fileExtension)") != nil
      }
    }
  }

  // MARK: Image sets

  /// The most bytes of a Contents.json; real sets have under ten thousand.
  private static let largestContents = 1 << 20

  private mutating func read(_ file: FilePath) {
    let contents = file.folder + "Contents.json"
    guard let status = FileStatus(path: contents), status.kind == .regular,
      let bytes = try? WholeFile.read(contents, limit: Self.largestContents),
      let json = try? JSONValue(parsing: bytes)
    else { return }
    let images = json["images"]?.elements ?? []
    let own = images.filter { $0["filename"]?.string == file.name }
    if json["properties"]?["template-rendering-intent"]?.string == "template" {
      excuse = "its set is a template, which is seen in a colour of the app"
    } else if own.contains(where: { $0["resizing"] != nil }) {
      excuse = "its set slices it to be stretched, as a part of something that is drawn on it"
    }
    ground = Self.ground(own, of: images)
    isForWideGamut =
      !own.isEmpty && own.allSatisfy(Self.isWide)
      && images.contains { !Self.isWide($0) && $0["filename"]?.string != nil }
  }

  private static func isWide(_ image: JSONValue) -> Bool { image["display-gamut"]?.string == "display-P3" }

  private static func appearance(_ image: JSONValue) -> Ground? {
    (image["appearances"]?.elements ?? []).lazy.filter { $0["appearance"]?.string == "luminosity" }
      .compactMap { $0["value"]?.string.flatMap(Ground.init) }.first
  }

  /// Images without an appearance are for light ground if the set also has one for dark ground.
  private static func ground(_ own: [JSONValue], of images: [JSONValue]) -> Ground? {
    let appearances = Set(own.map { appearance($0) })
    guard appearances.count == 1, let only = appearances.first else { return nil }
    let hasDark = images.contains { appearance($0) == .dark && $0["filename"]?.string != nil }
    return only ?? (hasDark ? .light : nil)
  }

  /// Why a finding on a vanishing image is only a note; nil for a warning.
  ///
  /// - Parameter dark: whether the image vanishes on dark ground, or on light ground.
  func noteReason(vanishesOnDark dark: Bool) -> String? {
    if let excuse { return excuse }
    guard let ground, ground != (dark ? .dark : .light) else { return nil }
    return "its set shows it on \(ground.rawValue) ground alone"
  }
}
