import ColorManagement
import Pixels

extension CatalogColor {
  /// What displays with no more than sRGB are given instead of a Display P3 colour that leaves their gamut: the
  /// colour with less chroma (CSS Color 4, as `--gamut chroma`). Nil for colours that every display shows.
  func sRGBFallback() throws(ColorError) -> CatalogColor? {
    guard space == .displayP3 else { return nil }
    let plan = try ConversionPlan(
      source: RGBColorSpace.displayP3.profile, destination: RGBColorSpace.sRGB.profile,
      sourceIsGrayImage: false)
    var pixel = PixelBuffer(
      width: 1, height: 1, format: .rgb16,
      samples: [red, green, blue].map { UInt16((min(max($0, 0), 1) * 65535).rounded()) })
    var scanner = try GamutScanner(plan, target: Space.sRGB.rawValue, countsColors: false)
    scanner.add(pixel)
    guard scanner.finish(sampleDepth: 16).outOfGamut > 0 else { return nil }
    try PixelExecutor(plan, mapping: .chroma).convert(&pixel)
    let values = pixel.samples.map { (Double($0) / 65.535).rounded() / 1000 }
    return CatalogColor(space: .sRGB, red: values[0], green: values[1], blue: values[2], alpha: alpha)
  }
}
