// Linear light as floats, for stages between decoding and encoding.

import CPixelKernels

extension PixelConverter {
  /// Exact unclamped linear destination values of a colour.
  package func linear(_ color: SIMD3<UInt16>) -> SIMD3<Double> {
    guard let plan = unsafe tables.plan else { preconditionFailure("grey has no colours") }
    return unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: 3) { linear in
      unsafe p3_linear_value(plan, color.x, color.y, color.z, linear.baseAddress)
      return unsafe SIMD3(linear[0], linear[1], linear[2])
    }
  }

  /// Unclamped linear destination values: `colorChannelCount` floats per pixel, without alpha.
  ///
  /// Each is the reference's double, rounded to the nearest float (relative error at most 2⁻²⁴): the same bits on
  /// every target.
  ///
  /// - Parameter linear: receives pixels · `format.colorChannelCount` values.
  package func linear(_ samples: Span<UInt16>, format: PixelFormat, into linear: inout MutableSpan<Float>) {
    let count = pixelCount(samples.count * 2, format)
    precondition(linear.count == count * format.colorChannelCount, "linear values do not match the pixels")
    let channels = UInt32(format.channelCount)
    unsafe samples.withUnsafeBytes { source in
      unsafe linear.withUnsafeMutableBufferPointer { linear in
        if let plan = unsafe tables.plan {
          unsafe p3_linear_color(plan, source.baseAddress, linear.baseAddress, count, channels)
        } else {
          unsafe p3_linear_gray(
            tables.decoders[0].handle, source.baseAddress, linear.baseAddress, count, channels)
        }
      }
    }
  }
}
