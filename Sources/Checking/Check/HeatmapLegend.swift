import Pixels

/// The strip below a heat map that explains its colours: a third of the picture's width, or as wide as legibility
/// needs.
struct HeatmapLegend: Sendable {
  /// Width of frame lines in pixels.
  let lineWidth: Int
  /// Pixels per unit of the legend.
  private let scale: Double
  /// Whether it explains the frames of banded regions.
  private let showsBands: Bool
  /// Whether it explains the frames of edges that some people do not see.
  private let showsVision: Bool

  init(imageWidth: Int, showsBands: Bool = false, showsVision: Bool = false) {
    lineWidth = min(max(imageWidth / 600, 1), 32)
    scale = min(max(Double(imageWidth) / 3 / Self.units, 1), 64)
    self.showsBands = showsBands
    self.showsVision = showsVision
  }

  /// Width of the legend in units.
  private static let units = 104.0

  /// The least width in pixels of a picture with the legend.
  var minimumWidth: Int { pixels(Self.units) }

  /// Height in pixels.
  var height: Int { pixels(showsBands || showsVision ? 32 : 21) }

  private func pixels(_ units: Double) -> Int { Int((units * scale).rounded()) }

  private static let rampLeft = 18.0
  /// Distance from one stop of the scale to the next, in units.
  private static let stopDistance = 18.0
  /// Height of letters, in units.
  private static let letter = 7.0
  /// The outer line around banded regions. The inner line is white, so that one of them shows on any colour.
  static let bandColor = SIMD3<UInt8>(0, 0, 0)
  /// The outer line around edges that some people do not see.
  static let visionColor = SIMD3<UInt8>(0x00, 0x5A, 0xD6)
  /// The inner line of all outlines.
  static let innerColor = SIMD3<UInt8>(repeating: 255)
  /// The ground under the legend's outlines, so that their inner lines show.
  private static let sample = SIMD3<UInt8>(repeating: 0xB0)
  private static let ink = SIMD3<UInt8>(0x20, 0x20, 0x20)

  /// Draws the legend on a white canvas of this height.
  func draw(on canvas: inout PixelBuffer) {
    precondition(canvas.height == height && canvas.width >= minimumWidth && canvas.format == .rgb16)
    for index in canvas.samples.indices { canvas.samples[index] = 65535 }
    text("ΔE", x: 2, y: 2, on: &canvas)
    drawRamp(on: &canvas)
    let stops = HeatmapScale.stops
    for (index, stop) in stops.enumerated() {
      let isLast = index == stops.count - 1
      let left = Self.rampLeft + Double(index) * Self.stopDistance - (isLast ? 5 : 2)
      text("\(Int(stop.deltaE))" + (isLast ? "+" : ""), x: left, y: 12, on: &canvas)
    }
    if showsBands { frame(Self.bandColor, "BANDS", x: 2, on: &canvas) }
    if showsVision { frame(Self.visionColor, "VISION", x: showsBands ? 52 : 2, on: &canvas) }
  }

  private func drawRamp(on canvas: inout PixelBuffer) {
    let stops = HeatmapScale.stops
    let first = pixels(Self.rampLeft)
    let last = pixels(Self.rampLeft + Double(stops.count - 1) * Self.stopDistance)
    for column in first...last {
      let place = Double(column - first) / Double(last - first) * Double(stops.count - 1)
      let low = min(Int(place), stops.count - 2)
      let deltaE =
        stops[low].deltaE + (place - Double(low)) * (stops[low + 1].deltaE - stops[low].deltaE)
      fill(HeatmapScale.color(deltaE), columns: column..<column + 1, y: 2, height: Self.letter, on: &canvas)
    }
  }

  private func text(_ text: String, x: Double, y: Double, on canvas: inout PixelBuffer) {
    StrokeText.draw(
      text, x: x * scale, y: y * scale, height: Self.letter * scale, ink: Self.ink, on: &canvas)
  }

  private func frame(_ color: SIMD3<UInt8>, _ name: String, x: Double, on canvas: inout PixelBuffer) {
    let y = 23.0
    for (inset, color) in [(0.0, color), (1, Self.innerColor), (2, Self.sample)] {
      fill(
        color, columns: pixels(x + inset)..<pixels(x + 10 - inset), y: y + inset,
        height: Self.letter - 2 * inset, on: &canvas)
    }
    text(name, x: x + 13, y: y, on: &canvas)
  }

  /// Fills a rectangle: columns in pixels, rows in units.
  private func fill(
    _ color: SIMD3<UInt8>, columns: Range<Int>, y: Double, height: Double, on canvas: inout PixelBuffer
  ) {
    for row in pixels(y)..<pixels(y + height) {
      let start = canvas.rowRange(row).lowerBound
      for column in columns { canvas.set(color, at: start + 3 * column) }
    }
  }
}
