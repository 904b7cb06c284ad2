import ColorManagement
import PNGCodec
import Pixels

/// Builds one image set of an asset catalog: colours converted exactly, scales made in linear light, the
/// Contents.json of a set that exists brought up to date.
package struct ImageSetBuilder: Sendable {
  /// What is to be built.
  package let request: ImageSetRequest
  private let budget: StripPermits

  /// A builder that shares `budget` with the other work of a run.
  package init(_ request: ImageSetRequest, budget: StripPermits = StripPermits(jobs: 1)) {
    self.request = request
    self.budget = budget
  }

  /// One appearance, ready for its scales.
  private struct Variant: ~Copyable {
    let appearance: AssetAppearance
    /// The image as it was given or softened, in its own colours.
    let input: String
    /// Keeps `input` where it was softened.
    let softened: WorkFile?
    /// The image in Display P3 at 16 bits, at the master's size.
    let work: WorkFile
    let width: Int
    let height: Int
    let needsWideGamut: Bool
  }

  /// Builds the set.
  ///
  /// - Throws: `ImageError`; image files that were written already stay, Contents.json is written last.
  package func build() async throws(ImageError) -> ImageSetReport {
    try ImageError.at(request.folder) { () throws(FileError) in try Folders.create(request.folder) }
    LeftoverFiles.remove(
      for: Set(request.possibleFileNames + [workName, "Contents.json"]), in: request.folder)
    let contentsPath = FilePath.join(request.folder, "Contents.json")
    var contents = try AssetContents(orNewAt: contentsPath)
    var images: [ImageSetReport.Image] = []
    var notes: [String] = []
    var needsWideGamut = false
    for appearance in request.appearances {
      guard let variant = try await variant(appearance, notes: &notes) else {
        for scale in request.slotScales {
          removeStale(appearance, scale: scale, gamuts: [], from: &contents, notes: &notes)
        }
        continue
      }
      needsWideGamut = needsWideGamut || variant.needsWideGamut
      if !variant.needsWideGamut {
        notes.append("\(label(appearance))every visible colour fits sRGB: no Display P3 image is needed")
      }
      for scale in request.slotScales {
        images += try await write(variant, scale: scale, into: &contents, notes: &notes)
      }
    }
    try write(contents, to: contentsPath)
    try createCatalogContents()
    return ImageSetReport(
      path: request.master, output: request.folder, needsWideGamut: needsWideGamut, images: images,
      notes: notes)
  }

  private var workName: String { request.name + "-work" }

  private func label(_ appearance: AssetAppearance) -> String {
    appearance == .any ? "" : "\(appearance.rawValue): "
  }

  // MARK: Variants

  /// The image for `appearance` with its Display P3 form; nil for a dark one that softening leaves alone, which
  /// would be the same image again.
  private func variant(
    _ appearance: AssetAppearance, notes: inout [String]
  ) async throws(ImageError) -> Variant? {
    var input = file(appearance)
    var softened: WorkFile?
    if appearance == .dark, request.dark == .softened {
      let work = try workFile()
      let report = try await soften(input, output: work.path)
      notes.append("dark: \(report.summary)")
      guard report.mode != "none" else { return nil }
      input = work.path
      softened = consume work
    }
    let work = try workFile()
    let wide = try await convert(input, to: .displayP3, output: work.path, keepsMetadata: true)
    notes += wide.notes.map { label(appearance) + $0 }
    let probe = try workFile()
    let report = try await convert(work.path, to: .sRGB, output: probe.path, scansGamut: true)
    // Without figures the image is grey: sRGB holds all greys.
    return Variant(
      appearance: appearance, input: input, softened: softened, work: work, width: report.width,
      height: report.height, needsWideGamut: report.gamut?.needsWiderGamut ?? false)
  }

  /// The file that an appearance is made from.
  private func file(_ appearance: AssetAppearance) -> String {
    switch appearance {
    case .any: request.master
    case .dark: if case .file(let path)? = request.dark { path } else { request.master }
    case .highContrast: request.highContrast ?? request.master
    case .darkHighContrast: request.darkHighContrast ?? request.master
    }
  }

  private func soften(_ input: String, output: String) async throws(ImageError) -> SofteningReport {
    var softening = ImageSoftening(SofteningOptions())
    softening.limits = request.limits
    return try await softening.soften(
      .file(input), to: .file(output),
      settings: OutputSettings(overwrite: true, budget: budget))
  }

  private func workFile() throws(ImageError) -> WorkFile {
    try ImageError.at(request.folder) { () throws(FileError) in
      try WorkFile(in: request.folder, for: workName)
    }
  }

  private func convert(
    _ input: String, to space: RGBColorSpace, output: String, keepsMetadata: Bool = false,
    depth: OutputDepth = .sixteen, compression: PNGWriteOptions.Compression = .fast, overwrite: Bool = true,
    scansGamut: Bool = false
  ) async throws(ImageError) -> ConversionReport {
    var conversion = ConversionRequest(target: .space(space))
    conversion.depth = depth
    conversion.metadata = keepsMetadata ? request.metadata : .all
    conversion.compression = compression
    conversion.limits = request.limits
    conversion.scansGamut = scansGamut
    conversion.scansBanding = false
    return try await ImageConversion(conversion).convert(
      .file(input), to: .file(output),
      settings: OutputSettings(overwrite: overwrite, budget: budget))
  }

  // MARK: Files

  private func write(
    _ variant: borrowing Variant, scale: Int?, into contents: inout AssetContents, notes: inout [String]
  ) async throws(ImageError) -> [ImageSetReport.Image] {
    let size = try size(variant, scale: scale, notes: &notes)
    let scaled = try workFile()
    // At the master's own size nothing comes between the master and the result.
    var input = variant.input
    var isScaled = false
    if size != (variant.width, variant.height) {
      try ImageResizing(filter: request.filter, limits: request.limits)
        .resize(variant.work.path, to: size, output: scaled.path)
      input = scaled.path
      isScaled = true
    }
    var images: [ImageSetReport.Image] = []
    let gamuts: [AssetGamut?] = variant.needsWideGamut ? [.sRGB, .displayP3] : [nil]
    for gamut in gamuts {
      let slots = slots(variant.appearance, scale: scale, gamut: gamut)
      guard let first = slots.first else { continue }
      let name = request.fileName(first)
      let report = try await convert(
        input, to: gamut == .displayP3 ? .displayP3 : .sRGB, output: FilePath.join(request.folder, name),
        keepsMetadata: !isScaled, depth: gamut == .displayP3 ? .sixteen : request.srgbDepth,
        compression: request.compression,
        overwrite: request.overwrite)
      for slot in slots { place(name, in: slot, contents: &contents, notes: &notes) }
      images.append(
        .init(
          file: name, slot: first.text, width: report.width, height: report.height, bytes: report.bytesOut))
    }
    removeStale(variant.appearance, scale: scale, gamuts: gamuts, from: &contents, notes: &notes)
    return images
  }

  /// The slots of one file; where the wide-gamut image is never used the sRGB one stands for any display.
  private func slots(_ appearance: AssetAppearance, scale: Int?, gamut: AssetGamut?) -> [AssetSlot] {
    request.idioms.compactMap { idiom in
      let isWideUsed = scale != 1 || idiom.usesWideGamutAt1x
      if gamut == .displayP3, !isWideUsed { return nil }
      return AssetSlot(
        idiom: idiom.rawValue, scale: scale, gamut: isWideUsed ? gamut : nil, appearance: appearance)
    }
  }

  private func place(
    _ name: String, in slot: AssetSlot, contents: inout AssetContents, notes: inout [String]
  ) {
    let old = contents.images.first { AssetSlot($0) == slot }?["filename"]?.string
    contents.setImage(name, in: slot)
    if let old, old != name, !contents.images.contains(where: { $0["filename"]?.string == old }) {
      notes.append("\(old) was in the slot \(slot.text) and is no longer used")
    }
  }

  /// Takes out slots of an earlier build that this one has no image for: sRGB and Display P3 where one image for
  /// any display will do, and the other way round. Files that others put there stay.
  private func removeStale(
    _ appearance: AssetAppearance, scale: Int?, gamuts: [AssetGamut?], from contents: inout AssetContents,
    notes: inout [String]
  ) {
    let current = Set(gamuts.flatMap { slots(appearance, scale: scale, gamut: $0) })
    let own = Set(request.possibleFileNames)
    let idioms = Set(request.idioms.map(\.rawValue))
    let removed = contents.removeImages { slot, name in
      slot.appearance == appearance && slot.scale == scale && idioms.contains(slot.idiom)
        && !current.contains(slot) && (name.map(own.contains) ?? true)
    }
    for name in Set(removed).sorted()
    where !contents.images.contains(where: { $0["filename"]?.string == name }) {
      SystemCall.remove(FilePath.join(request.folder, name))
      notes.append("\(name) is no longer needed and was removed")
    }
  }

  private func size(
    _ variant: borrowing Variant, scale: Int?, notes: inout [String]
  ) throws(ImageError) -> (width: Int, height: Int) {
    guard let scale, scale != request.masterScale else { return (variant.width, variant.height) }
    guard scale < request.masterScale else {
      throw .wouldEnlarge(path: request.master, masterScale: request.masterScale, scale: scale)
    }
    let (width, height, master) = (variant.width, variant.height, request.masterScale)
    if (width * scale) % master != 0 || (height * scale) % master != 0 {
      notes.append(
        "\(label(variant.appearance))\(width)×\(height) at \(master)x gives no whole number of pixels at \(scale)x: rounded"
      )
    }
    func scaled(_ side: Int) -> Int { max(1, (2 * side * scale + master) / (2 * master)) }
    return (scaled(width), scaled(height))
  }

  // MARK: Contents

  private func write(_ contents: AssetContents, to path: String) throws(ImageError) {
    // Untouched where nothing changes, so that version control and build systems see nothing either.
    if let old = try? InputFile.read(path, limit: 64 << 20), old == contents.bytes { return }
    try OutputFile.write(contents.bytes, to: path, overwrite: true)
  }

  /// A catalog, and each folder of ours in it, has a Contents.json too; those that exist stay as they are.
  private func createCatalogContents() throws(ImageError) {
    let path = FilePath.join(request.catalog, "Contents.json")
    guard FileStatus(path: path) == nil else { return }
    do {
      try OutputFile.write(AssetContents().bytes, to: path, overwrite: false)
    } catch {
      // Another set of the same catalog may have been quicker.
      if FileStatus(path: path) == nil { throw error }
    }
  }
}
