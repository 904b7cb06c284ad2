public import Analysis
public import ColorManagement
import ImageFiles
package import Pixels

/// An image that is labelled with whether it shows bands, and where.
public struct BandingCase: Sendable {
  /// What a detector should report; borderline images are not scored.
  public enum Label: String, Sendable, Decodable {
    case banded, clean, borderline
  }

  /// For messages.
  public let name: String
  /// Of the image as it is.
  public let label: Label
  /// Where the bands are, each as x0, y0, x1, y1.
  public let boxes: [[Int]]
  /// Bits per sample of the file.
  public let depth: Int
  /// What the samples mean.
  public let profile: ICCProfile
  /// Its label after conversion to a space and rounding to 8 bits.
  public let afterRounding: [(space: RGBColorSpace, label: Label)]
  /// The image.
  package let pixels: @Sendable () throws -> PixelBuffer

  /// A case as given.
  package init(
    _ name: String, _ label: Label, boxes: [[Int]] = [], depth: Int, profile: ICCProfile,
    afterRounding: [(space: RGBColorSpace, label: Label)] = [],
    pixels: @escaping @Sendable () throws -> PixelBuffer
  ) {
    self.name = name
    self.label = label
    self.boxes = boxes
    self.depth = depth
    self.profile = profile
    self.afterRounding = afterRounding
    self.pixels = pixels
  }

  /// What the rule reports for it.
  package func report(_ options: BandingOptions = BandingOptions()) throws -> BandingReport {
    let pixels = try pixels()
    var scanner = BandingScanner(
      width: pixels.width, height: pixels.height, format: pixels.format, effectiveDepth: depth,
      color: BandingColor(profile), options: options)
    scanner.scan(pixels)
    return scanner.finish()
  }

  /// Intersection over union, in pixels, of the reported boxes with `boxes`.
  public func overlap(_ report: BandingReport) throws -> Double {
    let pixels = try pixels()
    func mask(_ boxes: [[Int]]) -> [Bool] {
      var mask = [Bool](repeating: false, count: pixels.pixelCount)
      for box in boxes {
        for y in box[1]..<box[3] {
          for x in box[0]..<box[2] { mask[y * pixels.width + x] = true }
        }
      }
      return mask
    }
    let reported = mask(
      report.regions.map(\.box).map { [$0.x, $0.y, $0.x + $0.width, $0.y + $0.height] })
    let pairs = zip(reported, mask(boxes))
    return Double(pairs.count { $0 && $1 }) / Double(max(1, pairs.count { $0 || $1 }))
  }

  /// What the predictor reports for 8 bits in `space`, and what the rule reports after dithering to them.
  package func rounded(
    to space: RGBColorSpace, _ options: BandingOptions = BandingOptions()
  ) throws -> (predicted: BandingReport, dithered: BandingReport) {
    let plan = try ConversionPlan(
      source: profile, destination: space.profile, intent: .relative, blackPointCompensation: true,
      sourceIsGrayImage: false)
    let converter: PixelConverter? =
      if case .matrix(let conversion) = plan.executor { PixelConverter(conversion) } else { nil }
    let target = BandingColor(space.profile)
    let pixels = try pixels()
    var predictor = BandingPredictor(
      width: pixels.width, height: pixels.height, format: pixels.format, source: BandingColor(profile),
      target: target, options: options
    ) { converter?.convert(&$0) }
    predictor.scan(pixels)
    var dithered = pixels.clone()
    converter?.convert(&dithered)
    Dither.blueNoise.reduceTo8Bits(&dithered, firstRow: 0)
    var scanner = BandingScanner(
      width: pixels.width, height: pixels.height, format: pixels.format, effectiveDepth: 8, color: target,
      options: options)
    scanner.scan(dithered)
    return (predictor.finish().predicted, scanner.finish())
  }
}
