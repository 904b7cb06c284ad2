// The rules about what the target's gamut takes away, and whether a wide one is needed at all.
import ColorManagement
import Pixels

extension Rule {
  /// The finding on clipped pixels: one per image, at its largest region. Excursions that the rounding of the
  /// file's own samples explains are none.
  ///
  /// - Parameter target: the name for people.
  static func clippingFindings(_ gamut: GamutReport, target: String) -> [Finding] {
    guard gamut.needsWiderGamut else { return [] }
    let count = gamut.regions.count
    let places = count == 1 ? "in one place" : "in \(Numbers.count(count)) places, this is the largest"
    return [
      Finding(
        .gamutClipping, value: gamut.fraction, region: gamut.regions.first.map { Finding.Region($0) },
        "\(Numbers.share(gamut.fraction)) of the visible pixels (\(Numbers.count(gamut.outOfGamut))) lie "
          + "outside \(target) and are clipped \(places); the colours change by ΔE "
          + "\(Numbers.oneDecimal(gamut.deltaE.mean)) on average and \(Numbers.oneDecimal(gamut.deltaE.max)) at "
          + "most (\(verdict(gamut.deltaE.max)))")
    ]
  }

  /// The finding on a wide gamut that nothing in the image needs.
  ///
  /// - Parameter gamut: the scan against sRGB.
  static func unneededGamutFindings(_ gamut: GamutReport, _ color: SourceColor) -> [Finding] {
    guard color.profile.isWideGamut == true, color.tag != .none, color.tag != .override,
      gamut.visiblePixels > 0, !gamut.needsWiderGamut
    else { return [] }
    return [
      Finding(
        .wideGamutUnneeded,
        "tagged \(color.profile.reportName), but every visible pixel fits sRGB: the wide gamut costs "
          + "precision and buys nothing")
    ]
  }

  /// What a colour difference means to a person.
  private static func verdict(_ deltaE: Double) -> String {
    switch deltaE {
    case ..<1: "nobody will see it"
    case ..<2.3: "visible side by side"
    case ..<5: "visible"
    default: "obvious"
    }
  }
}

extension Finding.Region {
  init(_ region: GamutRegion) {
    self.init(x: region.x, y: region.y, width: region.width, height: region.height)
  }
}
