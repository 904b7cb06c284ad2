// Converts values of PNG's colour chunks to values of ColorManagement; neither module imports the other.

package import ColorManagement
package import PNGCodec

extension Chromaticities {
  /// The primaries and white of a cHRM chunk.
  init(_ chunk: PNGChromaticities) {
    self.init(red: chunk.red, green: chunk.green, blue: chunk.blue, white: chunk.white)
  }
}

extension RenderingIntent {
  /// The value of an sRGB chunk (PNG 3rd edition, clause 11.3.2.5).
  package var pngValue: UInt8 {
    switch self {
    case .perceptual: 0
    case .relative: 1
    case .saturation: 2
    case .absolute: 3
    }
  }
}

extension PNGColorType {
  /// The name in reports.
  package var reportName: String {
    switch self {
    case .gray: "gray"
    case .rgb: "rgb"
    case .palette: "palette"
    case .grayAlpha: "grayAlpha"
    case .rgba: "rgba"
    }
  }
}

extension PNGReader {
  /// Bytes from the signature to the end of the last chunk read; the whole PNG after `finish()`.
  package var byteCount: Int {
    // 12 bytes around the data: length, type, CRC.
    chunks.last.map { Int($0.offset) + $0.length + 12 } ?? 0
  }
}
