import Analysis
public import ColorManagement
import Conversion
public import ImageFiles
public import PNGCodec
import Pixels
import Synchronization

/// Reads an image to its end and reports its properties: everything `p3tool inspect` does except printing.
public struct ImageInspection: Sendable {
  /// The rules that need only the file: those of `check` without a display, and obstacles to a conversion.
  package static let rules: [Rule] = [
    .wideGamutUnneeded, .untagged, .legacyGamma, .conflictingTags, .invalidProfile, .dciWhiteCICP,
    .notConvertible,
  ]

  /// Limits that are checked before memory is allocated.
  public let limits: PNGLimits

  /// The profile of untagged images.
  public let assumedProfile: ICCProfile

  /// An inspection within `limits`.
  public init(limits: PNGLimits = PNGLimits(), assumedProfile: ICCProfile = RGBColorSpace.sRGB.profile) {
    self.limits = limits
    self.assumedProfile = assumedProfile
  }

  /// The report on the image at `source`, and its profile, or why there is none: the file's own is unusable, or its
  /// colours are high dynamic range.
  ///
  /// A damaged file, or one of an unsupported kind, is described as far as possible; `InspectionReport.error` is then
  /// the reason why its pixels cannot be read.
  ///
  /// - Parameters:
  ///   - source: a file, standard input or bytes.
  ///   - budget: the memory shared by a run, and whether colours may be counted while the next rows are read. The
  ///     report does not depend on it.
  /// - Throws: `ImageError` if the file cannot be opened or is no PNG; `cancelled` if the task is cancelled.
  public func inspect(
    _ source: ImageSource, budget: StripPermits = StripPermits()
  ) async throws(ImageError) -> (report: InspectionReport, profile: Result<ICCProfile, ImageError>) {
    let input = try ReplayableInput(source, isReadTwice: true, limits: limits)
    let reader: PNGReader
    do throws(ImageError) { reader = try openReader(input) } catch { return try describe(input, error) }
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    return try await inspect(reader, input, budget)
  }

  private func openReader(_ input: borrowing ReplayableInput) throws(ImageError) -> PNGReader {
    var limits = limits.covering(.inspection)
    limits.readsFirstFrame = true
    return try input.openReader(limits: limits)
  }

  private func inspect(
    _ opened: consuming PNGReader, _ input: borrowing ReplayableInput, _ budget: StripPermits
  ) async throws(ImageError) -> (report: InspectionReport, profile: Result<ICCProfile, ImageError>) {
    var reader = opened
    let color = try InspectedColor(
      reader.colorInfo, isGray: reader.header.colorType.isGray, assumed: assumedProfile, path: input.name)
    let pixels: InspectedPixels
    do throws(ImageError) {
      pixels = try await InspectedPixels(&reader, color.source?.profile, budget)
    } catch {
      return try describe(input, error)
    }
    do throws(PNGError) { try reader.finish() } catch {
      return try describe(input, .png(error), pixels: pixels)
    }
    return (report(InspectedFile(reader), color, pixels, path: input.name), color.ownProfile)
  }

  /// The report on a file that cannot be read to its end because of `error`.
  ///
  /// - Parameter pixels: of an image whose rows could be read nevertheless.
  private func describe(
    _ input: borrowing ReplayableInput, _ error: ImageError, pixels: InspectedPixels? = nil
  ) throws(ImageError) -> (report: InspectionReport, profile: Result<ICCProfile, ImageError>) {
    guard case .png(let damage) = error, damage.leavesChunks else { throw error }
    let (name, limits) = (input.name, limits)
    let list = try input.reading { (descriptor) throws(ImageError) in
      try ImageError.at(name) { () throws(PNGError) in
        try PNGChunkList(fileDescriptor: descriptor, name: name, limits: limits)
      }
    }
    let color = try InspectedColor(
      list.colorInfo, isGray: list.header?.colorType.isGray ?? false, assumed: assumedProfile, path: name)
    return (report(InspectedFile(list, damage), color, pixels, path: name), color.ownProfile)
  }

  private func report(
    _ file: InspectedFile, _ color: InspectedColor, _ pixels: InspectedPixels?, path: String
  ) -> InspectionReport {
    let header = file.header
    let isPalette = header?.colorType == .palette
    let findings =
      (pixels?.colors.flatMap { colors in
        color.source.map { Rule.unneededGamutFindings(colors.sRGB, $0) }
      } ?? [])
      + color.findings(file.colorInfo, isGray: header?.colorType.isGray ?? false)
      + file.findings
    return InspectionReport(
      path: path, bytes: file.byteCount, width: header?.width, height: header?.height,
      colorType: header?.colorType.reportName, bitDepth: header?.bitDepth,
      effectiveDepth: header.flatMap { header in
        pixels.map { min($0.depth.bits, isPalette ? 8 : header.bitDepth) }
      },
      interlaced: header?.isInterlaced, hasAlpha: file.hasAlpha,
      tag: color.tag(file.colorInfo, isGray: header?.colorType.isGray ?? false),
      profile: color.source.map { ProfileReport($0.profile) },
      needsWideGamut: pixels?.colors?.sRGB.needsWiderGamut, colors: pixels?.colors?.report,
      chunks: file.chunks.map { .init(type: $0.type, length: $0.length, offset: Int($0.offset)) },
      findings: Finding.selected(findings, RuleSelection(only: Self.rules), FindingPolicy(), path: path),
      notes: (color.source?.notes ?? []) + file.problems.map { "\($0)" },
      error: file.damage.map { "\(ImageError.png($0))" }, lightness: pixels?.colors?.lightness)
  }
}

