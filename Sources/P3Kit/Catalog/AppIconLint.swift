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
    for entry in contents.images {
      guard let slot = AppIconSlot(entry) else { continue }
      if !seen.insert(slot).inserted {
        findings.append(CatalogFinding(.duplicateSlot, path, "has two entries for the slot \(slot.text)"))
      }
      guard let name = entry["filename"]?.string else { continue }
      withImage.append(slot)
      if let image = images.image(FilePath.join(path, name), &findings) {
        findings += size(of: FilePath.join(path, name), image, in: slot)
      }
    }
    if withImage.isEmpty {
      findings.append(CatalogFinding(.missingSibling, path, "no slot has an image"))
    }
    return findings + missingBases(withImage)
  }

  /// An icon is drawn at the size of its slot: another size is scaled, or refused by the store.
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

  /// Dark and tinted icons stand in for one of any appearance.
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

/// The images of a set as rules need them: a file in several slots is read once, and complained of once.
struct CatalogImages {
  private var known: [String: CatalogImage?] = [:]

  /// The image in `file`; nil for what is no PNG file, or cannot be read, which is a finding.
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
  /// What is said of an image that cannot be read.
  static func unreadable(_ file: String, _ error: ImageError) -> CatalogFinding {
    let text = error.description
    let name = file.printableName + ": "
    return CatalogFinding(
      .unreadableImage, file, text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text)
  }
}
