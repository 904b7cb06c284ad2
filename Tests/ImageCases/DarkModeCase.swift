public import DarkMode
package import Pixels

/// One generated image with its ground truth.
public struct DarkModeCase: Sendable, CustomStringConvertible {
  /// What a person would call it.
  public enum Kind: String, Sendable, CaseIterable {
    case document, scan, chart, icon, screenshot, product
    case snow, sky, photo, darkImage, brightGraphic, soft
  }

  /// Kind and variant.
  public let name: String
  /// The name.
  public var description: String { name }
  /// What it looks like.
  public let kind: Kind
  /// What `auto` should choose: nil leaves the image alone.
  public let expected: SofteningMode?
  /// Encoded sRGB, 16-bit samples.
  public let samples: [UInt16]
  /// The samples' layout.
  package let format: PixelFormat
  /// Pixels per row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Share of artwork per pixel, 0 to 1.
  public let artwork: [Double]
  /// As `artwork`, for light artwork.
  public let pale: [Double]
  /// Depth of shadow on the background.
  public let shadow: [Double]
  /// Whether the edges are blurred beyond anti-aliasing, or noise lies over all: then pixels of the edge
  /// have no exact truth.
  public let isExact: Bool

  /// The image.
  package var pixels: PixelBuffer {
    PixelBuffer(width: width, height: height, format: format, samples: samples)
  }

  init(
    _ name: String, _ kind: Kind, expected: SofteningMode?, canvas: DarkModeCanvas, bits: Int = 8,
    isGray: Bool = false, isExact: Bool = true
  ) {
    let pixels = canvas.pixels(bits: bits, isGray: isGray)
    self.name = name
    self.kind = kind
    self.expected = expected
    self.samples = pixels.samples
    self.format = pixels.format
    self.width = canvas.width
    self.height = canvas.height
    self.artwork = canvas.artwork
    self.pale = canvas.pale
    self.shadow = canvas.shadow
    self.isExact = isExact
  }
}
