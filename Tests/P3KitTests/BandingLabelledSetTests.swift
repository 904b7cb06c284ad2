import ColorManagement
import Foundation
import P3Kit
import PNGCodec
import Pixels
import TestSupport
import Testing

/// The labelled images of ../shared/cases/banding: what the rule promises at its default threshold.
@Suite("Banding on the labelled set", .enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"))
struct BandingLabelledSetTests {
  private struct Manifest: Decodable {
    struct Rounding: Decodable { var label: String }
    struct Image: Decodable {
      var file: String
      var label: String
      var boxes: [[Int]]?
      var afterRounding: [String: Rounding]?

      enum CodingKeys: String, CodingKey {
        case file, label, boxes
        case afterRounding = "after_rounding"
      }
    }
    var images: [Image]
  }

  private static func images() throws -> [Manifest.Image] {
    let data = try Data(contentsOf: URL(fileURLWithPath: SharedFolder.file("cases/banding/manifest.json")))
    return try JSONDecoder().decode(Manifest.self, from: data).images
  }

  @Test("no miss, no false alarm, and boxes where the bands are")
  func labels() throws {
    var overlaps: [Double] = []
    for image in try Self.images() where image.label != "borderline" {
      let picture = try LabelledPicture(image.file)
      let report = picture.report()
      #expect(report.verdict.rawValue == image.label, "\(image.file): \(report)")
      if image.label == "banded" { overlaps.append(picture.overlap(report, image.boxes ?? [])) }
    }
    #expect(overlaps.count == 30)
    #expect(overlaps.reduce(0, +) / Double(overlaps.count) >= 0.85)
  }

  @Test("what rounding to 8 bits will do is foreseen, and blue noise prevents it")
  func afterRounding() throws {
    var scored = 0
    for image in try Self.images() {
      for (key, rounding) in (image.afterRounding ?? [:]).sorted(by: { $0.key < $1.key }) {
        let picture = try LabelledPicture(image.file)
        let (predicted, dithered) = try picture.rounded(to: key == "p38" ? .displayP3 : .sRGB)
        #expect(dithered.regions.allSatisfy { $0.cause == .clipping }, "\(image.file) \(key): \(dithered)")
        if rounding.label == "borderline" { continue }
        #expect(predicted.verdict.rawValue == rounding.label, "\(image.file) \(key): \(predicted)")
        scored += 1
      }
    }
    #expect(scored >= 17)
  }

  /// One image of the set, decoded.
  private struct LabelledPicture: ~Copyable {
    let pixels: PixelBuffer
    let profile: ICCProfile
    let depth: Int

    init(_ file: String) throws {
      let path = try SharedFolder.file("cases/banding/\(file)")
      var reader = try PNGReader(path: path)
      let profile = try SourceColor(
        resolving: reader.colorInfo, isGray: reader.header.colorType.isGray,
        assumed: RGBColorSpace.sRGB.profile, path: path
      ).profile
      let pixels = try reader.readRows(reader.header.height)
      self.profile = profile
      depth = reader.header.bitDepth
      self.pixels = pixels
    }

    func report() -> BandingReport {
      var scanner = BandingScanner(
        width: pixels.width, height: pixels.height, format: pixels.format, effectiveDepth: depth,
        color: BandingColor(profile))
      scanner.scan(pixels)
      return scanner.finish()
    }

    /// Intersection over union of the reported boxes with `boxes`, each as x0, y0, x1, y1.
    func overlap(_ report: BandingReport, _ boxes: [[Int]]) -> Double {
      func mask(_ boxes: [[Int]]) -> [Bool] {
        var mask = [Bool](repeating: false, count: pixels.pixelCount)
        for box in boxes {
          for y in box[1]..<box[3] {
            for x in box[0]..<box[2] { mask[y * pixels.width + x] = true }
          }
        }
        return mask
      }
      let reported = mask(report.regions.map { [$0.x, $0.y, $0.x + $0.width, $0.y + $0.height] })
      var both = 0
      var either = 0
      for (a, b) in zip(reported, mask(boxes)) {
        if a && b { both += 1 }
        if a || b { either += 1 }
      }
      return Double(both) / Double(max(1, either))
    }

    /// What 8 bits in `space` are foreseen to do, and what is found when they are dithered.
    func rounded(to space: RGBColorSpace) throws -> (predicted: BandingReport, dithered: BandingReport) {
      let plan = try ConversionPlan(
        source: profile, destination: space.profile, intent: .relative, blackPointCompensation: true,
        sourceIsGrayImage: false)
      let converter: PixelConverter? =
        if case .matrix(let conversion) = plan.executor { PixelConverter(conversion) } else { nil }
      let target = BandingColor(space.profile)
      var predictor = BandingPredictor(
        width: pixels.width, height: pixels.height, format: pixels.format, source: BandingColor(profile),
        target: target
      ) { converter?.convert(&$0) }
      predictor.scan(pixels)
      var dithered = pixels.clone()
      converter?.convert(&dithered)
      Dither.blueNoise.reduceTo8Bits(&dithered, firstRow: 0)
      var scanner = BandingScanner(
        width: pixels.width, height: pixels.height, format: pixels.format, effectiveDepth: 8, color: target)
      scanner.scan(dithered)
      return (predictor.finish().predicted, scanner.finish())
    }
  }
}
