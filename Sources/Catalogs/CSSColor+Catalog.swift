// Colours as the entries of a colour set.

import Analysis
import ColorManagement
import Colors
import Conversion
import ImageFiles
import Pixels

extension CSSColor {
  /// The value of `color` in Contents.json, components as Xcode writes them: `0x3E` for 8-bit codes, else three
  /// decimals or as many as the value needs.
  ///
  /// Colour sets spell the spaces as CSS does, unlike the `display-gamut` of image sets.
  var catalogValue: JSONValue {
    func component(_ value: Double) -> JSONValue {
      guard notation != .function else { return .string(Self.decimal(value)) }
      let digits = String(Int((value * 255).rounded()), radix: 16, uppercase: true)
      return .string("0x" + digits.padded(onLeftTo: 2, with: "0"))
    }
    let values: JSONValue = [
      "alpha": .string(Self.decimal(alpha)), "blue": component(components.z),
      "green": component(components.y), "red": component(components.x),
    ]
    return ["color-space": .string(space.rawValue), "components": values]
  }

  /// At least three decimals, and no exponent: readers of colour sets know none.
  private static func decimal(_ value: Double) -> String {
    let thousandths = (value * 1000).rounded()
    if thousandths / 1000 == value || abs(value * 1000 - thousandths) < 1e-9 {
      return fixed(thousandths, decimals: 3)
    }
    let text = "\(value)"
    return text.contains("e") ? fixed((value * 1e9).rounded(), decimals: 9) : text
  }

  /// `scaled`, a whole number, with the point before its last `decimals` digits.
  private static func fixed(_ scaled: Double, decimals: Int) -> String {
    let digits = String(Int(scaled.magnitude)).padded(onLeftTo: decimals + 1, with: "0")
    return "\(scaled < 0 ? "-" : "")\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
  }

  /// What displays with no more than sRGB are given instead of a Display P3 colour that leaves their gamut: the
  /// colour with less chroma (CSS Color 4, as `--gamut chroma`). Nil for colours that every display shows.
  func sRGBFallback() throws(ColorError) -> CSSColor? {
    guard space == .displayP3 else { return nil }
    let plan = try ConversionPlan(
      source: RGBColorSpace.displayP3.profile, destination: RGBColorSpace.sRGB.profile,
      sourceIsGrayImage: false)
    var pixel = self.pixel
    var scanner = try GamutScanner(
      plan, target: CSSColorSpace.sRGB.rawValue, countsColors: false, findsRegions: false)
    scanner.add(pixel)
    guard scanner.finish(sampleDepth: 16).outOfGamut > 0 else { return nil }
    try PixelExecutor(plan, mapping: .chroma).convert(&pixel)
    let values = pixel.samples.map { (Double($0) / 65.535).rounded() / 1000 }
    return CSSColor(space: .sRGB, components: SIMD3(values[0], values[1], values[2]), alpha: alpha)
  }

  /// One pixel of the colour, in its own space.
  private var pixel: PixelBuffer {
    PixelBuffer(
      width: 1, height: 1, format: .rgb16,
      samples: [components.x, components.y, components.z].map {
        UInt16((min(max($0, 0), 1) * 65535).rounded())
      })
  }
}
