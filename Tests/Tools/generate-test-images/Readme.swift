import Pixels

/// The README of the folder, made of what the pictures say of themselves.
enum Readme {
  static func text(of images: [TestImage]) -> String {
    """
    # Test images

    Pictures whose every pixel is known. The target `generate-test-images` of this package draws them from formulas and
    a seeded generator; each run gives the same files (`make images`), and a test compares them with this folder. They
    hold no one else's work and may be used for anything.

    | File | Size | Samples | Colour chunks | What is true of it |
    |---|---|---|---|---|

    """ + images.map(row).joined(separator: "\n") + "\n" + ExampleCatalog.readme
  }

  private static func row(_ image: TestImage) -> String {
    let pixels = image.makePixels()
    return "| `\(image.fileName)` | \(pixels.width)×\(pixels.height) | \(samples(image, pixels.format)) "
      + "| \(image.tag.rawValue) | \(image.truth) |"
  }

  private static func samples(_ image: TestImage, _ format: PixelFormat) -> String {
    guard image.palette.isEmpty else { return "palette of \(image.palette.count) colours" }
    let kind =
      switch format {
      case .gray16: "grey"
      case .grayAlpha16: "grey and alpha"
      case .rgb16: "RGB"
      case .rgba16: "RGBA"
      }
    return "\(kind), \(image.bitDepth) bits"
  }
}
