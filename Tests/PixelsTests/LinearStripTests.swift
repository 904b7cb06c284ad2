import TestSupport
import Testing

@testable import Pixels

@Suite("Linear strips")
struct LinearStripTests {
  @Test(
    "are the reference's doubles rounded to floats", arguments: KernelTarget.available, PixelFormat.allCases)
  func linear(target: KernelTarget, format: PixelFormat) {
    let conversion = PixelConverterTests.conversion(format)
    let reference = ReferenceConverter(conversion)
    var random = SplitMix64(seed: 21)
    let buffer = PixelConverterTests.buffer(301, format, &random)
    var linear = [Float](repeating: 9, count: 301 * format.colorChannelCount)
    var span = linear.mutableSpan
    PixelConverter(conversion, target: target).linear(buffer.samples.span, format: format, into: &span)
    for pixel in 0..<301 {
      let s = Array(buffer.samples[pixel * format.channelCount..<(pixel + 1) * format.channelCount])
      if format.isGray {
        #expect(linear[pixel] == Float(reference.decodingTables[0][Int(s[0])]))
      } else {
        let y = reference.linear(s[0], s[1], s[2])
        #expect(Array(linear[3 * pixel..<3 * pixel + 3]) == [Float(y.x), Float(y.y), Float(y.z)])
      }
    }
  }

  @Test(
    "encode to the number of levels that each float reaches", arguments: KernelTarget.available,
    PixelFormat.allCases)
  func encode(target: KernelTarget, format: PixelFormat) {
    let conversion = PixelConverterTests.conversion(format)
    let levels = DecisionLevels(conversion.destination[0])
    var random = SplitMix64(seed: 22)
    let special: [Float] = [
      0, -0, .nan, .infinity, -.infinity, 1, -1, 2, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    let near = levels.values.enumerated().filter { $0.offset % 97 == 0 }.flatMap {
      [Float($0.element), Float($0.element).nextDown, Float($0.element).nextUp]
    }
    let uniform = (0..<999).map { _ in Float.random(in: -0.2...1.2, using: &random) }
    var values = special + near + uniform
    while values.count % format.colorChannelCount != 0 { values.append(0.5) }
    let pixels = values.count / format.colorChannelCount
    var samples = [UInt16](repeating: 4321, count: pixels * format.channelCount)
    var span = samples.mutableSpan
    PixelConverter(conversion, target: target).encode(linear: values.span, into: &span, format: format)
    let wrong = values.enumerated().filter { index, value in
      let (pixel, channel) = index.quotientAndRemainder(dividingBy: format.colorChannelCount)
      let code = samples[pixel * format.channelCount + channel]
      return code != levels.code(Double(value))
    }
    #expect(wrong.isEmpty)
    if format.hasAlpha {
      #expect((1...pixels).allSatisfy { samples[$0 * format.channelCount - 1] == 4321 })
    }
  }
}
