import Analysis
public import ImageFiles
import PNGCodec

/// A finding on the difference of two images.
public struct DifferenceFinding: Sendable, Hashable, Codable {
  /// The rule.
  public let rule: DifferenceRule
  /// An error makes the pair different; a note does not.
  public let level: FindingLevel
  /// What, how much and where, in one line; without the files' names.
  public let message: String
  /// The place, for findings with one.
  public let region: ImageRegion?

  /// Identifies the finding among those of its pair, also in other runs.
  package var fingerprint: String { rule.rawValue }

  init(_ rule: DifferenceRule, _ level: FindingLevel, region: ImageRegion? = nil, _ message: String) {
    self.rule = rule
    self.level = level
    self.region = region
    self.message = message.printable
  }
}

/// The rules of `diff`.
public enum DifferenceRule: String, Sendable, Hashable, Codable, CaseIterable {
  /// Width or height differ; nothing else is compared then.
  case sizeDiffers = "size-differs"
  /// Bits per sample differ.
  case depthDiffers = "depth-differs"
  /// The profile, or the chunk that names it, differs.
  case tagDiffers = "tag-differs"
  /// Only the first folder has the image.
  case missing
  /// Only the second folder has the image.
  case added
  /// More pixels differ than allowed.
  case pixelsDiffer = "pixels-differ"
  /// Many pixels differ by less than the threshold.
  case areaDiffers = "area-differs"

  /// What it finds, in one sentence.
  public var summary: String {
    switch self {
    case .sizeDiffers: "The images have not as many rows or columns."
    case .depthDiffers: "The images have not as many bits per sample."
    case .tagDiffers: "The images say in different ways what their colours mean."
    case .missing: "The second folder lacks an image of the first."
    case .added: "The second folder has an image that the first one lacks."
    case .pixelsDiffer: "Pixels have other colours than they had."
    case .areaDiffers: "A large area has another colour, by less than the threshold of a pixel."
    }
  }

  /// What to do about it, in one sentence.
  package var remedy: String {
    switch self {
    case .sizeDiffers: "Make both images of one size."
    case .depthDiffers: "Convert one of them with --depth if both are to have the same."
    case .tagDiffers: "Compare what `p3tool inspect BEFORE AFTER` says; `p3tool assign` corrects a wrong tag."
    case .missing: "Restore the image, or remove it from the first folder."
    case .added: "Add the image to the first folder if it is wanted."
    case .pixelsDiffer:
      "See where with `p3tool diff BEFORE AFTER --heatmap where.png`; accept the new image if it is right, or allow for "
        + "the difference with --threshold, --max-pixels or --ignore."
    case .areaDiffers:
      "If such a tint is to fail, lower the threshold: `p3tool diff BEFORE AFTER --threshold 1`."
    }
  }

  /// The remedy with the names of two images in the commands; standard input has none.
  package func remedy(before: String, after: String) -> String {
    guard before != "-", after != "-" else { return remedy }
    return remedy.replacing(#/BEFORE|AFTER/#) { match in
      ShellWord.quoted(match.output == "BEFORE" ? before : after)
    }
  }
}

extension DifferenceRule {
  /// The level of its findings with a preset; for pixels if more differ than allowed.
  package func level(_ preset: DifferencePreset) -> FindingLevel {
    switch self {
    case .depthDiffers, .tagDiffers: preset == .exact ? .error : .note
    case .areaDiffers: .note
    case .sizeDiffers, .missing, .added, .pixelsDiffer: .error
    }
  }
}

// Findings from the two files, before pixels are compared.

extension DifferenceFinding {
  /// Findings on differences of depth and tag.
  static func ofFiles(_ first: ComparedImage, _ second: ComparedImage, _ preset: DifferencePreset) -> [Self] {
    var findings: [Self] = []
    if first.bitDepth != second.bitDepth {
      findings.append(
        Self(
          .depthDiffers, DifferenceRule.depthDiffers.level(preset),
          "\(first.bitDepth) bits per sample before, \(second.bitDepth) after"))
    }
    if !first.isTaggedLike(second) {
      let words =
        first.tag == second.tag
        ? "\(first.tag) in both, with other bytes in the profiles"
        : "\(first.tag) before, \(second.tag) after"
      findings.append(Self(.tagDiffers, DifferenceRule.tagDiffers.level(preset), words))
    }
    return findings
  }

  /// The finding on an image that the first folder lacks.
  package static func withoutCounterpart(_ path: String) -> Self {
    Self(.added, .error, "has no counterpart \(path.printableName)")
  }

  /// The finding on different sizes; nil if both images have one size.
  static func ofSize(_ first: ComparedImage, _ second: ComparedImage) -> Self? {
    let (before, after) = (first.header, second.header)
    guard before.width != after.width || before.height != after.height else { return nil }
    return Self(
      .sizeDiffers, .error,
      "\(before.width)×\(before.height) pixels before, \(after.width)×\(after.height) after: nothing else is compared"
    )
  }

  /// The finding on different pixels: an error if more differ than allowed, else a note; nil if none differs.
  static func ofPixels(_ result: DifferenceScanner.Result, _ request: DifferenceRequest) -> Self? {
    let pixels = result.pixels
    guard pixels.different > 0 else { return nil }
    let isExceeded = request.isExceeded(by: pixels.different, of: pixels.compared)
    let measure =
      request.preset == .exact
      ? "have other samples" : "differ by ΔE \(Numbers.twoDecimals(request.threshold)) or more"
    let count = pixels.different == 1 ? "1 pixel" : "\(Numbers.count(pixels.different)) pixels"
    let share = Percentage.text(pixels.share)
    let places = Numbers.counted(result.regionCount, "place")
    return Self(
      .pixelsDiffer, isExceeded ? .error : .note, region: result.regions.first?.box,
      "\(count) (\(share)) in \(places) \(measure), at most \(Numbers.twoDecimals(result.statistics.max))"
        + (isExceeded ? "" : ", which is allowed"))
  }

  /// The least difference that is reported in a large area: just noticeable side by side.
  private static let leastTint = 1.0
  /// The least share of the pixels that counts as a large area.
  private static let leastTintShare = 0.02

  /// The finding on many pixels that differ noticeably but below the threshold, such as a white that became light grey.
  static func ofArea(_ result: DifferenceScanner.Result, _ request: DifferenceRequest) -> Self? {
    let share = Double(result.tinted.count) / Double(max(result.pixels.compared, 1))
    guard share >= leastTintShare else { return nil }
    return Self(
      .areaDiffers, .note,
      "\(Numbers.count(result.tinted.count)) pixels (\(Percentage.text(share))) differ by less than ΔE "
        + "\(Numbers.twoDecimals(request.threshold)), by \(Numbers.twoDecimals(result.tinted.mean)) in the mean"
    )
  }

  /// The range of CIEDE2000 that `ofArea` counts. Empty if the threshold exceeds that of every preset, as such a
  /// threshold allows tints on purpose.
  static func tints(_ request: DifferenceRequest) -> Range<Double> {
    let isOrdinary = request.preset != .exact && request.threshold <= DifferencePreset.screenshot.threshold
    return leastTint..<(isOrdinary ? max(leastTint, request.threshold) : leastTint)
  }

}
