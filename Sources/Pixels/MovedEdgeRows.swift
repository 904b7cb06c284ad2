internal import CPixelKernels

/// Which pixels of two images differ only as those at edges do that moved by a fraction of a pixel: for rows that come from the
/// top.
///
/// A pixel of one image is such a one where it lies, channel by channel, between its counterpart in the other image and what
/// that one and its eight neighbours span, at most three quarters of the way; or that one does so in this image; unless it is
/// recoloured, see `p3_moved_edges.h`. Channels are encoded sRGB beyond its gamut, times alpha, and alpha. The same bits
/// on every machine. The C functions are `p3_moved_edges_*`.
@safe
package final class MovedEdgeRows {
  /// An image: what takes its codes to XYZ over the white, and its layout.
  package typealias Source = (converter: PixelConverter, format: PixelFormat)

  /// Rows above a row, and as many below it, that decide on its pixels.
  package static let reach = Int(P3_EDGE_WINDOW)

  /// Pixels per row.
  package let width: Int
  private let formats: (PixelFormat, PixelFormat)
  private let edges: OpaquePointer
  /// The C object borrows their plans.
  private let tables: (ConversionTables, ConversionTables)

  /// No rows yet.
  ///
  /// - Parameters:
  ///   - first: one image. The destination has straight curves, and is not grey.
  ///   - second: the other one.
  ///   - toSRGB: from XYZ over the white to linear sRGB.
  ///   - width: pixels per row, 1 or more.
  package init(_ first: Source, _ second: Source, toSRGB: Matrix3x3, width: Int) {
    precondition(width > 0, "rows without pixels have no edges")
    self.width = width
    formats = (first.format, second.format)
    tables = (first.converter.tables, second.converter.tables)
    let images = unsafe [first, second].map { source in
      unsafe p3_edge_image(plan: Self.plan(source.converter), channels: UInt32(source.format.channelCount))
    }
    let elements = (0..<9).map { toSRGB[$0 / 3, $0 % 3] }
    guard let edges = unsafe p3_moved_edges_create(images, elements, width) else {
      fatalError("out of memory for \(width) columns")
    }
    unsafe self.edges = edges
  }

  deinit { unsafe p3_moved_edges_free(edges) }

  @unsafe
  private static func plan(_ converter: PixelConverter) -> OpaquePointer {
    guard let plan = unsafe converter.tables.plan else { preconditionFailure("grey has no colours") }
    return unsafe plan
  }

  /// Words with a bit for each pixel of a row.
  package var wordCount: Int { (width + 63) / 64 }

  /// Which pixels of a row that are asked about are at moved edges.
  ///
  /// - Parameters:
  ///   - y: the row's number in both images, from 0: it says which rows were there before.
  ///   - row: where in `first` and `second` it lies. Rows of the image beside it are there as well.
  ///   - first: rows of one image.
  ///   - second: the same rows of the other one.
  ///   - asked: `wordCount` words; bits beyond the row are 0.
  ///   - moved: as many words, which are overwritten.
  package func find(
    y: Int, row: Int, _ first: borrowing PixelBuffer, _ second: borrowing PixelBuffer, asked: [UInt64],
    into moved: inout [UInt64]
  ) {
    precondition(first.width == width && second.width == width, "rows of another width")
    precondition(first.height == second.height && (0..<first.height).contains(row), "rows beside each other")
    precondition(first.format == formats.0 && second.format == formats.1, "rows of another layout")
    precondition(asked.count == wordCount && moved.count == wordCount && y >= 0, "a bit for each pixel")
    unsafe first.samples.withUnsafeBufferPointer { one in
      unsafe second.samples.withUnsafeBufferPointer { two in
        unsafe p3_moved_edges_find(
          edges, Self.rows(one, first.rowStride, row, first.height),
          Self.rows(two, second.rowStride, row, second.height), Int64(y), asked, &moved)
      }
    }
  }

  /// The rows of a window around `row`; nil where they lie beside the image.
  @unsafe
  private static func rows(
    _ samples: UnsafeBufferPointer<UInt16>, _ stride: Int, _ row: Int, _ height: Int
  ) -> [UnsafeRawPointer?] {
    unsafe (row - reach...row + reach).map { y in
      guard (0..<height).contains(y), let base = samples.baseAddress else { return nil }
      return unsafe UnsafeRawPointer(base + y * stride)
    }
  }
}
