package import ColorManagement
package import PNGCodec

/// The colours of an image as a check reads them: unusable tags, for which a conversion would refuse the file, are
/// reported and skipped as viewers do.
package struct LenientSourceColor {
  /// An unusable colour statement, and why it cannot be used.
  package struct Refusal {
    package let tag: PNGColorTag
    package let fact: String
  }

  /// The colours by which the samples are read.
  package let source: SourceColor

  /// Skipped statements, highest precedence first.
  package let refusals: [Refusal]

  /// - Throws: `ImageError.color` if high dynamic range governs: its meaning is clear, and not SDR.
  package init(
    _ info: PNGColorInfo, isGray: Bool, override: ICCProfile?, assumed: ICCProfile, path: String
  ) throws(ImageError) {
    var usable: [SourceColor] = []
    var refusals: [Refusal] = []
    for tag in info.present {
      switch try Self.meaning(
        of: tag, in: info, isGray: isGray, assumed: assumed, path: path, governs: usable.isEmpty)
      {
      case .success(let color): usable.append(color)
      case .failure(let refusal): refusals.append(refusal)
      }
    }
    self.refusals = refusals
    if override == nil, let governing = usable.first {
      source = governing
    } else {
      source = try SourceColor(
        resolving: PNGColorInfo(), isGray: isGray, override: override, assumed: assumed, path: path)
    }
  }

  private static func meaning(
    of tag: PNGColorTag, in info: PNGColorInfo, isGray: Bool, assumed: ICCProfile, path: String,
    governs: Bool
  ) throws(ImageError) -> Result<SourceColor, Refusal> {
    do throws(ImageError) {
      let color = try SourceColor(resolving: info.only(tag), isGray: isGray, assumed: assumed, path: path)
      if color.tag == .none {
        return .failure(Refusal(tag: tag, fact: color.passedOver.first?.fact ?? "it is not understood"))
      }
      return .success(color)
    } catch {
      guard case .color(_, let fact) = error else { throw error }
      if case .highDynamicRange = fact, governs { throw error }
      return .failure(Refusal(tag: tag, fact: "\(fact)"))
    }
  }
}

extension LenientSourceColor.Refusal: Error {}
