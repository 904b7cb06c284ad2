import Checking
import ColorManagement
import Conversion
package import ImageFiles
import Pixels

/// An Icon Composer bundle in all its appearances, side by side in one Display P3 picture. Drawn flat: without glass,
/// shadow, blending and the system's mask.
package struct IconContactSheet {
  private let picture: IconBundlePicture

  /// In pixels: an icon's side, the gap between icons, and the height of letters.
  private static let side = 512
  private static let margin = 32
  private static let letter = 20.0
  private static let ground: UInt16 = 0xF4F4

  /// The sheet of the bundle in the folder `path`.
  ///
  /// - Throws: `ImageError` if its `icon.json` cannot be read.
  package init(_ path: String) throws(ImageError) { picture = IconBundlePicture(try IconBundle(path)) }

  /// Whether `path` is an Icon Composer bundle.
  package static func isBundle(_ path: String) -> Bool {
    CatalogTree.kind(FilePath.withoutSlash(path)) == "icon"
      && FileStatus(path: FilePath.join(path, "icon.json"))?.kind == .regular
  }

  /// The PNG files among the images of a bundle's layers, used or not.
  package static func layers(of path: String) -> [String] {
    IconBundle.assetNames(of: path).filter { $0.lowercased().hasSuffix(".png") }
      .map { FilePath.join(IconBundle.assets(of: path), $0) }
  }

  /// What the sheet shows, and what not.
  package var summary: String {
    let names = picture.appearances.map(\.rawValue).joined(separator: ", ")
    let undrawn = picture.undrawn
    return "\(names); flat: without glass, shadow and blending"
      + (undrawn.isEmpty ? "" : "; not drawn: \(undrawn.map(\.printableName).joined(separator: ", "))")
  }

  /// Writes the sheet as a PNG.
  package func write(to destination: ImageDestination, overwrite: Bool) throws(ImageError) {
    let appearances = picture.appearances
    let width = appearances.count * (Self.side + Self.margin) + Self.margin
    let height = Self.side + 2 * Self.margin + Int(2 * Self.letter)
    var canvas = PixelBuffer(
      width: width, height: height, format: .rgb16,
      samples: [UInt16](repeating: Self.ground, count: 3 * width * height))
    for (index, appearance) in appearances.enumerated() {
      let x = Self.margin + index * (Self.side + Self.margin)
      draw(appearance, x: x, on: &canvas)
      StrokeText.draw(
        appearance.rawValue, x: Double(x), y: Double(Self.margin + Self.side) + Self.letter,
        height: Self.letter,
        ink: SIMD3(0x1C, 0x1C, 0x1E), on: &canvas)
    }
    let image: PixelImage
    do throws(PixelLayoutError) {
      image = try PixelImage(
        canvas.samples.map { UInt8((UInt32($0) + 128) / 257) },
        layout: PixelLayout(width: width, height: height, channels: .rgb),
        profile: RGBColorSpace.displayP3.profile)
    } catch {
      throw .layout(path: destination.name, error)
    }
    try image.write(to: destination, overwrite: overwrite)
  }

  private func draw(_ appearance: IconBundle.Appearance, x: Int, on canvas: inout PixelBuffer) {
    for (index, pixel) in picture.draw(in: appearance, side: Self.side).enumerated() {
      let start = canvas.rowRange(Self.margin + index / Self.side).lowerBound + 3 * (x + index % Self.side)
      for channel in 0..<3 {
        canvas.samples[start + channel] = UInt16((min(max(pixel.color[channel], 0), 1) * 65535).rounded())
      }
    }
  }
}
