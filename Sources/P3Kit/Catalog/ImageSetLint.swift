import ColorManagement

/// The rules of image sets.
struct ImageSetLint {
  let path: String
  let contents: AssetContents

  /// An entry with a file that can be read.
  private struct Entry {
    let slot: AssetSlot
    let file: String
    let image: CatalogImage?
  }

  var findings: [CatalogFinding] {
    guard case .array? = contents.json["images"] else {
      return [
        CatalogFinding(.invalidContents, FilePath.join(path, "Contents.json"), "has no list 'images'")
      ]
    }
    var findings: [CatalogFinding] = []
    var entries: [Entry] = []
    for json in contents.images {
      guard let slot = AssetSlot(json), let name = json["filename"]?.string else { continue }
      let file = FilePath.join(path, name)
      entries.append(Entry(slot: slot, file: file, image: image(file, &findings)))
    }
    findings += duplicateSlots()
    findings += siblings(entries)
    findings += sizes(entries)
    for entry in entries { findings += gamut(entry, among: entries) }
    // A file in several slots is looked at once.
    return findings.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func image(_ file: String, _ findings: inout [CatalogFinding]) -> CatalogImage? {
    guard let status = FileStatus(path: file), file.lowercased().hasSuffix(".png") else { return nil }
    guard status.kind == .regular else {
      findings.append(CatalogFinding(.unreadableImage, file, "is no regular file"))
      return nil
    }
    do throws(ImageError) {
      return try CatalogImage(file)
    } catch {
      findings.append(unreadable(file, error))
      return nil
    }
  }

  private func unreadable(_ file: String, _ error: ImageError) -> CatalogFinding {
    let text = error.description
    let name = file.printableName + ": "
    return CatalogFinding(
      .unreadableImage, file, text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text)
  }

  // MARK: Slots

  private func duplicateSlots() -> [CatalogFinding] {
    var seen: Set<AssetSlot> = []
    return contents.images.compactMap { json in
      guard let slot = AssetSlot(json), !seen.insert(slot).inserted else { return nil }
      return CatalogFinding(.duplicateSlot, path, "has two entries for the slot \(slot.text)")
    }
  }

  private func siblings(_ entries: [Entry]) -> [CatalogFinding] {
    let slots = Set(entries.map(\.slot))
    return entries.flatMap { entry -> [CatalogFinding] in
      let slot = entry.slot
      var missing: [String] = []
      if slot.gamut == .displayP3, !slots.contains(slot.with(.sRGB)), !slots.contains(slot.with(nil)) {
        missing.append("no sRGB image stands beside it")
      }
      if slot.gamut == .sRGB, slots.contains(where: { $0.isSameSet(as: slot) && $0.gamut == .displayP3 }),
        !slots.contains(slot.with(.displayP3)), slot.scale != 1
      {
        missing.append("other scales have a Display P3 image, this one has none")
      }
      if slot.appearance != .any, !slots.contains(where: { $0.idiom == slot.idiom && $0.appearance == .any })
      {
        missing.append("the set has no image for any appearance")
      }
      return missing.map { CatalogFinding(.missingSibling, entry.file, "\(slot.text): \($0)") }
    } + missingScales(slots)
  }

  /// 2x and 3x belong together on iPhone, and so they do in a universal set.
  private func missingScales(_ slots: Set<AssetSlot>) -> [CatalogFinding] {
    slots.filter { ["universal", "iphone"].contains($0.idiom) && ($0.scale ?? 1) > 1 }
      .sorted { $0.text < $1.text }
      .compactMap { slot in
        let other = slot.scale == 2 ? 3 : 2
        guard !slots.contains(where: { $0.isSameSet(as: slot) && $0.scale == other }) else { return nil }
        return CatalogFinding(.missingSibling, path, "\(slot.text): the \(other)x image is missing")
      }
  }

  // MARK: Sizes

  /// Each scale against the largest one of the same appearance and idiom.
  private func sizes(_ entries: [Entry]) -> [CatalogFinding] {
    entries.compactMap { entry in
      guard let scale = entry.slot.scale, let image = entry.image else { return nil }
      let family = entries.filter { $0.slot.isSameSet(as: entry.slot) && $0.image != nil }
      guard let largest = family.max(by: { ($0.slot.scale ?? 0) < ($1.slot.scale ?? 0) }),
        let full = largest.slot.scale, full > scale, let wanted = largest.image
      else { return nil }
      func fits(_ side: Int, _ whole: Int) -> Bool { abs(side * full - whole * scale) <= full }
      guard !fits(image.width, wanted.width) || !fits(image.height, wanted.height) else { return nil }
      return CatalogFinding(
        .wrongSize, entry.file,
        "is \(image.width)×\(image.height) at \(scale)x, but \(wanted.width)×\(wanted.height) at \(full)x")
    }
  }

  // MARK: Gamut

  private func gamut(_ entry: Entry, among entries: [Entry]) -> [CatalogFinding] {
    guard let image = entry.image, let gamut = entry.slot.gamut, !image.isGray else { return [] }
    let space: RGBColorSpace = gamut == .sRGB ? .sRGB : .displayP3
    guard image.hasPrimaries(of: space) else {
      let tag = image.tag == .none ? "has no colour tag" : "is tagged \(image.profile.reportName)"
      return [CatalogFinding(.slotTagMismatch, entry.file, "\(tag), but its slot is for \(gamut.rawValue)")]
    }
    guard gamut == .displayP3 else { return [] }
    var findings: [CatalogFinding] = []
    let idiom = AssetIdiom(rawValue: entry.slot.idiom)
    if entry.slot.scale == 1, let idiom, !idiom.usesWideGamutAt1x {
      findings.append(
        CatalogFinding(.unusedWideGamut, entry.file, "Display P3 at 1x is never used on \(idiom.rawValue)"))
    }
    do throws(ImageError) {
      if let sibling = entries.first(where: {
        $0.slot == entry.slot.with(.sRGB) || $0.slot == entry.slot.with(nil)
      }),
        sibling.image?.hasPrimaries(of: .sRGB) == true,
        try WideGamutComparison.hasStandardNumbers(wide: entry.file, standard: sibling.file)
      {
        let name = FilePath(sibling.file).name
        findings.append(
          CatalogFinding(
            .srgbNumbersInP3, entry.file,
            "has the numbers of \(name.printableName): it was assigned Display P3, not converted"))
      } else if try WideGamutComparison.fitsStandardGamut(entry.file, profile: image.profile) {
        findings.append(
          CatalogFinding(
            .wideGamutUnneeded, entry.file, "every visible colour fits sRGB: it needs no Display P3"))
      }
    } catch {
      findings.append(unreadable(entry.file, error))
    }
    return findings
  }
}

extension AssetSlot {
  /// The slot for another gamut.
  fileprivate func with(_ gamut: AssetGamut?) -> AssetSlot {
    var slot = self
    slot.gamut = gamut
    return slot
  }

  /// Whether they differ in scale and gamut at most.
  fileprivate func isSameSet(as other: AssetSlot) -> Bool {
    idiom == other.idiom && appearance == other.appearance
  }
}
