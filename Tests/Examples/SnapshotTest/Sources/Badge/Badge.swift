import P3Kit

/// A round badge on transparency: what an app would draw.
public struct Badge {
  /// Encoded red, green and blue, 0 to 1.
  public var color: SIMD3<Double>

  /// A badge of this colour.
  public init(color: SIMD3<Double>) { self.color = color }

  /// Draws the badge with soft edges, 64 pixels wide, tagged with the profile of `space`.
  ///
  /// - Throws: `ImageError` when the file at `path` cannot be written.
  public func draw(to path: String, in space: RGBColorSpace = .sRGB, bitDepth: Int = 8) throws {
    let layout = try PixelLayout(
      width: 64, height: 64, channels: .rgba, component: bitDepth == 16 ? .uint16 : .uint8)
    var pixels: [UInt8] = []
    for y in 0..<64 {
      for x in 0..<64 {
        let (dx, dy) = (Double(x) - 31.5, Double(y) - 31.5)
        let coverage = min(max(30 - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
        for value in [color.x, color.y, color.z, coverage] {
          // The same byte twice is the same share of 65535.
          pixels += repeatElement(UInt8((value * 255).rounded()), count: layout.component.byteCount)
        }
      }
    }
    try PixelImage(pixels, layout: layout, profile: space.profile).write(to: .file(path), overwrite: true)
  }
}
