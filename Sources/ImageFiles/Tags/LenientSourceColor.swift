package import ColorManagement
package import PNGCodec

/// The colours of an image as a check reads them: a tag that cannot be used, where a conversion would refuse
/// the file, is reported and passed over as viewers do.
package struct LenientSourceColor {
  /// A statement about colour that cannot be used, and why.
  package struct Refusal {
    package let tag: PNGColorTag
    package let fact: String
  }

  /// What the samples are read with.
  package let source: SourceColor

  /// Statements that were passed over, the highest first.
  package let refusals: [Refusal]

  /// - Throws: `ImageError.color` where high dynamic range governs: what it means is known, and not SDR.
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
