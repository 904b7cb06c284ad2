package import Pixels

// The correct results, pixel by pixel.

extension ReferenceConverter {
  /// Unclamped linear destination values of one source colour.
  public func linear(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> SIMD3<Double> {
    conversion.matrix.multiplied(
      by: SIMD3(
        decodingTables[0][Int(red)], decodingTables[1][Int(green)], decodingTables[2][Int(blue)]))
  }

  /// The destination codes of one source colour.
  public func convert(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> SIMD3<UInt16> {
    let linear = linear(red, green, blue)
    return SIMD3(
      decisionLevels[0].code(linear.x), decisionLevels[1].code(linear.y), decisionLevels[2].code(linear.z))
  }

  /// The destination code of one grey source code.
  public func convert(gray: UInt16) -> UInt16 { decisionLevels[0].code(decodingTables[0][Int(gray)]) }

  /// Converts every pixel of `buffer` in place; `buffer.format` is grey exactly when the conversion is.
  package func convert(_ buffer: inout PixelBuffer) {
    precondition(buffer.format.isGray == conversion.isGray, "grey converts to grey, colour to colour")
    let channels = buffer.format.channelCount
    for first in stride(from: 0, to: buffer.samples.count, by: channels) {
      if conversion.isGray {
        buffer.samples[first] = convert(gray: buffer.samples[first])
      } else {
        let codes = convert(
          buffer.samples[first], buffer.samples[first + 1], buffer.samples[first + 2])
        for channel in 0..<3 { buffer.samples[first + channel] = codes[channel] }
      }
    }
  }
}
