import Conversion
import ImageFiles
import PNGCodec
import Pixels

/// A picture of an image's losses: unchanged pixels in grey, clipped ones painted by colour difference. Outlines mark
/// bands and edges of hue alone, if they are findings.
struct Heatmap: Sendable {
  let painter: HeatmapPainter
  /// Boxes of bands to outline.
  let bands: [ImageRegion]
  /// Boxes of edges that some people do not see, to outline.
  let visionEdges: [ImageRegion]

  /// Reads `reader` to its end and writes the map to `descriptor`, strip by strip.
  ///
  /// - Parameters:
  ///   - reader: the image, from its first row on.
  ///   - descriptor: is not closed.
  ///   - name: the file's name in errors.
  ///   - budget: whether other threads may be used.
  func write(
    _ reader: inout PNGReader, to descriptor: Int32, name: String, budget: StripPermits
  ) async throws(PNGError) {
    let header = reader.header
    let legend = HeatmapLegend(
      imageWidth: header.width, showsBands: !bands.isEmpty, showsVision: !visionEdges.isEmpty)
    var file = try HeatmapFile(
      of: header, legend: legend, to: descriptor, name: name, isParallel: budget.isParallel)
    var painting = HeatmapRows(painter)
    while reader.remainingRows > 0 {
      let top = reader.rowsRead
      let strip = try reader.readRows(StripPipeline.stripHeight(width: header.width, reader.pixelFormat))
      var canvas = file.canvas(height: strip.height)
      painting.paint(strip, onto: &canvas)
      outlineAll(top: top, thickness: legend.lineWidth, on: &canvas)
      file.add(canvas)
      try await file.advance()
      WorkProgress.tell(.writing, rows: reader.rowsRead, of: header.height)
    }
    try reader.finish()
    try await file.finish()
  }

  /// Draws the parts of all outlines that lie on a canvas whose first row is `top`.
  private func outlineAll(top: Int, thickness: Int, on canvas: inout PixelBuffer) {
    for (boxes, color) in [(bands, HeatmapLegend.bandColor), (visionEdges, HeatmapLegend.visionColor)] {
      for box in boxes {
        outline(box, color, thickness: thickness, top: top, on: &canvas)
        let inner = box.inset(by: thickness)
        if inner.width > 0, inner.height > 0 {
          outline(inner, HeatmapLegend.innerColor, thickness: thickness, top: top, on: &canvas)
        }
      }
    }
  }

  /// Draws the outline of `box`, inside it, as far as it lies on a canvas whose first row is `top`.
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
  /// The region without `margin` pixels on each side; sizes are 0 or negative if it is too small.
  fileprivate func inset(by margin: Int) -> ImageRegion {
    ImageRegion(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }
}
