import CPixelKernels

/// Runs a `MatrixConversion` over pixels with the fastest kernel of the machine. Its results equal
/// `ReferenceConverter`'s, code for code, on every target.
///
/// Making one costs a few milliseconds for curves that the process has not met before, and next to nothing
/// after that: converters of equal conversions share their tables. It is immutable: copy it freely, share it between threads, convert strips side by side.
package struct PixelConverter: Sendable {
  /// What is computed.
  package let conversion: MatrixConversion

  /// The target that was asked for.
  package let target: KernelTarget

  let tables: ConversionTables

  /// A converter that runs `conversion` on `target`, which must be available.
  package init(_ conversion: MatrixConversion, target: KernelTarget = .current) {
    precondition(KernelTarget.available.contains(target), "this machine cannot run \(target.rawValue)")
    self.conversion = conversion
    self.target = target
    tables = ConversionTables.of(conversion, target: target)
  }

  /// Makes the tables of `curve` as a source's and as a destination's, for converters that are about to be made.
  package static func prepareTables(of curve: ToneCurve, target: KernelTarget = .current) {
    _ = CurveTables.encoding(curve, target)
    _ = CurveTables.decoding(curve, target)
  }

  /// What runs, for reports: the target and its kernel, such as "avx512 polynomials". "polynomials", "table and
  /// polynomials" and "tables" are vector kernels for smooth curves, for any source and a smooth destination, and for any
  /// curves; "exact" takes one value at a time, "gray table" is the single lookup of grey.
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
