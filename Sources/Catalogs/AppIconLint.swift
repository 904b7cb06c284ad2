import Checking
import ImageFiles

/// The rules of app icon sets.
struct AppIconLint {
  let path: String
  let contents: AssetContents

  var findings: [CatalogFinding] {
    guard case .array? = contents.json["images"] else {
      return [CatalogFinding(.invalidContents, FilePath.join(path, "Contents.json"), "has no list 'images'")]
    }
    var findings: [CatalogFinding] = []
    var seen: Set<AppIconSlot> = []
    var withImage: [AppIconSlot] = []
    var images = CatalogImages()
    // Each file is checked once, in however many slots it is.
    var (opaque, large, dark, greys): (Set<String>, Set<String>, Set<String>, Set<String>) = ([], [], [], [])
    for entry in contents.images {
      guard let slot = AppIconSlot(entry) else { continue }
      if !seen.insert(slot).inserted {
        findings.append(CatalogFinding(.duplicateSlot, path, "has two entries for the slot \(slot.text)"))
      }
      guard let name = entry["filename"]?.string else { continue }
      withImage.append(slot)
      if FilePath.isPlainName(name), let image = images.image(FilePath.join(path, name), &findings) {
        let file = FilePath.join(path, name)
        findings += size(of: file, image, in: slot)
        if slot.isOpaque, image.hasAlpha { opaque.insert(file) }
        if slot.isOpaque, slot.isForStore { large.insert(file) }
        if slot.appearance == .dark, image.hasAlpha { dark.insert(file) }
        if slot.appearance == .tinted, !image.isGray { greys.insert(file) }
      }
    }
    if withImage.isEmpty {
      findings.append(CatalogFinding(.missingSibling, path, "no slot has an image"))
    }
    // Icons of action extensions are transparent, and have no slot for the store.
    if large.isEmpty { opaque = [] }
    for file in opaque.union(greys).union(dark).sorted() {
      do throws(ImageError) {
        let pixels = try AppIconPixels(file)
        if opaque.contains(file) {
          findings += Self.transparency(of: file, pixels, isForStore: large.contains(file))
        } else if dark.contains(file), pixels.transparent > 0 {
          findings.append(Self.darkTransparency(of: file, pixels))
        }
        if greys.contains(file) { findings += Self.color(of: file, pixels) }
      } catch {
        findings.append(.unreadable(file, error))
      }
    }
    return findings + missingBases(withImage)
  }

  /// An icon is drawn at the size of its slot: other sizes are scaled, or refused by the store.
  private func size(of file: String, _ image: CatalogImage, in slot: AppIconSlot) -> [CatalogFinding] {
    guard let wanted = slot.pixels else {
      return [
        CatalogFinding(
          .invalidContents, FilePath.join(path, "Contents.json"),
          "'\(slot.size)' of the slot \(slot.text) is no size such as 1024x1024")
      ]
    }
    guard image.width != wanted.width || image.height != wanted.height else { return [] }
    return [
      CatalogFinding(
        .wrongSize, file,
        "is \(image.width)×\(image.height), but the slot \(slot.text) takes \(wanted.width)×\(wanted.height)",
        level: .error)
    ]
  }

  /// - Parameter isForStore: whether App Store Connect checks the file for an alpha channel.
  private static func transparency(
    of file: String, _ pixels: AppIconPixels, isForStore: Bool
  ) -> [CatalogFinding] {
    if pixels.transparent > 0 {
      return [
        CatalogFinding(
          .iconTransparency, file,
          "is transparent in \(Percentage.text(pixels.transparentShare)) of its pixels: an icon for any appearance fills its square"
        )
      ]
    }
    guard isForStore else { return [] }
    return [
      CatalogFinding(
        .iconTransparency, file,
        "has an alpha channel, though every pixel is opaque: App Store Connect refuses that too",
        level: .warning)
    ]
  }

  private static func darkTransparency(of file: String, _ pixels: AppIconPixels) -> CatalogFinding {
    CatalogFinding(
      .iconTransparency, file,
      "is transparent in \(Percentage.text(pixels.transparentShare)) of its pixels: a dark icon may be, "
        + "but uploads have been refused for it",
      level: .note)
  }

  private static func color(of file: String, _ pixels: AppIconPixels) -> [CatalogFinding] {
    guard pixels.isColored else { return [] }
    return [
      CatalogFinding(
        .tintedIconColor, file,
        "is coloured in \(Percentage.text(pixels.coloredShare)) of its visible pixels: the system takes a tinted icon's greys and colours them itself"
      )
    ]
  }

  /// Dark and tinted icons need an icon for any appearance.
  private func missingBases(_ slots: [AppIconSlot]) -> [CatalogFinding] {
    let all = Set(slots)
    return slots.compactMap { slot in
      var base = slot
      base.appearance = .any
      guard slot.appearance != .any, !all.contains(base) else { return nil }
      return CatalogFinding(.missingSibling, path, "\(slot.text): the icon for any appearance is missing")
    }
  }
}

/// The images of a set: a file in several slots is read once, and reported once.
struct CatalogImages {
  private var known: [String: CatalogImage?] = [:]

  /// The image in `file`; nil for files other than PNG, and for unreadable ones, which become findings.
  mutating func image(_ file: String, _ findings: inout [CatalogFinding]) -> CatalogImage? {
    if let image = known[file] { return image }
    let image = read(file, &findings)
    known[file] = .some(image)
    return image
  }

  private func read(_ file: String, _ findings: inout [CatalogFinding]) -> CatalogImage? {
    guard let status = FileStatus(path: file), file.lowercased().hasSuffix(".png") else { return nil }
    guard status.kind == .regular else {
      findings.append(CatalogFinding(.unreadableImage, file, "is no regular file"))
      return nil
    }
    do throws(ImageError) {
      return try CatalogImage(file)
    } catch {
      findings.append(.unreadable(file, error))
      return nil
    }
  }
}

extension CatalogFinding {
  /// The finding on an unreadable image.
  static func unreadable(_ file: String, _ error: ImageError) -> CatalogFinding {
    let text = error.description
    let name = file.printableName + ": "
    return CatalogFinding(
      .unreadableImage, file, text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text)
  }
}
