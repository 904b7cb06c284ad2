import Oracles
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
}