/// Figures of an inspected image's pixels.
private struct InspectedPixels {
  let depth: EffectiveDepth
  /// Nil if nothing can be counted.
  let colors: ColorUse.Figures?

  /// Reads the rows of `reader` with colours of `profile`; nil for an unknown profile.
  init(
    _ reader: inout PNGReader, _ profile: ICCProfile?, _ budget: StripPermits
  ) async throws(ImageError) {
    let header = reader.header
    let use = try ImageError.at(reader.name) { () throws(ColorError) in
      try profile.map { (profile) throws(ColorError) in
        try ColorUse(profile, isGray: header.colorType.isGray)
      }
    }
    let seen = Mutex(EffectiveDepth())
    do throws(PNGError) {
      try await StripPipeline.scan(
        &reader, StripReader(of: reader), budget,
        scans: (use?.scans ?? []).map { scan in { scan($0.pixels) } } + [
          { strip in seen.withLock { $0.scan(strip.pixels) } }
        ])
    } catch {
      throw error.imageError(at: reader.name)
    }
    depth = seen.withLock(\.self)
    colors = use?.finish(sampleDepth: min(depth.bits, header.bitDepth))
  }
}

/// An inspected file as far as it could be read, without its pixels.
private struct InspectedFile {
  /// Nil if IHDR is missing or has values that the standard forbids.
  let header: PNGHeader?
  let colorInfo: PNGColorInfo
  let chunks: [PNGChunkEntry]
  let problems: [PNGProblem]
  let byteCount: Int
  /// Frames of an animation.
  let frameCount: Int?
  /// What prevents reading the image; nil for nothing.
  let damage: PNGError?

  init(_ reader: borrowing PNGReader) {
    header = reader.header
    colorInfo = reader.colorInfo
    chunks = reader.chunks
    problems = reader.problems
    byteCount = reader.byteCount
    frameCount = reader.frameCount
    damage = nil
  }

  init(_ list: PNGChunkList, _ damage: PNGError) {
    header = list.header
    colorInfo = list.colorInfo
    chunks = list.chunks
    problems = list.problems
    byteCount = list.byteCount
    frameCount = list.frameCount
    self.damage = damage
  }

  /// Whether pixels can be transparent.
  var hasAlpha: Bool? {
    header.map { $0.colorType.hasAlpha || chunks.contains { $0.type == "tRNS" } }
  }

  /// Findings that prevent a conversion.
  var findings: [Finding] {
    [damage.map { Rule.damageFinding($0) }, frameCount.map { Rule.animationFinding(frames: $0) }]
      .compactMap(\.self)
  }
}

/// The colours of an inspected file by its chunks.
private struct InspectedColor {
  /// How samples are read; nil for high dynamic range.
  let source: SourceColor?
  /// The profile from the file's own statements, or why there is none.
  let ownProfile: Result<ICCProfile, ImageError>
  /// The statements one by one; nil for high dynamic range.
  private let checked: LenientSourceColor?
  /// Why the colours are not SDR.
  private let highDynamicRange: ColorError?

  init(_ info: PNGColorInfo, isGray: Bool, assumed: ICCProfile, path: String) throws(ImageError) {
    do throws(ImageError) {
      let lenient = try LenientSourceColor(
        info, isGray: isGray, override: nil, assumed: assumed, path: path)
      let strict = Result { () throws(ImageError) in
        try SourceColor(resolving: info, isGray: isGray, assumed: assumed, path: path)
      }
      checked = lenient
      source = (try? strict.get()) ?? lenient.source
      ownProfile = strict.map(\.profile)
      highDynamicRange = nil
    } catch {
      guard case .color(_, let reason) = error, case .highDynamicRange = reason else { throw error }
      (checked, source, highDynamicRange) = (nil, nil, reason)
      ownProfile = .failure(error)
    }
  }

  func tag(_ info: PNGColorInfo, isGray: Bool) -> TagReport {
    let conflicts = source.map { TagConflicts(info, isGray: isGray, governing: $0.profile).conflicting } ?? []
    // Without a source, the statement for high dynamic range governs.
    let governing = source?.tag ?? (info.cicp == nil ? .iCCP : .cICP)
    return TagReport(
      governing: governing.rawValue,
      present: info.present.map(\.rawValue),
      conflicting: conflicts.map(\.rawValue))
  }

  func findings(_ info: PNGColorInfo, isGray: Bool) -> [Finding] {
    (checked.map { Rule.colorTagFindings($0, info, isGray: isGray) } ?? [])
      + (highDynamicRange.map { [Rule.highDynamicRangeFinding($0)] } ?? [])
  }
}
