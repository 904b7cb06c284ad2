internal import Pixels

/// The contour to draw: per row, the pixels that it covers and how much.
struct OutlineMap: Sendable {
  /// Bytes per entry: four of column, one of coverage (255 is all).
  static let entryBytes = 5

  let rows: SofteningMap
  /// The contour's codes in the image's own space.
  let color: SIMD3<UInt16>

  /// Lays the contour of image row `row` under row `y` of `strip`.
  ///
  /// Artwork stays above: what shows is (1 − alpha) · coverage, source-over in encoded values.
  func draw(row: Int, in strip: inout PixelBuffer, at y: Int) {
    let channels = strip.format.channelCount
    let first = strip.rowRange(y).lowerBound
    rows.withTokens(ofRow: row) { bytes in
      for entry in stride(from: 0, to: bytes.count, by: Self.entryBytes) {
        var column = 0
        for byte in 0..<4 { column |= Int(bytes[entry + byte]) << (8 * byte) }
        draw(coverage: Int(bytes[entry + 4]), in: &strip, at: first + column * channels)
      }
    }
  }

  private func draw(coverage: Int, in strip: inout PixelBuffer, at index: Int) {
    let colors = strip.format.colorChannelCount
    let alpha = Int(strip.samples[index + colors])
    let added = ((65535 - alpha) * coverage + 127) / 255
    let sum = alpha + added
    guard added > 0 else { return }
    for channel in 0..<colors {
      let mixed = Int(strip.samples[index + channel]) * alpha + Int(color[channel]) * added
      strip.samples[index + channel] = UInt16((mixed + sum / 2) / sum)
    }
    strip.samples[index + colors] = UInt16(sum)
  }
}
