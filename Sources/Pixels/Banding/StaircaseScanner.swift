internal import CPixelKernels

/// Finds the staircases of an image, row after row, in memory proportional to its width.
///
/// The C functions are `p3_band_scan_*`; tests compare them with `ReferenceStaircases`.
@safe
package struct StaircaseScanner: ~Copyable, @unchecked Sendable {
  // Sendable: this value is the only owner of the C scanner, and the C code has no global state.

  /// Pixels per row, rows in all.
  package let width: Int, height: Int
  /// Layout of the pixels.
  package let format: PixelFormat
  /// Side of the cells, in pixels.
  package let cell: Int

  private let scan: OpaquePointer
  private var rowCount = 0

  /// A scanner of `width` × `height` pixels, both at least 1, that counts in cells of `cell` pixels (4…64).
  package init(
    width: Int, height: Int, format: PixelFormat, cell: Int, target: KernelTarget = .current
  ) {
    precondition(width > 0 && height > 0, "an image to scan has pixels")
    precondition((4...64).contains(cell) && cell % 4 == 0, "cells hold whole 4 × 4 averages")
    self.width = width
    self.height = height
    self.format = format
    self.cell = cell
    guard
      let scan = unsafe p3_band_scan_create(
        Int32(width), Int32(height), Int32(format.channelCount), Int32(cell), target.cTarget)
    else { fatalError("out of memory for \(width) columns") }
    unsafe self.scan = scan
  }

  deinit { unsafe p3_band_scan_free(scan) }

  /// Scans the rows of `strip` from `top` on, the next of the image, and passes to `body` the staircases that
  /// end in them. The staircases and their order do not depend on how rows are divided into strips.
  package mutating func scan(
    _ strip: borrowing PixelBuffer, from top: Int = 0, _ body: (Staircase) -> Void
  ) {
    precondition(strip.width == width && strip.format == format, "a strip of another image")
    precondition(rowCount + strip.height - top <= height, "more rows than the image has")
    unsafe Self.withCallback(body) { callback in
      unsafe strip.samples.withUnsafeBufferPointer { samples in
        // A strip of no rows has no address.
        guard let first = samples.baseAddress else { return }
        unsafe p3_band_scan_rows(
          scan, first + top * strip.rowStride, strip.rowStride, Int32(strip.height - top), callback)
      }
    }
    rowCount += strip.height - top
  }

  /// Ends all lines, passes the last staircases to `body`, and returns the cells, row after row.
  package consuming func finish(_ body: (Staircase) -> Void) -> [StaircaseCell] {
    precondition(rowCount == height, "rows are missing")
    unsafe Self.withCallback(body) { unsafe p3_band_scan_finish(scan, $0) }
    var count = 0
    guard let first = unsafe p3_band_scan_cells(scan, &count) else { return [] }
    return unsafe UnsafeBufferPointer(start: first, count: count).map { StaircaseCell($0) }
  }

  /// Calls `use` with a C callback whose context points to `body`.
  private static func withCallback(_ body: (Staircase) -> Void, _ use: (p3_band_callback) -> Void) {
    withoutActuallyEscaping(body) { body in
      var body = body
      unsafe withUnsafeMutablePointer(to: &body) { pointer in
        let callback = unsafe p3_band_callback(
          call: { context, chain in
            guard let context = unsafe context, let chain = unsafe chain else { return }
            unsafe context.assumingMemoryBound(to: ((Staircase) -> Void).self).pointee(
              Staircase(chain.pointee))
          }, context: pointer)
        unsafe use(callback)
      }
    }
  }
}
