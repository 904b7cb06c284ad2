package import PNGCodec

// What each kind of work takes, in bytes: measured at widths of 20,000 and 120,000 pixels on noise, black and white dots,
// and gradients out of gamut, the dearest counts (HostileInputTests compares them with what p3tool takes).

extension PNGMemoryCost {
  /// Conversion: a strip with the row above, as it is read, converted, filtered and compressed; and the columns of the
  /// scan for bands, whose map takes up to 600 bytes for a cell.
  package static let conversion = PNGMemoryCost(perColumn: 400, perCell: 600)

  /// Softening: the same strips, the last rows of the search for white backgrounds and their edges, and what is known of
  /// the ground of each cell: 24 bytes in an array that grows by doubling, and is then sorted.
  package static let softening = PNGMemoryCost(perColumn: 1800, perCell: 100)

  /// A check: two scans for bands, rows of colours that may collapse, and the regions that are open in a row.
  package static let check = PNGMemoryCost(perColumn: 2000, perCell: 1200)

  /// Two strips, and what counts their colours.
  package static let inspection = PNGMemoryCost(perColumn: 64)

  /// A comparison, for each of its two images: strips with their neighbours, differences, the runs of 32 rows, and regions open in a
  /// row.
  package static let comparison = PNGMemoryCost(perColumn: 400)

  /// A comparison that looks for moved edges besides: eleven rows of colours and alpha of both images, in Double, and
  /// ten more rows in each strip.
  package static let edgeComparison = PNGMemoryCost(perColumn: 1700)

  /// Rows of light that a smaller row is made from, and the strips that are written.
  package static let resizing = PNGMemoryCost(perColumn: 400)
}

extension PNGLimits {
  /// These limits for work that takes `cost`.
  package func covering(_ cost: PNGMemoryCost) -> PNGLimits {
    var limits = self
    limits.cost = cost
    return limits
  }
}
