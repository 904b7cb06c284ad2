import CPixelKernels

/// The linear values of all 65,536 codes of a curve, as the kernels read them. Shared by every conversion that
/// has the curve.
///
/// Unchecked Sendable: the C object is written by its creator alone and never again.
@safe
final class DecodingTable: @unchecked Sendable {
  let handle: OpaquePointer

  init(_ curve: ToneCurve, target: KernelTarget) {
    let values = curve.linearValues(of: 65536) { Double($0) / 65535 }
    guard
      let handle = unsafe values.withUnsafeBufferPointer({
        unsafe p3_decoder_create(
          $0.baseAddress, UInt32(curve.firstUpper { Double($0) / 65535 }), target.cTarget)
      })
    else { fatalError("out of memory") }
    unsafe self.handle = handle
  }

  deinit { unsafe p3_decoder_destroy(handle) }
}
