internal import CPixelKernels

/// Finds the pixels of two images that differ only as an edge does that moved by a fraction of a pixel, in
/// rows from top to bottom. p3_moved_edges.h has the definition.
///
/// The same bits on every machine. The C functions are `p3_moved_edges_*`.
@safe
package final class MovedEdgeRows {
  /// An image: the converter from its codes to XYZ over the white, and its layout.
  package typealias Source = (converter: PixelConverter, format: PixelFormat)

  /// Rows above a row, and rows below it, that decide on its pixels.
  package static let reach = Int(P3_EDGE_WINDOW)

  /// Pixels per row.
  package let width: Int
  private let formats: (PixelFormat, PixelFormat)
  private let edges: OpaquePointer
  /// Keeps the plans alive that the C object borrows.
  private let tables: (ConversionTables, ConversionTables)

  /// No rows yet.
  ///
  /// - Parameters:
  ///   - first: one image. The converter's destination has straight curves, and is not grey.
  ///   - second: the other image.
  ///   - toSRGB: matrix from XYZ over the white to linear sRGB.
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

  /// 64-bit entries needed for a bit per pixel of a row.
  package var wordCount: Int { (width + 63) / 64 }

  /// Finds those pixels of a row that are set in `asked` and lie at moved edges.
  ///
  /// - Parameters:
  ///   - y: the row's number in both images, from 0. Rows of earlier calls are recognised by their number.
  ///   - row: the row's index in `first` and `second`, which also hold the rows around it.
  ///   - first: rows of one image.
  ///   - second: the same rows of the other image.
  ///   - asked: `wordCount` entries; bits beyond the row are 0.
  ///   - moved: `wordCount` entries, which are overwritten.
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

  /// The rows of a window around `row`; nil for rows outside the image.
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
