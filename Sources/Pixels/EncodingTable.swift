import CPixelKernels

/// The decision levels of a curve, as the kernels read them. Shared by every conversion that has the curve.
///
/// Unchecked Sendable: the C object is written by its creator alone and never again.
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
