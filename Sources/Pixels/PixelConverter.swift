import CPixelKernels

/// Runs a `MatrixConversion` over pixels with the fastest kernel of the machine. Its results equal
/// `ReferenceConverter`'s, code for code, on every target.
///
/// Making one takes a few milliseconds for curves that are new to the process, and next to nothing otherwise,
/// as equal conversions share their tables. It is immutable: copy it, share it between threads, convert
/// strips in parallel.
package struct PixelConverter: Sendable {
  package let conversion: MatrixConversion

  /// The requested target.
  package let target: KernelTarget

  let tables: ConversionTables

  /// A converter that runs `conversion` on `target`, which must be available.
  package init(_ conversion: MatrixConversion, target: KernelTarget = .current) {
    precondition(KernelTarget.available.contains(target), "this machine cannot run \(target.rawValue)")
    self.conversion = conversion
    self.target = target
    tables = ConversionTables.of(conversion, target: target)
  }

  /// Makes the tables of `curve`, as a source and as a destination, for converters to come.
  package static func prepareTables(of curve: ToneCurve, target: KernelTarget = .current) {
    _ = CurveTables.encoding(curve, target)
    _ = CurveTables.decoding(curve, target)
  }

  /// The target and its kernel for reports, such as "avx512 polynomials". Vector kernels are "polynomials"
  /// for smooth curves, "table and polynomials" for any source and a smooth destination, and "tables" for any
  /// curves. "exact" computes one value at a time; "gray table" is the single lookup of grey.
  package var kernelName: String {
    guard let kernel = tables.kernel else { return "gray table" }
    return "\(target.rawValue) \(kernel)"
  }

  /// Converts every pixel of `buffer` in place; `buffer.format` is grey exactly when the conversion is.
  package func convert(_ buffer: inout PixelBuffer) {
    let format = buffer.format
    for part in buffer.parts() {
      let range = buffer.sampleRange(part.rows)
      unsafe buffer.samples.withUnsafeMutableBufferPointer { samples in
        let rows = unsafe UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: samples[range]))
        unsafe run(rows.baseAddress, rows.baseAddress, byteCount: rows.count, format)
      }
      buffer.repeatRow(of: part)
    }
  }

  /// Converts whole pixels of native samples in place.
  package func convert(_ samples: inout MutableSpan<UInt16>, format: PixelFormat) {
    unsafe samples.withUnsafeMutableBytes { bytes in
      unsafe run(bytes.baseAddress, bytes.baseAddress, byteCount: bytes.count, format)
    }
  }

  /// Converts whole pixels of native samples from `source` into `destination`, which has the same size.
  package func convert(_ source: RawSpan, into destination: inout MutableRawSpan, format: PixelFormat) {
    precondition(source.byteCount == destination.byteCount, "source and destination differ in size")
    unsafe source.withUnsafeBytes { source in
      unsafe destination.withUnsafeMutableBytes { destination in
        unsafe run(source.baseAddress, destination.baseAddress, byteCount: source.count, format)
      }
    }
  }
}
