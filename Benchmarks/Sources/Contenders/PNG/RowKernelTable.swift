import CPixelKernels
@testable import Pixels

/// The PNG codec's row kernels of one target.
struct RowKernelTable {
  let name: String
  let kernels: p3_png_kernels

  /// Those that differ and can run here, the scalar oracle first: AVX-512 machines use the ones for AVX2.
  static let available: [RowKernelTable] = {
    let targets: [(KernelTarget, p3_target)] = [
      (.scalar, P3_TARGET_SCALAR), (.baseline, P3_TARGET_BASELINE), (.avx2, P3_TARGET_AVX2),
      (.neon, P3_TARGET_NEON),
    ]
    return targets.filter { KernelTarget.available.contains($0.0) }.map { target, number in
      RowKernelTable(name: target.rawValue, kernels: p3_png_kernels_for(number).pointee)
    }
  }()
}
