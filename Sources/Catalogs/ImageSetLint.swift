import ColorManagement
import ImageFiles

/// The rules of image sets.
struct ImageSetLint {
  let path: String
  let contents: AssetContents
  /// Whether universal images need a scale of 3.
  var wantsTriple = true

  /// An entry with its file.
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
    let entries = entries(&findings)
    findings += duplicateSlots()
    findings += siblings(entries)
    findings += sizes(entries)
    findings += gamuts(entries)
    // A file in several slots is reported once.
    var seen: Set<CatalogFinding> = []
    return findings.filter { seen.insert($0).inserted }
  }

  private func entries(_ findings: inout [CatalogFinding]) -> [Entry] {
    var images = CatalogImages()
    return contents.images.compactMap { json in
      guard let slot = AssetSlot(json), let name = json["filename"]?.string else { return nil }
      let file = FilePath.join(path, name)
      // A name that leads out of the set is not a file of the set, and is not opened.
      let image = FilePath.isPlainName(name) ? images.image(file, &findings) : nil
      return Entry(slot: slot, file: file, image: image)
    }
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
    let wideFamilies = Set(slots.filter { $0.gamut == .displayP3 }.map(\.family))
    let idiomsWithBase = Set(slots.filter { $0.appearance == .any }.map(\.idiom))
    return entries.flatMap { entry -> [CatalogFinding] in
      let slot = entry.slot
      var missing: [String] = []
      if slot.gamut == .displayP3, !slots.contains(slot.with(.sRGB)), !slots.contains(slot.with(nil)) {
        missing.append("no sRGB image stands beside it")
      }
      if slot.gamut == .sRGB, wideFamilies.contains(slot.family), !slots.contains(slot.with(.displayP3)),
        slot.scale != 1
      {
        missing.append("other scales have a Display P3 image, this one has none")
      }
      if slot.appearance != .any, !idiomsWithBase.contains(slot.idiom) {
        missing.append("the set has no image for any appearance")
      }
      return missing.map { CatalogFinding(.missingSibling, entry.file, "\(slot.text): \($0)") }
    } + missingScales(slots)
  }

  /// Findings on missing 2x and 3x: they belong together on iPhone, and in a universal set of a catalog that may be for
  /// iPhones.
  private func missingScales(_ slots: Set<AssetSlot>) -> [CatalogFinding] {
    let scales = Dictionary(grouping: slots, by: \.family).mapValues { Set($0.map(\.scale)) }
    return slots.filter { ["universal", "iphone"].contains($0.idiom) && ($0.scale ?? 1) > 1 }
      .sorted { $0.text < $1.text }
      .compactMap { slot in
        let other = slot.scale == 2 ? 3 : 2
        if other == 3, slot.idiom == "universal", !wantsTriple { return nil }
        guard scales[slot.family]?.contains(other) != true else { return nil }
        return CatalogFinding(.missingSibling, path, "\(slot.text): the \(other)x image is missing")
      }
  }

  // MARK: Sizes

  /// Compares each scale with the largest one of the same appearance and idiom.
  private func sizes(_ entries: [Entry]) -> [CatalogFinding] {
    let families = Dictionary(grouping: entries.filter { $0.image != nil }, by: \.slot.family)
    let largestOfFamily = families.compactMapValues { family in
      family.max { ($0.slot.scale ?? 0) < ($1.slot.scale ?? 0) }
    }
    return entries.compactMap { entry in
      guard let scale = entry.slot.scale, let image = entry.image else { return nil }
      guard let largest = largestOfFamily[entry.slot.family], let full = largest.slot.scale, full > scale,
        let wanted = largest.image
      else { return nil }
      // Both sizes may have been rounded.
      func fits(_ side: Int, _ whole: Int) -> Bool { abs(side * full - whole * scale) <= full + scale }
      guard !fits(image.width, wanted.width) || !fits(image.height, wanted.height) else { return nil }
      return CatalogFinding(
        .wrongSize, entry.file,
        "is \(image.width)×\(image.height) at \(scale)x, but \(wanted.width)×\(wanted.height) at \(full)x")
    }
  }

  // MARK: Gamut

  private func gamuts(_ entries: [Entry]) -> [CatalogFinding] {
    let firstOfSlot = Dictionary(entries.indices.map { (entries[$0].slot, $0) }) { first, _ in first }
    // A file in several slots is compared only once with the same sibling.
    var compared: [[String?]: [CatalogFinding]] = [:]
    return entries.flatMap { entry in
      let places = [AssetGamut.sRGB, nil].compactMap { firstOfSlot[entry.slot.with($0)] }
      let sibling = places.min().map { entries[$0] }
      return gamut(entry) { image in
        let pair = [entry.file, sibling?.file]
        let findings = compared[pair] ?? pixels(of: entry.file, image, beside: sibling)
        compared[pair] = findings
        return findings
      }
    }
  }

  /// - Parameter pixels: reads the pixels of a Display P3 image for further findings.
  private func gamut(_ entry: Entry, pixels: (CatalogImage) -> [CatalogFinding]) -> [CatalogFinding] {
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
    return findings + pixels(image)
  }

  private func pixels(
    of file: String, _ image: CatalogImage, beside sibling: Entry?
  ) -> [CatalogFinding] {
    do throws(ImageError) {
      if let sibling, sibling.image?.hasPrimaries(of: .sRGB) == true,
        try WideGamutComparison.hasStandardNumbers(wide: file, standard: sibling.file)
      {
        let name = FilePath(sibling.file).name
        return [
          CatalogFinding(
            .srgbNumbersInP3, file,
            "has the numbers of \(name.printableName): it was assigned Display P3, not converted")
        ]
      }
      guard try WideGamutComparison.fitsStandardGamut(file, profile: image.profile) else { return [] }
      return [
        CatalogFinding(.wideGamutUnneeded, file, "every visible colour fits sRGB: it needs no Display P3")
      ]
    } catch {
      return [.unreadable(file, error)]
    }
  }
}

extension AssetSlot {
  /// The same slot for another gamut.
  fileprivate func with(_ gamut: AssetGamut?) -> AssetSlot {
    var slot = self
    slot.gamut = gamut
    return slot
  }

  /// The slot without scale and gamut.
  fileprivate var family: AssetSlot {
    AssetSlot(idiom: idiom, scale: nil, gamut: nil, appearance: appearance)
  }
}
