import Foundation

// Drawings and renderings whose shades the banding rule must not take for a gradient that lost its bits.

extension BandingPicture {
  /// A ball of flat facets, `count` to half a turn, under one light, on pale ground: what viewers of solid bodies draw.
  public static func facetedBall(_ side: Int, count: Int, color: SIMD3<Double>) -> BandingPicture {
    let facet = Double.pi / Double(count)
    @Sendable func middle(_ angle: Double) -> Double { ((angle / facet).rounded(.down) + 0.5) * facet }
    return BandingPicture(width: side, height: side) { x, y in
      let radius = 0.45 * Double(side)
      let (right, down) = ((Double(x) - Double(side) / 2) / radius, (Double(y) - Double(side) / 2) / radius)
      guard right * right + down * down < 1 else { return SIMD3(1, 1, 0.9) }
      let near = (1 - right * right - down * down).squareRoot()
      let (latitude, longitude) = (middle(asin(down)), middle(atan2(right, near)))
      let normal = SIMD3(
        cos(latitude) * sin(longitude), sin(latitude), cos(latitude) * cos(longitude))
      return color * (0.35 + 0.65 * max(0, (normal * SIMD3(-0.4, -0.5, 0.77)).sum()))
    }
  }

  /// The legend of a map: a bar of `count` swatches, 6 pixels high each, from blue-green over green and yellow to orange, on
  /// white.
  public static func legend(_ count: Int, width: Int) -> BandingPicture {
    let stops = [SIMD3(0, 0.75, 0.75), SIMD3(0, 1, 0), SIMD3(1, 1, 0), SIMD3(1, 0.5, 0)]
    return BandingPicture(width: width + 100, height: 6 * count + 40) { x, y in
      guard 20..<20 + width ~= x, 20..<20 + 6 * count ~= y else { return SIMD3(repeating: 1) }
      let place = Double((y - 20) / 6) / Double(count - 1) * 3
      let stop = min(2, Int(place))
      return stops[stop] + (stops[stop + 1] - stops[stop]) * (place - Double(stop))
    }
  }

  /// A button of a light grey gradient with a border, on the grey of a dialog.
  public static func button(_ width: Int, _ height: Int) -> BandingPicture {
    BandingPicture(width: width + 40, height: height + 40) { x, y in
      guard 20..<20 + width ~= x, 20..<20 + height ~= y else { return SIMD3(repeating: 0.93) }
      guard 21..<19 + width ~= x, 21..<19 + height ~= y else { return SIMD3(repeating: 0.5) }
      return SIMD3(repeating: 0.98 - 0.26 * Double(y - 20) / Double(height - 1))
    }
  }
}
