import CodecTargets
@testable import Colors
@testable import Basics
@testable import ImageFiles

@testable import Catalogs

/// A colour as people write it: its numbers are in range, and what we write of it means the same colour.
enum ColorsTarget {
  static func run(_ text: String) {
    do throws(BackgroundColorError) {
      for background in try BackgroundColor.named(text) { requireShares(background.encoded, text) }
    } catch {
      _ = error.description
    }
    do throws(CSSColorError) {
      try check(CSSColor(text))
    } catch {
      require(error.offset <= text.count, "a place behind the end")
      _ = error.description
    }
  }

  /// A finding where `color` cannot be written, or means another colour then.
  static func check(_ color: CSSColor) throws(CSSColorError) {
    let text = color.cssText
    require((0...1).contains(color.alpha), "alpha \(color.alpha)")
    let again = try CSSColor(text)
    requireNear(again.components, color.components, 1e-5, text)
    require(again.space == color.space && abs(again.alpha - color.alpha) < 1e-5, "\(text) is another colour")
    requireShares(color.clippedSRGB, text)
    requireNear(try CSSColor(color.hexText).components, color.clippedSRGB, 0.5 / 255 + 1e-9, text)
    for space in CSSColorSpace.allCases { requireFinite(color.converted(to: space).components, text) }
    checkCatalogValue(color.inCatalogSpace)
    if !color.isInSRGB { requireShares(color.inSRGB.components, text) }
  }

  private static func checkCatalogValue(_ color: CSSColor) {
    let value = color.catalogValue
    guard let read = ColorSetLint.components(["color": value]) else {
      fatalError("a colour set cannot hold \(value.prettyText)")
    }
    requireNear(SIMD3(read[0], read[1], read[2]), color.components, 1e-9, color.cssText)
  }

  private static func requireNear(
    _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double, _ text: String
  ) {
    for index in 0..<3 {
      let isNear = abs(a[index] - b[index]) <= tolerance * max(1, abs(b[index]))
      require(isNear, "\(text): \(a) is not \(b)")
    }
  }

  private static func requireFinite(_ color: SIMD3<Double>, _ text: String) {
    for index in 0..<3 { require(color[index].isFinite, "\(text): \(color)") }
  }

  private static func requireShares(_ color: SIMD3<Double>, _ text: String) {
    for index in 0..<3 { require((0...1).contains(color[index]), "\(text): \(color)") }
  }
}
