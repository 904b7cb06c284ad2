// The only place where pixels are passed to C.

import CPixelKernels

extension PixelConverter {
  /// Whole pixels in `byteCount` bytes of `format`; the format must fit the conversion.
  func pixelCount(_ byteCount: Int, _ format: PixelFormat) -> Int {
    precondition(format.isGray == conversion.isGray, "grey converts to grey, colour to colour")
    precondition(byteCount % format.bytesPerPixel == 0, "the bytes are not whole pixels")
    return byteCount / format.bytesPerPixel
  }

  /// Converts in one C call. Both pointers hold `byteCount` bytes, and may be equal.
  func run(
    _ source: UnsafeRawPointer?, _ destination: UnsafeMutableRawPointer?, byteCount: Int,
    _ format: PixelFormat
  ) {
    let count = pixelCount(byteCount, format)
    guard let source = unsafe source, let destination = unsafe destination, count > 0 else { return }
    let channels = UInt32(format.channelCount)
    if let plan = unsafe tables.plan {
      unsafe p3_convert_color(plan, source, destination, count, channels, nil, nil)
    } else {
      unsafe tables.grayTable.withUnsafeBufferPointer {
        unsafe p3_convert_gray($0.baseAddress, source, destination, count, channels)
      }
    }
  }

  /// Converts, and tallies what leaves the gamut; without a `destination` only tallies. `outside` is nil or
  /// holds a bit per pixel.
  func runTallying(
    _ source: UnsafeRawPointer?, _ destination: UnsafeMutableRawPointer?, byteCount: Int,
    _ format: PixelFormat, _ outside: UnsafeMutablePointer<UInt8>?
  ) -> GamutTally {
    let count = pixelCount(byteCount, format)
    guard let source = unsafe source, count > 0 else { return GamutTally() }
    guard let plan = unsafe tables.plan, unsafe p3_plan_is_closed(plan) == 0 else {
      let tally = unsafe visibleTally(source, count, format)
      if let destination = unsafe destination {
        unsafe run(source, destination, byteCount: byteCount, format)
      }
      return tally
    }
    var tally = p3_gamut_tally()
    unsafe p3_convert_color(
      plan, source, destination, count, UInt32(format.channelCount), &tally, outside)
    return GamutTally(tally)
  }

  /// Grey cannot leave a gamut, nor can the colours of a smaller one: only visible pixels are counted.
  private func visibleTally(_ source: UnsafeRawPointer, _ count: Int, _ format: PixelFormat) -> GamutTally {
    var tally = GamutTally()
    tally.visiblePixels =
      !format.hasAlpha
      ? count
      : (0..<count).count {
        let alpha = ($0 + 1) * format.bytesPerPixel - 2
        return unsafe source.loadUnaligned(fromByteOffset: alpha, as: UInt16.self) != 0
      }
    return tally
  }
}
