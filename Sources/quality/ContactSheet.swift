import Foundation
import PNGCodec
import Pixels
import TestSupport

/// Before and after, side by side and enlarged, on the dark background: for the eye of whoever changes softening.
struct ContactSheet {
  static let background = SIMD3<Double>(28, 28, 30) / 255
  let scale: Int
  let columns: Int

  /// Writes one PNG of `pairs` to `path`.
  func write(_ pairs: [(DarkModeCase, [UInt16])], to path: String) throws {
    let cell = (width: 2 * 184 * scale, height: 134 * scale)
    let rows = (pairs.count + columns - 1) / columns
    var sheet = PixelBuffer(width: cell.width * columns, height: cell.height * rows, format: .rgb16)
    for index in 0..<sheet.pixelCount { set(&sheet, index, Self.background) }
    for (index, pair) in pairs.enumerated() {
      let x = index % columns * cell.width
      let y = index / columns * cell.height
      draw(pair.0, pair.0.samples, x: x + 2, y: y + 2, into: &sheet)
      draw(pair.0, pair.1, x: x + 2 + (pair.0.width + 3) * scale, y: y + 2, into: &sheet)
    }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    defer { close(file) }
    var writer = try PNGWriter(
      fileDescriptor: file,
      header: PNGHeader(width: sheet.width, height: sheet.height, bitDepth: 16, format: .rgb16), chunks: [])
    try writer.writeRows(sheet)
    try writer.finish()
  }

  private func draw(
    _ item: DarkModeCase, _ samples: [UInt16], x left: Int, y top: Int, into sheet: inout PixelBuffer
  ) {
    let channels = item.format.channelCount
    for y in 0..<item.height * scale {
      for x in 0..<item.width * scale {
        let at = (y / scale * item.width + x / scale) * channels
        var color = SIMD3<Double>(repeating: Double(samples[at])) / 65535
        if !item.format.isGray {
          color = SIMD3(Double(samples[at]), Double(samples[at + 1]), Double(samples[at + 2])) / 65535
        }
        let alpha = item.format.hasAlpha ? Double(samples[at + channels - 1]) / 65535 : 1
        set(&sheet, (top + y) * sheet.width + left + x, color * alpha + Self.background * (1 - alpha))
      }
    }
  }

  private func set(_ sheet: inout PixelBuffer, _ index: Int, _ color: SIMD3<Double>) {
    for channel in 0..<3 { sheet.samples[index * 3 + channel] = UInt16((color[channel] * 65535).rounded()) }
  }
}
