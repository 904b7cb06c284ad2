package import PNGCodec

// Memory of each kind of work in bytes, measured at widths of 20,000 and 120,000 pixels on noise, black and white dots,
// and gradients out of gamut; the largest figure counts. (HostileInputTests compares the figures with p3tool's real
// memory.)

extension PNGMemoryCost {
  /// Conversion: a strip with the row above, as read, converted, filtered and compressed; and the columns of the
  /// banding scan, whose map takes up to 600 bytes per cell.
  package static let conversion = PNGMemoryCost(perColumn: 400, perCell: 600)

  /// Softening: the same strips; the last rows of the search for white backgrounds and their edges; and 24 bytes per
  /// cell about its ground, in an array that grows by doubling and is sorted.
  package static let softening = PNGMemoryCost(perColumn: 1800, perCell: 100)

  /// A check: two banding scans, rows of colours that may collapse, and the open regions of a row.
  package static let check = PNGMemoryCost(perColumn: 2000, perCell: 1200)

  /// Inspection: two strips, and the counters of their colours.
  package static let inspection = PNGMemoryCost(perColumn: 64)

  /// A comparison, for each of its two images: strips with their neighbours, differences, the runs of 32 rows, and the
  /// open regions of a row.
  package static let comparison = PNGMemoryCost(perColumn: 400)

  /// A comparison that also finds moved edges: eleven rows of colours and alpha of both images in Double, and ten more
  /// rows per strip.
  package static let edgeComparison = PNGMemoryCost(perColumn: 1700)

  /// Resizing: rows of light from which a smaller row is made, and the strips to write.
  package static let resizing = PNGMemoryCost(perColumn: 400)
}

extension PNGLimits {
  /// These limits, for work that takes `cost`.
  package func covering(_ cost: PNGMemoryCost) -> PNGLimits {
    var limits = self
    limits.cost = cost
    return limits
  }
}
