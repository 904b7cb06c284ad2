import TestSupport
import Testing

@testable import Pixels

@Suite("GamutTally")
struct GamutTallyTests {
  @Test("equals the reference's counts and maxima", arguments: KernelTarget.available, PixelFormat.allCases)
  func equalsReference(target: KernelTarget, format: PixelFormat) {
    let conversion = PixelConverterTests.conversion(format)
    let converter = PixelConverter(conversion, target: target)
    let reference = ReferenceConverter(conversion)
    var random = SplitMix64(seed: 11)
    for width in [0, 1, 5, 16, 17, 255, 256, 257, 3000] {
      var buffer = PixelConverterTests.buffer(width, format, &random)
      hideSome(&buffer)
      let expected = reference.tally(buffer)
      #expect(converter.tally(buffer.samples.span, format: format) == expected, "width \(width)")
      var converted = buffer.clone()
      #expect(converter.convertTallying(&converted) == expected)
      reference.convert(&buffer)
      #expect(converted.samples == buffer.samples)
    }
  }

  @Test(
    "colours on the surface of sRGB, taken to P3 and back, are all inside", arguments: KernelTarget.available)
  func surface(target: KernelTarget) {
    let curves = NamedConversion.sRGBCurves
    let there = MatrixConversion(source: curves, matrix: Curves.sRGBToP3, destination: curves)
    guard let inverse = Curves.sRGBToP3.inverse else { return #expect(Bool(false)) }
    let back = MatrixConversion(source: curves, matrix: inverse, destination: curves)
    var samples: [UInt16] = []
    for a in stride(from: 0, through: 65535, by: 1285) {
      for b in stride(from: 0, through: 65535, by: 1285) {
        samples += [0, UInt16(a), UInt16(b), UInt16(a), 65535, UInt16(b), UInt16(a), UInt16(b), 0]
      }
    }
    var span = samples.mutableSpan
    PixelConverter(there, target: target).convert(&span, format: .rgb16)
    let tally = PixelConverter(back, target: target).tally(samples.span, format: .rgb16)
    #expect(tally.outOfGamut == 0)
    #expect(tally.visiblePixels == samples.count / 3)
  }

  @Test("borderline values are told in double", arguments: KernelTarget.available)
  func borderline(target: KernelTarget) {
    // Row sums that put y within 1e-9 of the limits: floats cannot tell.
    let limit = GamutTally.tolerance
    for delta in [-1e-9, -1e-12, 0, 1e-12, 1e-9] {
      let matrix = Matrix3x3([1 + limit + delta, 0, 0], [-limit + delta, 0, 0], [1 + limit, 0, 0])
      let conversion = MatrixConversion(
        source: NamedConversion.sRGBCurves, matrix: matrix, destination: NamedConversion.sRGBCurves)
      let samples = [UInt16](repeating: 65535, count: 40 * 3)
      var buffer = PixelBuffer(width: 40, height: 1, format: .rgb16, samples: samples)
      let expected = ReferenceConverter(conversion).tally(buffer)
      #expect(PixelConverter(conversion, target: target).convertTallying(&buffer) == expected, "\(delta)")
    }
  }

  @Test("the bits of pixels outside are those of the reference", arguments: KernelTarget.available)
  func bits(target: KernelTarget) {
    let conversion = PixelConverterTests.conversion(.rgba16)
    let converter = PixelConverter(conversion, target: target)
    let reference = ReferenceConverter(conversion)
    var random = SplitMix64(seed: 12)
    var buffer = PixelConverterTests.buffer(1001, .rgba16, &random)
    hideSome(&buffer)
    var bits: [UInt8] = []
    let tally = converter.tally(buffer.samples.span, format: .rgba16, outside: &bits)
    #expect(bits.count == 126)
    #expect(tally.outOfGamut == bits.reduce(0) { $0 + $1.nonzeroBitCount })
    let wrong = (0..<1001).filter { pixel in
      let samples = Array(buffer.samples[4 * pixel..<4 * pixel + 4])
      let one = PixelBuffer(width: 1, height: 1, format: .rgba16, samples: samples)
      let isOutside = bits[pixel / 8] >> (pixel % 8) & 1 == 1
      return isOutside != (reference.tally(one).outOfGamut == 1)
    }
    #expect(wrong.isEmpty)
  }

  @Test("tallies of parts add up to the tally of the whole")
  func sums() {
    let converter = PixelConverter(PixelConverterTests.conversion(.rgb16))
    var random = SplitMix64(seed: 13)
    let buffer = PixelConverterTests.buffer(2000, .rgb16, &random)
    var sum = GamutTally()
    for part in [0..<900, 900..<901, 901..<2000] {
      let samples = Array(buffer.samples[part.lowerBound * 3..<part.upperBound * 3])
      sum += converter.tally(samples.span, format: .rgb16)
    }
    #expect(sum == converter.tally(buffer.samples.span, format: .rgb16))
  }

  private func hideSome(_ buffer: inout PixelBuffer) {
    guard buffer.format.hasAlpha else { return }
    let channels = buffer.format.channelCount
    for pixel in stride(from: 0, to: buffer.pixelCount, by: 3) {
      buffer.samples[(pixel + 1) * channels - 1] = 0
    }
  }
}
