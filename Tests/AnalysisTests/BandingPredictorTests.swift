import ImageCases
import Analysis
import ColorManagement
import ImageFiles
import Pixels
import TestSupport
import Testing

@Suite("BandingPredictor")
struct BandingPredictorTests {
  private static func predict(
    _ buffer: borrowing PixelBuffer, from source: RGBColorSpace, to target: RGBColorSpace, depth: Int = 8
  ) throws -> BandingPredictor.Result {
    let plan = try ConversionPlan(
      source: source.profile, destination: target.profile, intent: .relative, blackPointCompensation: true,
      sourceIsGrayImage: false)
    let converter: PixelConverter? =
      if case .matrix(let conversion) = plan.executor { PixelConverter(conversion) } else { nil }
    var predictor = BandingPredictor(
      width: buffer.width, height: buffer.height, format: buffer.format, source: BandingColor(source.profile),
      target: BandingColor(target.profile), targetDepth: depth
    ) { converter?.convert(&$0) }
    predictor.scan(buffer)
    return predictor.finish()
  }

  @Test("a slow 16-bit ramp is clean and will be banded at 8 bits, not at 16")
  func depth() throws {
    let buffer = BandingPicture.ramp(400, 60, from: [0.1, 0.12, 0.16], to: [0.18, 0.2, 0.24]).buffer()
    let result = try Self.predict(buffer, from: .displayP3, to: .displayP3)
    #expect(result.found.verdict == .clean)
    #expect(result.predicted.verdict == .banded)
    #expect(result.predicted.regions.allSatisfy { $0.cause == .depth && abs($0.step - 1) < 0.01 })
    #expect(try Self.predict(buffer, from: .displayP3, to: .displayP3, depth: 16).predicted.verdict == .clean)
  }

  @Test("bands that the file has already are found, not predicted")
  func onlyAdded() throws {
    let buffer = BandingPicture.ramp(400, 60, from: [0.1, 0.12, 0.16], to: [0.25, 0.27, 0.31]).buffer(bits: 7)
    let result = try Self.predict(buffer, from: .displayP3, to: .displayP3)
    #expect(result.found.verdict == .banded)
    #expect(result.predicted.verdict == .clean)
  }

  @Test("samples that stay as they are: a second scan would add nothing", arguments: [5, 7, 8])
  func unchanged(bits: Int) {
    let buffer = BandingPicture.ramp(300, 80, from: [0.8, 0.5, 0.4], to: [1, 0, 0]).buffer(bits: bits)
    func predict(_ convert: (@Sendable (inout PixelBuffer) -> Void)?) -> BandingPredictor.Result {
      let color = BandingColor(RGBColorSpace.sRGB.profile)
      var predictor = BandingPredictor(
        width: buffer.width, height: buffer.height, format: buffer.format, effectiveDepth: 8, source: color,
        target: color, convert: convert)
      predictor.scan(buffer)
      return predictor.finish()
    }
    let once = predict(nil)
    #expect(once == predict { _ in })
    #expect(once.predicted.regions.isEmpty)
  }

  @Test("a ramp to the P3 primary is flattened by sRGB: cause clipping")
  func clipping() throws {
    let buffer = BandingPicture.ramp(300, 80, from: [0.8, 0.5, 0.4], to: [1, 0, 0]).buffer()
    let result = try Self.predict(buffer, from: .displayP3, to: .sRGB)
    #expect(result.found.verdict == .clean)
    #expect(result.predicted.regions.contains { $0.cause == .clipping && $0.box.x + $0.box.width == 300 })
  }

  @Test("steep ramps and noise survive rounding")
  func clean() throws {
    let steep = BandingPicture.ramp(300, 60, from: [0.05, 0.1, 0.2], to: [0.7, 0.8, 0.95]).buffer()
    #expect(try Self.predict(steep, from: .sRGB, to: .sRGB).predicted.verdict == .clean)
    let noisy = BandingPicture.ramp(300, 60, from: [0.1, 0.1, 0.1], to: [0.2, 0.2, 0.2]).noisy(1.5).buffer()
    #expect(try Self.predict(noisy, from: .sRGB, to: .sRGB).predicted.verdict == .clean)
  }
}
