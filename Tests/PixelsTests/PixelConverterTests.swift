import Testing

@testable import Pixels

@Suite("PixelConverter")
struct PixelConverterTests {
  static let conversion = MatrixConversion(
    source: [Curves.sRGB, Curves.sRGB, Curves.sRGB], matrix: Curves.p3ToSRGB,
    destination: [Curves.sRGB, Curves.sRGB, Curves.sRGB])

  @Test(
    "gives the reference's codes in every format", arguments: KernelTarget.available, PixelFormat.allCases)
  func equalsReference(target: KernelTarget, format: PixelFormat) {
    let conversion =
      format.isGray
      ? MatrixConversion(graySource: Curves.sRGB, grayDestination: Curves.adobe) : Self.conversion
    let converter = PixelConverter(conversion, target: target)
    let reference = ReferenceConverter(conversion)
    var random = SplitMix64(seed: 1)
    for width in 0...67 {
      var expected = PixelBuffer(
        width: width, height: 1, format: format,
        samples: (0..<width * format.channelCount).map { _ in UInt16(truncatingIfNeeded: random.next()) })
      var actual = expected.clone()
      reference.convert(&expected)
      converter.convert(&actual)
      #expect(actual.samples == expected.samples, "width \(width)")
    }
  }
}
