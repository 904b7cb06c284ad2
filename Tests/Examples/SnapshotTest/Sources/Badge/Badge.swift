import P3Kit

/// A round badge on transparency: what an app would draw.
public struct Badge: Sendable {
  /// Encoded red, green and blue, 0 to 1.
  public var color: SIMD3<Double>

  /// A badge of this colour.
  public init(color: SIMD3<Double>) { self.color = color }

  /// The badge with soft edges as a PNG of 64 × 64 pixels, tagged with the profile of `space`.
  public func png(in space: RGBColorSpace = .sRGB, component: PixelLayout.Component = .uint8) throws
    -> [UInt8]
  {
    let layout = try PixelLayout(width: 64, height: 64, channels: .rgba, component: component)
    var pixels: [UInt8] = []
    for y in 0..<64 {
      for x in 0..<64 {
        let (dx, dy) = (Double(x) - 31.5, Double(y) - 31.5)
        let coverage = min(max(30 - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
        for value in [color.x, color.y, color.z, coverage] {
          // The same byte twice is the same share of 65535.
          pixels += repeatElement(UInt8((value * 255).rounded()), count: component.byteCount)
        }
      }
    }
    return try PixelImage(pixels, layout: layout, profile: space.profile).png()
  }
}
