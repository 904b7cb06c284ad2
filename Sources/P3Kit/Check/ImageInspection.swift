public import ColorManagement
public import PNGCodec
import Pixels

/// Reads an image to its end and reports what it is: the whole of `p3tool inspect` but its words.
public struct ImageInspection: Sendable {
  /// The rules that need nothing but the file: those of `check` that ask for no display.
  public static let rules: [Rule] = [
    .wideGamutUnneeded, .untagged, .legacyGamma, .conflictingTags, .invalidProfile, .dciWhiteCICP,
  ]

  /// What is refused before memory is taken.
  public let limits: PNGLimits

  /// The profile of untagged images.
  public let assumedProfile: ICCProfile

  /// An inspection within `limits`.
  public init(limits: PNGLimits = PNGLimits(), assumedProfile: ICCProfile = RGBColorSpace.sRGB.profile) {
    self.limits = limits
    self.assumedProfile = assumedProfile
  }

  /// The report on the image at `source`, and its profile.
  ///
  /// - Throws: `ImageError` when the file is damaged or its colours cannot be understood.
  public func inspect(
    _ source: ImageSource
  ) throws(ImageError) -> (report: InspectionReport, profile: ICCProfile) {
    try inspect(openReader(source), source)
  }

  /// The same as part of a run whose images share the memory of `budget`.
  package func inspect(
    _ source: ImageSource, sharing budget: StripPermits
  ) async throws(ImageError) -> (report: InspectionReport, profile: ICCProfile) {
    let reader = try openReader(source)
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    return try inspect(reader, source)
  }

  private func openReader(_ source: ImageSource) throws(ImageError) -> PNGReader {
    try source.openReader(limits: limits.covering(.inspection))
  }

  private func inspect(
    _ opened: consuming PNGReader, _ source: ImageSource
  ) throws(ImageError) -> (report: InspectionReport, profile: ICCProfile) {
    var reader = opened
    let header = reader.header
    let isGray = header.colorType.isGray
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: isGray, assumed: assumedProfile, path: source.name)
    let checkedColor = try LenientSourceColor(
      reader.colorInfo, isGray: isGray, override: nil, assumed: assumedProfile, path: source.name)
    var use = try ImageError.at(source.name) { () throws(ColorError) in
      try ColorUse(color.profile, isGray: isGray)
    }
    let depth = try ImageError.at(source.name) { () throws(PNGError) in try Self.scan(&reader, &use) }
    let colors = use.finish(sampleDepth: min(depth.bits, header.bitDepth))
    let effectiveDepth = min(depth.bits, header.colorType == .palette ? 8 : header.bitDepth)
    let report = InspectionReport(
      path: source.name, bytes: reader.byteCount, width: header.width, height: header.height,
      colorType: header.colorType.reportName, bitDepth: header.bitDepth,
      effectiveDepth: effectiveDepth, interlaced: header.isInterlaced,
      hasAlpha: reader.pixelFormat.hasAlpha, tag: Self.tag(color, reader.colorInfo, isGray: isGray),
      profile: ProfileReport(color.profile), needsWideGamut: colors?.sRGB.needsWiderGamut,
      colors: colors?.report,
      chunks: reader.chunks.map { .init(type: $0.type, length: $0.length, offset: Int($0.offset)) },
      findings: Self.findings(
        checkedColor, reader.colorInfo, header, sRGB: colors?.sRGB,
        path: source.name),
      notes: color.notes + reader.problems.map { "\($0)" })
    return (report, color.profile)
  }

  private static func tag(_ color: SourceColor, _ info: PNGColorInfo, isGray: Bool) -> TagReport {
    let conflicts = TagConflicts(info, isGray: isGray, governing: color.profile).conflicting
    return TagReport(
      governing: color.tag.rawValue, present: info.present.map(\.rawValue),
      conflicting: conflicts.map(\.rawValue))
  }

  private static func findings(
    _ color: LenientSourceColor, _ info: PNGColorInfo, _ header: PNGHeader,
    sRGB: GamutReport?, path: String
  ) -> [Finding] {
    let findings =
      (sRGB.map { Rule.unneededGamutFindings($0, color.source) } ?? [])
      + Rule.colorTagFindings(color, info, isGray: header.colorType.isGray)
    return Finding.selected(findings, RuleSelection(only: rules), FindingPolicy(), path: path)
  }

  private static func scan(_ reader: inout PNGReader, _ use: inout ColorUse) throws(PNGError)
    -> EffectiveDepth
  {
    var depth = EffectiveDepth()
    while true {
      let strip = try reader.readRows(
        StripPipeline.stripHeight(width: reader.header.width, reader.pixelFormat))
      if strip.height == 0 { break }
      depth.scan(strip)
      use.scan(strip)
    }
    try reader.finish()
    return depth
  }
}
