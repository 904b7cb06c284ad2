import ColorManagement
import Foundation
import PNGCodec
import Pixels

/// A round badge on transparency: what an app would draw.
public struct Badge {
  /// Encoded red, green and blue, 0 to 1.
  public var color: SIMD3<Double>

  /// A badge of this colour.
  public init(color: SIMD3<Double>) { self.color = color }

  /// Draws the badge with soft edges, 64 pixels wide, tagged with the profile of `space`.
  ///
  /// - Throws: `PNGError` when the file at `path` cannot be written.
  public func draw(to path: String, in space: RGBColorSpace = .sRGB, bitDepth: Int = 8) throws {
    var image = PixelBuffer(width: 64, height: 64, format: .rgba16)
    for y in 0..<64 {
      for x in 0..<64 {
        let (dx, dy) = (Double(x) - 31.5, Double(y) - 31.5)
        let coverage = min(max(30 - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
        let pixel = [color.x, color.y, color.z, coverage].map { UInt16(($0 * 255).rounded()) * 257 }
        for channel in 0..<4 { image.samples[(y * 64 + x) * 4 + channel] = pixel[channel] }
      }
    }
    FileManager.default.createFile(atPath: path, contents: nil)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    var writer = try PNGWriter(
      fileDescriptor: file.fileDescriptor,
      header: PNGHeader(width: 64, height: 64, bitDepth: bitDepth, format: .rgba16),
      chunks: [.embeddedProfile(name: space.displayName, profile: space.profile.bytes)], name: path)
    try writer.writeRows(image)
    try writer.finish()
    try file.close()
  }
}
