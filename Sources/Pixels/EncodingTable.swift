import CPixelKernels

/// The decision levels of a curve, as the kernels read them. Shared by every conversion that has the curve.
///
/// Unchecked Sendable: the C object is written by its creator alone and never again.
@safe
final class EncodingTable: @unchecked Sendable {
  let handle: OpaquePointer

  init(_ curve: ToneCurve, target: KernelTarget) {
    let levels = DecisionLevels(curve).values
    guard
      let handle = unsafe levels.withUnsafeBufferPointer({
        unsafe p3_encoder_create(
          $0.baseAddress, UInt32(curve.firstUpper { (Double($0) + 0.5) / 65535 }), target.cTarget)
      })
    else { fatalError("out of memory") }
    unsafe self.handle = handle
  }

  deinit { unsafe p3_encoder_destroy(handle) }
}
