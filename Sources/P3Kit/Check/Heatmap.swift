import PNGCodec
import Pixels

/// A picture of what an image loses: grey where it stays, painted by colour difference where the target clips,
/// banded regions and edges that only hue makes outlined, a legend below. As wide as the image, or as the legend where that is wider.
struct Heatmap: Sendable {
  let painter: HeatmapPainter
  /// Boxes to outline.
  let bands: [ImageRegion]
  /// Boxes of edges that some people do not see, to outline.
  let visionEdges: [ImageRegion]

  /// Reads `reader` to its end and writes the map to `descriptor`, strip by strip.
  func write(_ reader: inout PNGReader, to descriptor: Int32, name: String) throws(PNGError) {
    let header = reader.header
    let legend = HeatmapLegend(imageWidth: header.width, showsVision: !visionEdges.isEmpty)
    let width = max(header.width, legend.minimumWidth)
    var writer = try PNGWriter(
      fileDescriptor: descriptor,
      header: PNGHeader(width: width, height: header.height + legend.height, bitDepth: 8, colorType: .rgb),
      chunks: PNGChunk.sRGB(intent: 1), name: name)
    var painting = HeatmapRows(painter)
    var top = 0
    while true {
      let strip = try reader.readRows(StripPipeline.stripHeight(width: header.width, reader.pixelFormat))
      if strip.height == 0 { break }
      var canvas = PixelBuffer(
        width: width, height: strip.height, format: .rgb16,
        samples: [UInt16](repeating: 65535, count: width * strip.height * 3))
      painting.paint(strip, onto: &canvas)
      for (boxes, color) in [(bands, HeatmapLegend.bandColor), (visionEdges, HeatmapLegend.visionColor)] {
        for box in boxes {
          outline(box, color, thickness: legend.scale, top: top, on: &canvas)
          let inner = box.inset(by: legend.scale)
          if inner.width > 0, inner.height > 0 {
            outline(inner, HeatmapLegend.innerColor, thickness: legend.scale, top: top, on: &canvas)
          }
        }
      }
      try writer.writeRows(canvas)
      top += strip.height
      WorkProgress.tell(.writing, rows: top, of: header.height)
    }
    try reader.finish()
    var below = PixelBuffer(width: width, height: legend.height, format: .rgb16)
    legend.draw(on: &below)
    try writer.writeRows(below)
    try writer.finish()
  }

  /// Draws the edges of `box`, inside it, as far as they lie on a canvas whose first row is `top`.
  private func outline(
    _ box: ImageRegion, _ color: SIMD3<UInt8>, thickness: Int, top: Int, on canvas: inout PixelBuffer
  ) {
    let rows = max(box.y, top)..<max(max(box.y, top), min(box.y + box.height, top + canvas.height))
    for y in rows {
      let isEdge = y < box.y + thickness || y >= box.y + box.height - thickness
      let start = canvas.rowRange(y - top).lowerBound
      for x in box.x..<min(box.x + box.width, canvas.width)
      where isEdge || x < box.x + thickness || x >= box.x + box.width - thickness {
        canvas.set(color, at: start + 3 * x)
      }
    }
  }
}

extension ImageRegion {
  /// The region without `margin` pixels on each side; empty or negative sizes where it is too small.
  fileprivate func inset(by margin: Int) -> ImageRegion {
    ImageRegion(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }
}
