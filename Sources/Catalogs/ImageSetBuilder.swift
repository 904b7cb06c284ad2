import Analysis
import ColorManagement
import Conversion
package import ImageFiles

/// Builds one image set of an asset catalog: converts colours exactly, makes scales in linear light, and updates an
/// existing Contents.json.
package struct ImageSetBuilder: Sendable {
  /// The set to build.
  package let request: ImageSetRequest
  private let workshop: ImageSetWorkshop

  /// A builder that shares `budget` with the other work of a run.
  package init(_ request: ImageSetRequest, budget: StripPermits = StripPermits(jobs: 1)) {
    self.request = request
    workshop = ImageSetWorkshop(request: request, budget: budget)
  }

  /// The images and entries made so far.
  private struct Progress {
    var contents: ImageSetContents
    var images: [ImageSetReport.Image] = []
    var notes: [String] = []
    var needsWideGamut = false
    /// The images, until the whole set is complete.
    let files = StagedFiles()
  }

  /// Builds the set: its images appear together when all are made, Contents.json last.
  ///
  /// - Throws: `ImageError`; then the catalog is unchanged.
  package func build() async throws(ImageError) -> ImageSetReport {
    try request.requireRegularFiles()
    var progress = Progress(contents: try ImageSetContents(request), notes: request.placeNotes)
    try ImageError.at(request.folder) { () throws(FileError) in
      try progress.files.createFolder(request.folder)
    }
    LeftoverFiles.remove(
      for: Set(request.possibleFileNames + [workshop.workName, "Contents.json"]), in: request.folder)
    for appearance in request.appearances { try await add(appearance, to: &progress) }
    try progress.contents.stage(in: progress.files)
    try ImageError.at(request.folder) { () throws(FileError) in try progress.files.commit() }
    progress.contents.removeUnused()
    return ImageSetReport(
      path: request.master, output: request.folder, needsWideGamut: progress.needsWideGamut,
      images: progress.images, notes: progress.notes)
  }

  /// Writes every scale of one appearance.
  private func add(_ appearance: AssetAppearance, to progress: inout Progress) async throws(ImageError) {
    guard let variant = try await workshop.variant(appearance, notes: &progress.notes) else {
      for scale in request.slotScales {
        progress.contents.removeStale(appearance, scale: scale, gamuts: [], notes: &progress.notes)
      }
      return
    }
    if variant.needsWideGamut {
      progress.needsWideGamut = true
    } else {
      progress.notes.append(
        "\(appearance.label)every visible colour fits sRGB: no Display P3 image is needed")
    }
    for scale in request.slotScales { try await add(variant, scale: scale, to: &progress) }
  }

  /// Writes one scale of an appearance: one image for any display, or one per gamut.
  private func add(
    _ variant: borrowing ImageSetVariant, scale: Int?, to progress: inout Progress
  ) async throws(ImageError) {
    let size = try size(variant, scale: scale, notes: &progress.notes)
    let scaled = try workshop.workFile()
    // At the master's own size the result is made directly from the master.
    let isScaled = size != (variant.width, variant.height)
    if isScaled {
      try ImageResizing(filter: request.filter, limits: request.limits)
        .resize(variant.work.path, to: size, output: scaled.path)
    }
    let gamuts: [AssetGamut?] = variant.needsWideGamut ? [.sRGB, .displayP3] : [nil]
    for gamut in gamuts {
      let slots = request.slots(variant.appearance, scale: scale, gamut: gamut)
      guard let first = slots.first else { continue }
      let name = request.fileName(first)
      let space: RGBColorSpace = gamut == .displayP3 ? .displayP3 : .sRGB
      let depth = variant.depth(space)
      let report = try await workshop.convert(
        isScaled ? scaled.path : variant.input, to: space,
        output: try workshop.stage(name, in: progress.files), keepsMetadata: !isScaled, depth: depth,
        compression: request.compression, reduces: request.depth == .auto && depth == .eight,
        master: isScaled ? variant.work.path : nil)
      if request.depth == .auto, !isScaled, gamut != .displayP3,
        let note = variant.depthNote(space, bytes: report.bytesOut, label: variant.appearance.label)
      {
        progress.notes.append(note)
      }
      progress.contents.place(name, in: slots, notes: &progress.notes)
      progress.images.append(
        .init(
          file: name, slot: first.text, width: report.width, height: report.height, bytes: report.bytesOut))
    }
    progress.contents.removeStale(
      variant.appearance, scale: scale, gamuts: gamuts, notes: &progress.notes)
  }

  /// The size of a variant at `scale`, rounded to whole pixels, with a note if that changes its proportions.
  private func size(
    _ variant: borrowing ImageSetVariant, scale: Int?, notes: inout [String]
  ) throws(ImageError) -> (width: Int, height: Int) {
    guard let scale, scale != request.masterScale else { return (variant.width, variant.height) }
    guard scale < request.masterScale else {
      throw .refused(.wouldEnlarge(path: request.master, masterScale: request.masterScale, scale: scale))
    }
    let (width, height, master) = (variant.width, variant.height, request.masterScale)
    if (width * scale) % master != 0 || (height * scale) % master != 0 {
      notes.append(
        "\(variant.appearance.label)\(width)×\(height) at \(master)x gives no whole number of pixels at \(scale)x: "
          + "rounded")
    }
    func scaled(_ side: Int) -> Int { max(1, (2 * side * scale + master) / (2 * master)) }
    return (scaled(width), scaled(height))
  }
}
