package import Analysis
import ColorManagement
import Colors
import ImageFiles
package import Pixels

/// The banding that softening adds, by the rule of `check`.
public enum SofteningBanding {
  /// Banded regions of `result` that touch none of `source`, both sRGB.
  package static func added(from source: borrowing PixelBuffer, to result: [UInt16]) -> [BandingRegion] {
    let before = regions(source)
    let after = regions(
      PixelBuffer(width: source.width, height: source.height, format: source.format, samples: result))
    return after.filter { region in !before.contains { touches($0.box, region.box) } }
  }

  private static func regions(_ pixels: borrowing PixelBuffer) -> [BandingRegion] {
    var scanner = BandingScanner(
      width: pixels.width, height: pixels.height, format: pixels.format,
      color: pixels.format.isGray ? gray : BandingColor(RGBColorSpace.sRGB.profile))
    scanner.scan(pixels)
    return scanner.finish().regions
  }

  private static let gray = BandingColor(curves: [.parametric(WCAGContrast.transfer)], oklab: nil)

  private static func touches(_ a: ImageRegion, _ b: ImageRegion) -> Bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  }
}
