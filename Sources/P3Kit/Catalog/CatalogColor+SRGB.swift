import ColorManagement
import Pixels

extension CatalogColor {
  /// Encoded sRGB, 0 to 1, to 16 bits: what an sRGB display makes of the colour.
  func clippedToSRGB() throws(ColorError) -> SIMD3<Double> {
    var pixel = self.pixel
    if space == .displayP3 { try PixelExecutor(Self.displayP3ToSRGB(), mapping: .clip).convert(&pixel) }
    return SIMD3(Double(pixel.samples[0]), Double(pixel.samples[1]), Double(pixel.samples[2])) / 65535
  }

  /// What displays with no more than sRGB are given instead of a Display P3 colour that leaves their gamut: the
  /// colour with less chroma (CSS Color 4, as `--gamut chroma`). Nil for colours that every display shows.
  func sRGBFallback() throws(ColorError) -> CatalogColor? {
    guard space == .displayP3 else { return nil }
    let plan = try Self.displayP3ToSRGB()
    var pixel = self.pixel
    var scanner = try GamutScanner(
      plan, target: Space.sRGB.rawValue, countsColors: false, findsRegions: false)
    scanner.add(pixel)
    guard scanner.finish(sampleDepth: 16).outOfGamut > 0 else { return nil }
    try PixelExecutor(plan, mapping: .chroma).convert(&pixel)
    let values = pixel.samples.map { (Double($0) / 65.535).rounded() / 1000 }
    return CatalogColor(space: .sRGB, red: values[0], green: values[1], blue: values[2], alpha: alpha)
  }

  /// One pixel of the colour, in its own space.
  private var pixel: PixelBuffer {
    PixelBuffer(
      width: 1, height: 1, format: .rgb16,
      samples: [red, green, blue].map { UInt16((min(max($0, 0), 1) * 65535).rounded()) })
  }

  private static func displayP3ToSRGB() throws(ColorError) -> ConversionPlan {
    try ConversionPlan(
      source: RGBColorSpace.displayP3.profile, destination: RGBColorSpace.sRGB.profile,
      sourceIsGrayImage: false)
  }
}
