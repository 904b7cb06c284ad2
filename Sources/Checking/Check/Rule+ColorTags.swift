// The rules about a file's colour tags.

import ColorManagement
import ImageFiles
import PNGCodec

extension Rule {
  /// Findings on the colour chunks alone.
  static func colorTagFindings(_ color: LenientSourceColor, _ info: PNGColorInfo, isGray: Bool) -> [Finding] {
    let problems = info.problems.compactMap { malformedChunk($0, hasGamma: info.gamma != nil) }
    var findings = color.refusals.map { invalidTag($0) } + problems
    if isGray, color.source.tag == .iCCP, color.source.profile.colorSpace == .rgb {
      findings.append(
        Finding(
          .invalidProfile, level: .note, subject: "iCCP gray",
          "iCCP holds an RGB profile, but the image is greyscale, which PNG forbids: libpng and others drop "
            + "it; here the samples are read as R=G=B"))
    }
    findings += color.source.profile.remarks.map {
      Finding(.invalidProfile, level: .note, subject: "remark", "the profile is irregular: \($0)")
    }
    if info.present.isEmpty, problems.isEmpty {
      findings.append(
        Finding(
          .untagged,
          "no colour tag (cICP, iCCP, sRGB, gAMA): most programs guess sRGB, some show the display's own "
            + "colours; \(color.source.profile.reportName) is assumed here"))
    }
    if color.source.tag == .gAMA || color.source.tag == .gAMAAndCHRM, let gamma = info.gamma {
      findings.append(
        Finding(
          .legacyGamma,
          "only gAMA \(Numbers.threeDecimals(gamma)) says what the samples mean: browsers show its curve, which is not "
            + "that of sRGB, other programs pass it over"))
    }
    if info.cicp?.primaries == 11 {
      findings.append(
        Finding(
          .dciWhiteCICP,
          "cICP primaries are 11 (DCI-P3 with its greenish theatre white), which tints the image on every "
            + "display; Display P3 is 12"))
    }
    return findings + conflicts(color, info, isGray: isGray)
  }

  private static func invalidTag(_ refusal: LenientSourceColor.Refusal) -> Finding {
    let name = refusal.tag.rawValue
    return Finding(
      .invalidProfile, level: refusal.tag == .cicp ? .warning : .error, subject: name,
      "\(name) cannot be used: \(refusal.fact); programs pass it over and show other colours")
  }

  /// The finding on an unreadable colour chunk; nil for sBIT, which does not define colours.
  ///
  /// - Parameter hasGamma: without gAMA every program ignores cHRM, valid or not.
  private static func malformedChunk(_ problem: PNGProblem, hasGamma: Bool) -> Finding? {
    guard let chunk = problem.chunk, chunk != "sBIT" else { return nil }
    let level: FindingLevel = chunk == "iCCP" ? .error : chunk == "cHRM" && !hasGamma ? .note : .warning
    return Finding(
      .invalidProfile, level: level, subject: chunk,
      "\(chunk) \(problem.message)")
  }

  private static func conflicts(_ color: LenientSourceColor, _ info: PNGColorInfo, isGray: Bool) -> [Finding]
  {
    let refused = color.refusals.map(\.tag)
    guard color.source.tag != .none, color.source.tag != .override else { return [] }
    return TagConflicts(info, isGray: isGray, governing: color.source.profile).conflicting.compactMap { tag in
      guard !refused.contains(tag) else { return nil }
      let name = tag.rawValue
      let meaning = try? SourceColor(
        resolving: info.only(tag), isGray: isGray, assumed: color.source.profile, path: "")
      // Programs that read profiles ignore PNG's older colour chunks.
      let isPassedOver = color.source.tag == .iCCP || color.source.tag == .cICP
      return Finding(
        .conflictingTags, level: isPassedOver && tag != .iccp ? .note : .warning, subject: name,
        "\(name) says \(meaning?.profile.reportName ?? "other colours"), but \(color.source.tag.rawValue) "
          + "counts and says \(color.source.profile.reportName): programs that read only \(name) show other "
          + "colours")
    }
  }
}
