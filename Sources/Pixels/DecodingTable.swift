import CPixelKernels

/// The linear values of all 65,536 codes of a curve, as the kernels read them. Conversions with equal curves
/// share it.
///
/// Unchecked Sendable: nobody writes to the C object after it is made.
@safe
final class DecodingTable: @unchecked Sendable {
  let handle: OpaquePointer

  init(_ curve: ToneCurve, target: KernelTarget) {
    guard let handle = unsafe p3_decoder_allocate() else { fatalError("out of memory") }
    var values = unsafe MutableSpan(_unsafeStart: p3_decoder_values(handle), count: 65536)
    curve.linearize(into: &values) { Double($0) / 65535 }
    unsafe p3_decoder_finish(handle, UInt32(curve.firstUpper { Double($0) / 65535 }), target.cTarget)
    unsafe self.handle = handle
  }

  deinit { unsafe p3_decoder_destroy(handle) }
}
