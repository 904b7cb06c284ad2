@testable import Pixels

extension KernelTarget {
  /// What a CPU without it lacks.
  var instructions: String {
    switch self {
    case .scalar: "processor"
    case .baseline: "SSE2 or Advanced SIMD"
    case .avx2: "AVX2"
    case .avx512: "AVX-512"
    case .neon: "Advanced SIMD"
    }
  }
}
