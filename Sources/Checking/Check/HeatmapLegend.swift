import Pixels

/// The strip below a heat map that says what its colours mean.
struct HeatmapLegend: Sendable {
  /// The size of one of the legend's own pixels in the picture's.
  let scale: Int
  /// Whether it names the outlines of edges that some people do not see.
  let showsVision: Bool

  /// Whether it says what the frames of banded regions mean.
  private let showsBands: Bool

  /// One of the legend's own pixels is one pixel for icons, and grows with the picture, so that it can still be
  /// read when the picture is shown small.
  init(imageWidth: Int, showsBands: Bool = true, showsVision: Bool = false) {
    scale = min(max(imageWidth / 600, 1), 32)
    self.showsBands = showsBands
    self.showsVision = showsVision
  }

  /// The narrowest picture that holds the legend.
  var minimumWidth: Int { (showsVision ? 266 : 208) * scale }

  /// Rows.
  var height: Int { 20 * scale }

  private static let rampLeft = 20
  /// From one stop of the scale to the next.
  private static let stopDistance = 30
  /// The outer line around banded regions. An inner one is white, so that one of both shows on any colour.
  static let bandColor = SIMD3<UInt8>(0, 0, 0)
  /// The outer line around edges that some people do not see.
  static let visionColor = SIMD3<UInt8>(0x00, 0x5A, 0xD6)
  /// The inner line of all outlines.
  static let innerColor = SIMD3<UInt8>(repeating: 255)
  /// What the legend's outlines lie on, so that their inner lines are seen.
  private static let sample = SIMD3<UInt8>(repeating: 0xB0)
  private static let ink = SIMD3<UInt8>(0x20, 0x20, 0x20)

  /// Draws the legend on a white canvas of this height.
  func draw(on canvas: inout PixelBuffer) {
    precondition(canvas.height == height && canvas.width >= minimumWidth && canvas.format == .rgb16)
    for index in canvas.samples.indices { canvas.samples[index] = 65535 }
    text("ΔE", x: 4, y: 2, on: &canvas)
    let stops = HeatmapScale.stops
    for column in 0...(stops.count - 1) * Self.stopDistance {
      let low = min(column / Self.stopDistance, stops.count - 2)
      let share = Double(column - low * Self.stopDistance) / Double(Self.stopDistance)
      let deltaE = stops[low].deltaE + share * (stops[low + 1].deltaE - stops[low].deltaE)
      fill(HeatmapScale.color(deltaE), x: Self.rampLeft + column, y: 2, width: 1, height: 7, on: &canvas)
    }
    for (index, stop) in stops.enumerated() {
      let label = "\(Int(stop.deltaE))" + (index == stops.count - 1 ? "+" : "")
      text(label, x: Self.rampLeft + index * Self.stopDistance - 2, y: 11, on: &canvas)
    }
    guard showsBands else { return }
    outline(Self.bandColor, x: 162, y: 2, width: 10, height: 7, on: &canvas)
    text("BANDS", x: 176, y: 2, on: &canvas)
    guard showsVision else { return }
    outline(Self.visionColor, x: 212, y: 2, width: 10, height: 7, on: &canvas)
    text("VISION", x: 226, y: 2, on: &canvas)
  }

  private func text(_ text: String, x: Int, y: Int, on canvas: inout PixelBuffer) {
    for (index, character) in text.enumerated() {
      for (row, line) in PixelGlyph.rows(character).enumerated() {
        for (column, mark) in line.enumerated() where mark == "#" {
          let left = x + index * (PixelGlyph.width + 1) + column
          fill(Self.ink, x: left, y: y + row, width: 1, height: 1, on: &canvas)
        }
      }
    }
  }

  private func outline(
    _ color: SIMD3<UInt8>, x: Int, y: Int, width: Int, height: Int, on canvas: inout PixelBuffer
  ) {
    fill(color, x: x, y: y, width: width, height: height, on: &canvas)
    fill(Self.innerColor, x: x + 1, y: y + 1, width: width - 2, height: height - 2, on: &canvas)
    fill(Self.sample, x: x + 2, y: y + 2, width: width - 4, height: height - 4, on: &canvas)
  }

  /// Fills a rectangle given in the legend's own pixels.
  private func fill(
    _ color: SIMD3<UInt8>, x: Int, y: Int, width: Int, height: Int, on canvas: inout PixelBuffer
  ) {
    for row in y * scale..<(y + height) * scale {
      let start = canvas.rowRange(row).lowerBound
      for column in x * scale..<(x + width) * scale { canvas.set(color, at: start + 3 * column) }
    }
  }
}
