import CPixelKernels

/// The decision levels of a curve, as the kernels read them. Conversions with equal curves share it.
///
/// Unchecked Sendable: nobody writes to the C object after it is made.
@safe
final class EncodingTable: @unchecked Sendable {
  let handle: OpaquePointer

  init(_ curve: ToneCurve, target: KernelTarget) {
    guard let handle = unsafe p3_encoder_allocate() else { fatalError("out of memory") }
    var levels = unsafe MutableSpan(_unsafeStart: p3_encoder_levels(handle), count: 65535)
    DecisionLevels.fill(&levels, inverting: curve)
    unsafe p3_encoder_finish(handle, UInt32(curve.firstUpper { (Double($0) + 0.5) / 65535 }), target.cTarget)
    unsafe self.handle = handle
  }

  deinit { unsafe p3_encoder_destroy(handle) }
}
