import Analysis
import ColorManagement
import Conversion
package import ImageFiles

/// Builds an app icon set: the icon at the sizes of its platforms, for any, dark and tinted appearance, each once in
/// the gamut that its colours need.
package struct AppIconBuilder: Sendable {
  /// The set to build; scales and idioms of the request are not used.
  package let request: ImageSetRequest
  /// The platforms of the icon.
  package let platforms: [AppIconPlatform]
  private let workshop: ImageSetWorkshop

  /// A builder that shares `budget` with the other work of a run.
  package init(
    _ request: ImageSetRequest, platforms: [AppIconPlatform], budget: StripPermits = StripPermits(jobs: 1)
  ) {
    var request = request
    request.kind = .appIcon
    self.request = request
    self.platforms = platforms
    workshop = ImageSetWorkshop(request: request, budget: budget)
  }

  /// The images and entries made so far.
  private struct Progress {
    var contents: AssetContents
    var images: [ImageSetReport.Image] = []
    var notes: [String] = []
    var needsWideGamut = false
    let files = StagedFiles()
  }

  /// Builds the set: its images appear together when all are made.
  ///
  /// - Throws: `ImageError`, also for a master that is not square or too small; then the catalog is unchanged.
  package func build() async throws(ImageError) -> ImageSetReport {
    try request.requireRegularFiles()
    var progress = Progress(
      contents: try AssetContents(orNewAt: request.contentsPath), notes: request.placeNotes)
    try ImageError.at(request.folder) { () throws(FileError) in
      try progress.files.createFolder(request.folder)
    }
    LeftoverFiles.remove(for: [workshop.workName, "Contents.json"], in: request.folder)
    for appearance in appearances { try await add(appearance, to: &progress) }
    try progress.contents.stage(
      request.contentsPath, in: progress.files, overwrite: request.mayChange("Contents.json"))
    try AssetContents.stage(inCatalog: request.catalog, progress.files)
    try ImageError.at(request.folder) { () throws(FileError) in try progress.files.commit() }
    return ImageSetReport(
      path: request.master, output: request.folder, needsWideGamut: progress.needsWideGamut,
      images: progress.images, notes: progress.notes)
  }

  private var appearances: [AppIconAppearance] {
    AppIconAppearance.allCases.filter { file($0) != nil }
  }

  /// The file from which an appearance is made; nil if it is not requested.
  private func file(_ appearance: AppIconAppearance) -> String? {
    switch appearance {
    case .any: request.master
    case .dark:
      switch request.dark {
      case nil: nil
      case .softened: request.master
      case .file(let path): path
      }
    case .tinted: request.tinted
    }
  }

  private func slots(_ appearance: AppIconAppearance) -> [AppIconSlot] {
    platforms.filter { appearance == .any || $0.hasAppearances }.flatMap { $0.slots(appearance) }
  }

  private func fileName(_ appearance: AppIconAppearance, side: Int) -> String {
    let isSingle = platforms.allSatisfy { $0 != .macos }
    return request.name + appearance.fileSuffix + (isSingle ? "" : "-\(side)") + ".png"
  }

  /// The names of all image files that building may write.
  package var possibleFileNames: [String] {
    appearances.flatMap { appearance in
      Set(slots(appearance).compactMap { $0.pixels?.width }).sorted().map { fileName(appearance, side: $0) }
    }
  }

  /// Writes every size of one appearance.
  private func add(
    _ appearance: AppIconAppearance, to progress: inout Progress
  ) async throws(ImageError) {
    let slots = slots(appearance)
    guard let file = file(appearance), !slots.isEmpty else { return }
    guard
      let variant = try await workshop.variant(
        of: file, softens: appearance == .dark && request.dark == .softened, as: .any,
        label: appearance.label, notes: &progress.notes)
    else { return }
    guard variant.width == variant.height else {
      throw .refused(.iconNotSquare(path: file, width: variant.width, height: variant.height))
    }
    if variant.needsWideGamut { progress.needsWideGamut = true }
    let mustBeOpaque = slots.contains { $0.isOpaque }
    if mustBeOpaque || appearance == .tinted {
      let pixels = try AppIconPixels(variant.input)
      if mustBeOpaque, pixels.transparent > 0 {
        throw .refused(.iconTransparent(path: file, share: pixels.transparentShare))
      }
      if appearance == .tinted, pixels.isColored { progress.notes.append(Self.tintedNote(pixels)) }
    }
    var written: [Int: String] = [:]
    for slot in slots {
      guard let side = slot.pixels?.width else { continue }
      let name: String
      if let same = written[side] {
        name = same
      } else {
        name = try await write(
          variant, of: file, side: side, slot, dropsAlpha: mustBeOpaque, to: &progress)
        written[side] = name
      }
      progress.contents.setIcon(name, in: slot)
    }
  }

  private static func tintedNote(_ pixels: AppIconPixels) -> String {
    "tinted: \(Percentage.text(pixels.coloredShare)) of the visible pixels are coloured: the system takes the icon's "
      + "greys and colours them itself"
  }

  /// Writes the icon with a side of `side` pixels; returns its file name.
  ///
  /// - Parameter dropsAlpha: whether the icon is opaque and must be written without alpha.
  private func write(
    _ variant: borrowing ImageSetVariant, of file: String, side: Int, _ slot: AppIconSlot,
    dropsAlpha: Bool, to progress: inout Progress
  ) async throws(ImageError) -> String {
    guard side <= variant.width else {
      throw .refused(.iconTooSmall(path: file, side: variant.width, needed: side))
    }
    let name = fileName(slot.appearance, side: side)
    let scaled = try workshop.workFile()
    let isScaled = side != variant.width
    if isScaled {
      try ImageResizing(filter: request.filter, limits: request.limits)
        .resize(variant.work.path, to: (side, side), output: scaled.path)
    }
    let space: RGBColorSpace = variant.needsWideGamut ? .displayP3 : .sRGB
    let depth = variant.depth(space)
    let report = try await workshop.convert(
      isScaled ? scaled.path : variant.input, to: space,
      output: try workshop.stage(name, in: progress.files), keepsMetadata: !isScaled, depth: depth,
      compression: request.compression, reduces: dropsAlpha || request.depth == .auto && depth == .eight,
      master: isScaled ? variant.work.path : nil)
    if request.depth == .auto, !isScaled,
      let note = variant.depthNote(space, bytes: report.bytesOut, label: slot.appearance.label)
    {
      progress.notes.append(note)
    }
    progress.images.append(
      .init(file: name, slot: slot.text, width: report.width, height: report.height, bytes: report.bytesOut))
    return name
  }
}

extension AssetContents {
  /// Puts `filename` into `slot`: into the existing entry, whose other keys stay, or into a new one.
  mutating func setIcon(_ filename: String, in slot: AppIconSlot) {
    setImage(filename, entry: slot.entry(filename: filename)) { AppIconSlot($0) == slot }
  }
}
