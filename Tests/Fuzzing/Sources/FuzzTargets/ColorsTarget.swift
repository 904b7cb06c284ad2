import CodecTargets
@testable import P3Kit

/// A colour as people write it: its numbers are in range, and what we write of it means the same colour.
enum ColorsTarget {
  static func run(_ text: String) {
    do throws(BackgroundColorError) {
      for background in try BackgroundColor.named(text) { requireShares(background.encoded) }
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

  private static func check(_ color: CSSColor) throws(CSSColorError) {
    let (values, alpha) = (color.components, color.alpha)
    require((0...1).contains(alpha), "alpha \(alpha)")
    let numbers = "\(values.x) \(values.y) \(values.z) / \(alpha)"
    let isFunction = CSSColorSpace.inColorFunction.contains(color.space)
    let text = isFunction ? "color(\(color.space.rawValue) \(numbers))" : "\(color.space.rawValue)(\(numbers))"
    let again = try CSSColor(text)
    require(again.components == values && again.alpha == alpha, "\(text) is another colour")
    requireShares(color.clippedSRGB)
    checkCatalogValue(color.inCatalogSpace)
  }

  /// Eight bits and six decimals are what colour sets hold.
  private static func checkCatalogValue(_ color: CSSColor) {
    guard let read = ColorSetLint.components(["color": color.catalogValue]) else {
      fatalError("a colour set cannot hold \(color.catalogValue.prettyText)")
    }
    for (index, value) in read.enumerated() {
      require(abs(value - color.components[index]) < 1e-6, "\(value) for \(color.components[index])")
    }
    guard let fallback = try? color.sRGBFallback() else { return }
    requireShares(fallback.components)
  }

  private static func requireShares(_ color: SIMD3<Double>) {
    for index in 0..<3 { require((0...1).contains(color[index]), "\(color)") }
  }
}
