import Analysis
import ColorManagement
package import ImageFiles
import PNGCodec
import Pixels

/// The pictures of `MappingPictures` on one sheet with names and figures: an image for mail and chat.
package struct MappingSheet {
  private let pictures: MappingPictures
  /// Sheet pixels per picture pixel, so that small pictures are visible and their names fit.
  private let factor: Int
  private let columns: Int
  private let cell: (width: Int, height: Int)
  private let margin: Int
  /// Height of letters in pixels.
  private let letter: Double

  /// The least width of a picture on the sheet, in pixels.
  private static let leastWidth = 360
  /// Characters of the figures, which determine the height of letters below a picture.
  private static let characters = 27.0
  private static let ground: UInt16 = 0xF4F4
  private static let ink = SIMD3<UInt8>(0x1C, 0x1C, 0x1E)

  package init(_ pictures: MappingPictures) {
    self.pictures = pictures
    factor = max(1, (Self.leastWidth + pictures.width - 1) / pictures.width)
    cell = (factor * pictures.width, factor * pictures.height)
    columns = 4 * pictures.width > 5 * pictures.height ? 2 : 4
    margin = max(16, cell.width / 24)
    letter = Double(cell.width) / Self.characters * 1.12
  }

  private var rowHeight: Int { cell.height + Int(4.6 * letter) }

  /// Writes the sheet; the descriptor is neither synced nor closed.
  package func write(to descriptor: Int32, name: String) throws(ImageError) {
    let rows = (pictures.pictures.count + columns - 1) / columns
    let width = columns * (cell.width + margin) + margin
    var canvas = PixelBuffer(
      width: width, height: margin + rows * (rowHeight + margin), format: .rgb16,
      samples: [UInt16](repeating: Self.ground, count: 3 * width * (margin + rows * (rowHeight + margin))))
    for (index, picture) in pictures.pictures.enumerated() {
      let x = margin + index % columns * (cell.width + margin)
      let y = margin + index / columns * (rowHeight + margin)
      draw(picture, x: x, y: y, on: &canvas)
    }
    Dither.none.reduceTo8Bits(&canvas, firstRow: 0)
    let header = PNGHeader(width: width, height: canvas.height, bitDepth: 8, colorType: .rgb)
    try ImageError.at(name) { () throws(PNGError) in
      var writer = try PNGWriter(
        fileDescriptor: descriptor, header: header, chunks: pictures.chunks(), name: name)
      try writer.writeRows(canvas)
      try writer.finish()
    }
  }

  private func draw(_ picture: MappingPictures.Picture, x: Int, y: Int, on canvas: inout PixelBuffer) {
    let channels = picture.samples.count / (pictures.width * pictures.height)
    for row in 0..<cell.height {
      let start = canvas.rowRange(y + row).lowerBound + 3 * x
      for column in 0..<cell.width {
        let at = (row / factor * pictures.width + column / factor) * channels
        let alpha = UInt32(picture.samples[at + channels - 1])
        for channel in 0..<3 {
          let sample = UInt32(picture.samples[at + (channels == 2 ? 0 : channel)])
          // Source-over in encoded values, as in browsers.
          let mixed = (sample * alpha + UInt32(Self.ground) * (65535 - alpha) + 32767) / 65535
          canvas.samples[start + 3 * column + channel] = UInt16(mixed)
        }
      }
    }
    let top = Double(y + cell.height) + 0.9 * letter
    let isNearest = picture.name == pictures.nearest?.rawValue
    StrokeText.draw(
      picture.name + (isNearest ? " - nearest" : ""), x: Double(x), y: top, height: letter, ink: Self.ink,
      on: &canvas)
    StrokeText.draw(
      picture.figures, x: Double(x), y: top + 1.8 * letter, height: 0.8 * letter, ink: Self.ink, on: &canvas)
  }
}
