import Analysis
import ColorManagement
import Conversion
import DarkMode
public import ImageFiles
import PNGCodec
import Pixels
import Synchronization

/// Checks PNGs by one request: everything `p3tool check` does except printing.
public struct ImageCheck: Sendable {
  /// The settings.
  public let request: CheckRequest

  /// A check by `request`.
  public init(_ request: CheckRequest) { self.request = request }

  /// The report on the image at `source`. Reads it in strips, so that memory does not grow with its height.
  ///
  /// - Parameters:
  ///   - source: a file or standard input.
  ///   - heatmap: where to write a picture of the losses; nil for none. The image is then read a second time, from a
  ///     copy if it is standard input.
  ///   - overwrite: whether an existing heat map may be replaced.
  ///   - budget: whether rules may examine a strip in parallel while the next one is read. The report does not depend
  ///     on it.
  /// - Throws: `ImageError` if the file is damaged, its colours are high dynamic range, or the heat map cannot be made
  ///   or written; `cancelled` if the task is cancelled.
  public func check(
    _ source: ImageSource, heatmap: ImageDestination? = nil, overwrite: Bool = false,
    budget: StripPermits = StripPermits()
  ) async throws(ImageError) -> CheckReport {
    let input = try ReplayableInput(
      source, isReadTwice: heatmap != nil || !source.isReadOnce, limits: request.limits)
    let checked = try await check(input, AssetUse(of: source), budget)
    guard let heatmap else { return checked.report }
    guard let painter = checked.painter else {
      throw .noHeatmap(path: source.name, notes: checked.report.notes)
    }
    let places = Dictionary(grouping: checked.report.findings, by: \.rule).mapValues { $0.flatMap(\.places) }
    try await write(
      Heatmap(
        painter: painter, bands: places[.banding] ?? [], visionEdges: places[.colorVision] ?? []),
      of: source, input, to: heatmap, overwrite: overwrite, budget)
    return checked.report
  }

  private var limits: PNGLimits { request.limits.covering(.check) }

  private func check(
    _ input: borrowing ReplayableInput, _ use: AssetUse, _ budget: StripPermits
  ) async throws(ImageError) -> (report: CheckReport, painter: HeatmapPainter?) {
    var reader = try input.openReader(limits: limits)
    let header = reader.header
    let isGray = header.colorType.isGray
    let color = try LenientSourceColor(
      reader.colorInfo, isGray: isGray, override: request.sourceOverride, assumed: request.assumedProfile,
      path: reader.name)
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    // The scanners take memory proportional to the image, so none is made before rows have been decoded.
    var strips = StripReader(of: reader)
    try ImageError.at(reader.name) { () throws(PNGError) in try strips.readFirst(of: &reader) }
    let scanners = try CheckScanners(
      request, header: header, format: reader.pixelFormat, source: color.source.profile, path: reader.name,
      isReplayable: input.isReplayable)
    reader.weighBusyPixels(scanners.busyWork)
    do throws(PNGError) {
      try await StripPipeline.scan(&reader, strips, budget, scans: scanners.scans)
      try reader.finish()
    } catch {
      throw error.imageError(at: reader.name)
    }

    var glow = scanners.finishGlow()
    if scanners.seesGlow, glow == nil {
      glow = try await self.glow(of: input, reader, color.source.profile, budget)
    }
    let results = try scanners.finish(glow: glow)
    let findings = findings(color, results, reader.colorInfo, header, name: reader.name, use)
    let report = CheckReport(
      path: reader.name, width: header.width, height: header.height,
      source: .init(
        profile: color.source.profile.reportName, tag: color.source.tag.rawValue, depth: header.bitDepth,
        effectiveDepth: results.depth, colorType: header.colorType.reportName),
      gamut: results.gamut, banding: results.banding,
      findings: Finding.selected(findings, request.rules, request.policy, path: reader.name),
      notes: results.notes, previews: results.previews)
    return (report, results.painter)
  }

  /// The report on white areas from another reading of an image, which `first` has read.
  private func glow(
    of input: borrowing ReplayableInput, _ first: borrowing PNGReader, _ source: ICCProfile,
    _ budget: StripPermits
  ) async throws(ImageError) -> WhiteGlowReport? {
    var reader = try input.openReader(limits: limits)
    let (header, format) = (reader.header, reader.pixelFormat)
    guard header == first.header, format == first.pixelFormat else {
      throw .refused(.unreachable(path: reader.name, fact: "was changed while it was read (check it again)"))
    }
    var request = request
    request.rules = RuleSelection(only: [.whiteGlow])
    let scans = Mutex(
      DarkModeScans(request, header: header, format: format, source: source, isReplayable: false))
    do throws(PNGError) {
      try await StripPipeline.scan(
        &reader, StripReader(of: reader), budget,
        scans: [{ strip in scans.withLock { $0.add(strip.pixels) } }])
    } catch {
      throw error.imageError(at: reader.name)
    }
    return scans.withLock { $0.finishGlow() }
  }

  private func findings(
    _ color: LenientSourceColor, _ results: CheckResults, _ info: PNGColorInfo, _ header: PNGHeader,
    name: String, _ use: AssetUse
  ) -> [Finding] {
    let target = request.target.profile
    // sRGB displays get another image.
    let isShown = !(use.isForWideGamut && target.knownSpace == .sRGB)
    let standardGamut = results.standardGamut ?? (target.knownSpace == .sRGB ? results.gamut : nil)
    let banding = Rule.bandingFindings(results.banding, depth: results.depth, request)
    let collapse = results.collapse.map { Rule.collapseFindings($0, target: target.reportName) } ?? []
    // What collapses needs the mapping that keeps it, whichever is nearest.
    let comparison = collapse.isEmpty ? results.comparison : nil
    let clipping =
      (results.gamut.map {
        Rule.clippingFindings(
          $0, isAsked: request.policy.names(.gamutClipping), comparison, target: target.reportName)
      } ?? [])
      + collapse
    return (isShown ? clipping : []) + banding
      + (standardGamut.map { Rule.unneededGamutFindings($0, color.source) } ?? [])
      + Rule.lowDepthFindings(
        color.source.profile, bitDepth: header.bitDepth, effectiveDepth: results.depth,
        banding: results.depth <= 8 ? Rule.ownStepLevel(results.banding, depth: results.depth, request) : nil,
        isNeeded: standardGamut?.needsWiderGamut ?? true)
      + Rule.colorTagFindings(color, info, isGray: header.colorType.isGray)
      + visionFindings(results)
      + (use.ground == .light ? [] : results.glow.map { Rule.glowFindings($0) } ?? [])
      + Rule.legibilityFindings(
        results.legibility, on: request.backgrounds, path: RepositoryPath.own(name), use: use)
  }

  private func visionFindings(_ results: CheckResults) -> [Finding] {
    let limit = request.policy.reportingLimit(of: .colorVision)
    return results.colorVision.map { Rule.colorVisionFindings($0, above: limit) } ?? []
  }

  private func write(
    _ heatmap: Heatmap, of source: ImageSource, _ input: borrowing ReplayableInput,
    to destination: ImageDestination, overwrite: Bool, _ budget: StripPermits
  ) async throws(ImageError) {
    var reader = try input.openReader(limits: request.limits)
    let sink = try OutputSettings(overwrite: overwrite).openSink(from: source, to: destination)
    do throws(PNGError) {
      try await heatmap.write(&reader, to: sink.descriptor, name: destination.name, budget: budget)
    } catch {
      throw error.imageError(at: destination.name)
    }
    try sink.commit()
  }
}
