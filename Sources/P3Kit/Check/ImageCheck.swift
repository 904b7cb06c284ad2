import ColorManagement
import PNGCodec
import Pixels

/// Checks one PNG after another as one request says: the whole of `p3tool check` but its words.
public struct ImageCheck: Sendable {
  /// What is asked for.
  public let request: CheckRequest

  /// A check as `request` says.
  public init(_ request: CheckRequest) { self.request = request }

  /// The report on the image at `source`. The image passes by in strips: memory does not grow with its height.
  ///
  /// - Throws: `ConversionError` when the file is damaged, or its colours are high dynamic range.
  public func check(_ source: ImageSource) throws(ConversionError) -> CheckReport {
    var reader = try source.openReader(limits: request.limits)
    let header = reader.header
    let isGray = header.colorType.isGray
    let color = try CheckedColor(
      reader.colorInfo, isGray: isGray, override: request.sourceOverride, assumed: request.assumedProfile,
      path: source.name)
    var depth = EffectiveDepth()
    do throws(PNGError) {
      while true {
        let strip = try reader.readRows(
          StripPipeline.stripHeight(width: header.width, reader.pixelFormat))
        if strip.height == 0 { break }
        depth.scan(strip)
      }
      try reader.finish()
    } catch {
      throw .png(error)
    }
    let effectiveDepth = min(depth.bits, header.colorType == .palette ? 8 : header.bitDepth)
    let findings =
      Rule.lowDepthFindings(
        color.source.profile, bitDepth: header.bitDepth, effectiveDepth: effectiveDepth)
      + Rule.colorTagFindings(color, reader.colorInfo, isGray: isGray)
    return CheckReport(
      path: source.name, width: header.width, height: header.height,
      source: .init(
        profile: color.source.profile.reportName, tag: color.source.tag.rawValue, depth: header.bitDepth,
        effectiveDepth: effectiveDepth, colorType: header.colorType.reportName),
      findings: selected(findings, path: source.name), notes: [])
  }

  /// The findings that were asked for and are over their limits, in the order of the rules.
  private func selected(_ findings: [Finding], path: String) -> [Finding] {
    let kept = findings.filter {
      request.rules.contains($0.rule) && $0.value > request.policy.reportingLimit(of: $0.rule)
    }
    let ordered = Rule.allCases.flatMap { rule in kept.filter { $0.rule == rule } }
    return Finding.fingerprinted(ordered, path: RepositoryPath.current.relative(path))
  }
}
