internal import CPixelKernels

/// The vector kernels inside `StaircaseScanner`, one call each, for their tests and benchmarks.
public enum StaircaseKernels {
  /// Bit x says whether a[x] and b[x] differ; both have the same count. See `StaircaseReference.differences`.
  public static func differences(_ a: [UInt16], _ b: [UInt16]) -> [UInt64] {
    precondition(a.count == b.count, "two rows of one length")
    let words = (a.count + 63) / 64
    let padding = [UInt16](repeating: 0, count: words * 64 - a.count)
    var bits = [UInt64](repeating: 0, count: words)
    unsafe p3_band_differences(a + padding, b + padding, a.count, &bits)
    return bits
  }

  /// Feeds each line one sample. See `StaircaseReference.widen`.
  public static func widen(
    _ plateaus: inout OpenPlateaus, samples: [UInt16], tolerance: UInt16, least: UInt16
  ) -> [OpenPlateaus.Closed] {
    let count = samples.count
    precondition(count % 8 == 0 && plateaus.low.count == count, "lines come in eights")
    var middle = [UInt16](repeating: 0, count: count)
    var length = middle
    var closed = [UInt8](repeating: 0, count: count / 8)
    unsafe p3_band_widen(
      samples, count, tolerance, least, &plateaus.low, &plateaus.high, &plateaus.length, &middle, &length,
      &closed)
    return (0..<count).filter { closed[$0 / 8] >> UInt8($0 % 8) & 1 == 1 }
      .map { OpenPlateaus.Closed(line: $0, middle: middle[$0], length: length[$0]) }
  }
}
