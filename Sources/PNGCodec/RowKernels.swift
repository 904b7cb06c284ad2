internal import CPixelKernels
package import Pixels

/// The Swift face of the codec's row kernels, for tests and benchmarks: the codec itself calls them from C.
@safe
package struct RowKernels {
  private let table: UnsafePointer<p3_png_kernels>

  /// The kernels of an available target.
  package init(target: KernelTarget) {
    let number: p3_target =
      switch target {
      case .scalar: P3_TARGET_SCALAR
      case .baseline: P3_TARGET_BASELINE
      case .avx2: P3_TARGET_AVX2
      case .avx512: P3_TARGET_AVX512
      case .neon: P3_TARGET_NEON
      }
    guard let table = unsafe p3_png_kernels_for(number) else { preconditionFailure("no kernels") }
    unsafe self.table = unsafe table
  }

  /// The row whose filtered bytes are `filtered` (PNG 3rd edition, clause 9.2), below the row `above`.
  package func unfiltered(type: Int, step: Int, filtered: [UInt8], above: [UInt8]) -> [UInt8] {
    unsafe run(table.pointee.unfilter, type, step, filtered, above)
  }

  /// The filtered bytes of `row`, below the row `above`.
  package func filtered(type: Int, step: Int, row: [UInt8], above: [UInt8]) -> [UInt8] {
    unsafe run(table.pointee.filter, type, step, row, above)
  }

  private typealias Filter =
    @convention(c) (
      UInt32, UInt32, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, Int
    ) -> Void

  /// Gives each row its margins: zeros in front, anything behind.
  private func run(
    _ body: Filter?, _ type: Int, _ step: Int, _ row: [UInt8], _ above: [UInt8]
  ) -> [UInt8] {
    let margin = Int(P3_PNG_ROW_MARGIN)
    let front = [UInt8](repeating: 0, count: margin)
    let behind = [UInt8](repeating: 0xa5, count: margin)
    let input = front + row + behind
    let upper = front + above + behind
    var output = front + [UInt8](repeating: 0x5a, count: row.count) + behind
    unsafe input.withUnsafeBufferPointer { input in
      unsafe upper.withUnsafeBufferPointer { upper in
        unsafe output.withUnsafeMutableBufferPointer { output in
          guard let input = input.baseAddress, let upper = upper.baseAddress, let output = output.baseAddress
          else { return }
          unsafe body?(
            UInt32(type), UInt32(step), input + margin, upper + margin, output + margin, row.count)
        }
      }
    }
    return Array(output[margin..<margin + row.count])
  }

  /// Sum of |value| over every `stride`-th byte, taken as signed.
  package func magnitude(_ bytes: [UInt8], stride: Int) -> UInt64 {
    unsafe table.pointee.magnitude(bytes, bytes.count, UInt32(stride))
  }

  /// v·257 of each byte.
  package func widened(_ bytes: [UInt8]) -> [UInt16] {
    var samples = [UInt16](repeating: 0, count: bytes.count)
    unsafe table.pointee.widen(bytes, &samples, bytes.count)
    return samples
  }

  /// Native samples of big-endian bytes.
  package func loaded(_ bytes: [UInt8]) -> [UInt16] {
    var samples = [UInt16](repeating: 0, count: bytes.count / 2)
    unsafe table.pointee.load(bytes, &samples, samples.count)
    return samples
  }

  /// Big-endian bytes of native samples.
  package func stored(_ samples: [UInt16]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: samples.count * 2)
    unsafe table.pointee.store(samples, &bytes, samples.count)
    return bytes
  }

  /// The high byte of each sample.
  package func narrowed(_ samples: [UInt16]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: samples.count)
    unsafe table.pointee.narrow(samples, &bytes, samples.count)
    return bytes
  }
}
