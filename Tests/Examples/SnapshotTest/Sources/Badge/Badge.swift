import P3Kit

/// A round badge on transparency: what an app would draw.
public struct Badge {
  /// Encoded red, green and blue, 0 to 1.
  public var color: SIMD3<Double>

  /// A badge of this colour.
  public init(color: SIMD3<Double>) { self.color = color }

  /// The badge with soft edges as a PNG of 64 × 64 pixels, tagged with the profile of `space`.
  public func png(in space: RGBColorSpace = .sRGB, component: PixelLayout.Component = .uint8) throws
    -> [UInt8]
  {
    var codes: [UInt16] = []
    for y in 0..<64 {
      for x in 0..<64 {
        let (dx, dy) = (Double(x) - 31.5, Double(y) - 31.5)
        let coverage = min(max(30 - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
        codes += [color.x, color.y, color.z, coverage].map { UInt16(($0 * 65535).rounded()) }
      }
    }
    let layout = try PixelLayout(width: 64, height: 64, channels: .rgba, component: component)
    let pixels = codes.flatMap {
      component == .uint8 ? [UInt8($0 / 257)] : [UInt8($0 & 255), UInt8($0 >> 8)]
    }
    return try PixelImage(pixels, layout: layout, profile: space.profile).png()
  }
}
