import Checking
import ColorManagement
package import Colors
import Conversion
package import ImageFiles
import PNGCodec
import Pixels

/// A palette as a picture: one row per colour, one column per condition, showing the colour on its ground, its value
/// and its least contrast. 8-bit sRGB, or Display P3 if a colour needs it.
package struct PalettePicture: Sendable {
  private let rows: PaletteRows
  private let colors: [Palette.Entry]
  private let conditions: [PaletteCondition]
  private let space: CSSColorSpace
  private let namesWidth: Int
  /// The colour of texts, in the picture's space.
  private let ink: SIMD3<UInt8>

  /// Picture pixels per glyph pixel.
  private static let scale = 2
  private static let rowHeight = 44
  /// The most characters of a name; longer names are truncated.
  private static let nameLength = 40
  private static let cell = (swatch: 72, width: 312)
  private static let margin = 16

  /// A picture of `colors` in one appearance, or in both.
  package init(_ colors: [Palette.Entry], appearance: PaletteCondition.Appearance?) {
    rows = PaletteRows(colors: colors, appearance: appearance)
    self.colors = colors
    conditions = rows.conditions
    let isWide = colors.contains { entry in entry.orderedValues.contains { !$0.color.isInSRGB } }
    space = isWide ? .displayP3 : .sRGB
    let longest = min(colors.map { $0.name.count }.max() ?? 0, Self.nameLength)
    namesWidth = longest * (PixelGlyph.width + 1) * Self.scale + 2 * Self.margin
    ink = Self.codes(CSSColor(space: .sRGB, components: SIMD3(repeating: 0.1)), in: space)
  }

  private var width: Int { namesWidth + max(1, conditions.count) * Self.cell.width }

  /// Writes the picture row by row, so that memory does not grow with the palette.
  ///
  /// - Throws: `ImageError` if it cannot be written.
  package func write(to destination: ImageDestination, overwrite: Bool) throws(ImageError) {
    let sink = try OutputSink(destination, overwrite: overwrite, permissions: nil, dryRun: false)
    let header = PNGHeader(
      width: width, height: (colors.count + 1) * Self.rowHeight, bitDepth: 8, colorType: .rgb)
    try ImageError.at(destination.name) { () throws(PNGError) in
      var writer = try PNGWriter(
        fileDescriptor: sink.descriptor, header: header, chunks: chunks, name: destination.name)
      try writer.writeRows(heading())
      for entry in colors { try writer.writeRows(row(entry)) }
      try writer.finish()
    }
    try sink.commit()
  }

  private var chunks: [PNGChunk] {
    let target = ConversionTarget.space(space == .sRGB ? .sRGB : .displayP3)
    return ConversionRequest(target: target).colorChunks(for: target.profile).chunks
  }

  private func heading() -> PixelBuffer {
    var canvas = emptyRow()
    for (column, condition) in conditions.enumerated() { text(condition.text, x: left(column), on: &canvas) }
    return canvas
  }

  private func row(_ entry: Palette.Entry) -> PixelBuffer {
    var canvas = emptyRow()
    text(String(entry.name.prefix(Self.nameLength)), x: Self.margin, on: &canvas)
    for value in rows.values(of: entry) {
      guard let column = conditions.firstIndex(of: value.condition) else { continue }
      let x = left(column)
      fill(
        Self.codes(value.ground, in: space), x: x, y: 2, width: Self.cell.swatch, height: Self.rowHeight - 4,
        on: &canvas)
      let seen = (try? ContrastPair(value.color, on: value.ground))?.seenForeground ?? value.color
      fill(
        Self.codes(seen, in: space), x: x + 10, y: 10, width: Self.cell.swatch - 20,
        height: Self.rowHeight - 20, on: &canvas)
      text(label(value), x: x + Self.cell.swatch + 8, on: &canvas)
    }
    return canvas
  }

  /// `#0070F2 4.21`, `#8396A8 46% 1.58`.
  private func label(_ value: PaletteRows.Value) -> String {
    let alpha = value.color.alpha < 1 ? " \(Int((value.color.alpha * 100).rounded()))%" : ""
    let ratio = value.leastRatio.map { " \(ContrastReport.truncated($0))" } ?? ""
    return value.color.hexText + alpha + ratio
  }

  // MARK: Drawing

  private func left(_ column: Int) -> Int { namesWidth + column * Self.cell.width }

  private func emptyRow() -> PixelBuffer {
    PixelBuffer(
      width: width, height: Self.rowHeight, format: .rgb16,
      samples: [UInt16](repeating: 65535, count: width * Self.rowHeight * 3))
  }

  /// Draws `text` centred vertically in the row.
  private func text(_ text: String, x: Int, on canvas: inout PixelBuffer) {
    let top = (Self.rowHeight - PixelGlyph.height * Self.scale) / 2
    for (index, character) in text.enumerated() {
      for (row, line) in PixelGlyph.rows(character).enumerated() {
        for (column, mark) in line.enumerated() where mark == "#" {
          fill(
            ink, x: x + (index * (PixelGlyph.width + 1) + column) * Self.scale, y: top + row * Self.scale,
            width: Self.scale, height: Self.scale, on: &canvas)
        }
      }
    }
  }

  private static func codes(_ color: CSSColor, in space: CSSColorSpace) -> SIMD3<UInt8> {
    let components = color.converted(to: space).components
    let codes = components.clamped(lowerBound: .zero, upperBound: .one) * 255
    return SIMD3<UInt8>(codes.rounded(.toNearestOrAwayFromZero))
  }

  private func fill(
    _ pixel: SIMD3<UInt8>, x: Int, y: Int, width: Int, height: Int, on canvas: inout PixelBuffer
  ) {
    for row in y..<y + height {
      let start = canvas.rowRange(row).lowerBound
      for column in min(x, canvas.width)..<min(x + width, canvas.width) {
        canvas.set(pixel, at: start + 3 * column)
      }
    }
  }
}
