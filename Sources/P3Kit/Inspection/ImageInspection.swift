public import ColorManagement
public import PNGCodec
import Pixels

/// Reads an image to its end and reports what it is: the whole of `p3tool inspect` but its words.
public struct ImageInspection: Sendable {
  /// What is refused before memory is taken.
  public let limits: PNGLimits

  /// An inspection within `limits`.
  public init(limits: PNGLimits = PNGLimits()) { self.limits = limits }

  /// The report on the image at `source`, and its profile.
  ///
  /// - Throws: `ConversionError` when the file is damaged or its colours cannot be understood.
  public func inspect(
    _ source: ImageSource
  ) throws(ConversionError) -> (report: InspectionReport, profile: ICCProfile) {
    var reader = try source.openReader(limits: limits)
    let header = reader.header
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: header.colorType.isGray, assumed: RGBColorSpace.sRGB.profile,
      path: source.name)
    var use = ColorUse(color.profile, isGray: header.colorType.isGray)
    let depth: EffectiveDepth
    do throws(PNGError) { depth = try Self.scan(&reader, &use) } catch { throw .png(error) }
    let colors = use.finish(sampleDepth: min(depth.bits, header.bitDepth))
    let conflicts = TagConflicts(
      reader.colorInfo, isGray: header.colorType.isGray, governing: color.profile
    ).conflicting
    let report = InspectionReport(
      path: source.name, bytes: reader.byteCount, width: header.width, height: header.height,
      colorType: header.colorType.reportName, bitDepth: header.bitDepth,
      effectiveDepth: min(depth.bits, header.colorType == .palette ? 8 : header.bitDepth),
      interlaced: header.isInterlaced, hasAlpha: reader.pixelFormat.hasAlpha,
      tag: TagReport(
        governing: color.tag.rawValue, present: reader.colorInfo.present.map(\.rawValue),
        conflicting: conflicts.map(\.rawValue)),
      profile: ProfileReport(color.profile), needsWideGamut: colors?.needsWideGamut, colors: colors?.report,
      chunks: reader.chunks.map { .init(type: $0.type, length: $0.length, offset: Int($0.offset)) },
      notes: color.notes + reader.problems.map { "\($0)" })
    return (report, color.profile)
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
