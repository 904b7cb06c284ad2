import CPixelKernels

/// An instruction set that the kernels are compiled for. All targets give the same pixels.
package enum KernelTarget: String, Sendable, Hashable, CaseIterable {
  /// Plain C in double, one value at a time.
  case scalar
  /// SSE2, which every x86-64 has.
  case baseline
  /// AVX2 with FMA.
  case avx2
  /// AVX-512 F, BW, VL, DQ and CD.
  case avx512
  /// Advanced SIMD, which every arm64 has.
  case neon

  /// The environment variable that forces a target.
  package static let environmentVariable = "P3_KERNELS"

  /// The targets that this CPU and its operating system can run, simplest first.
  package static let available: [KernelTarget] = {
    let mask = p3_cpu_available()
    return allCases.filter { mask & (1 << $0.cTarget.rawValue) != 0 }
  }()

  /// The fastest available target.
  package static var best: KernelTarget { available.last ?? .scalar }

  /// The target that `P3_KERNELS` names if this machine can run it, else the best one. All give the same
  /// pixels, so an application that inherits the variable can continue; a command calls `requested()` and
  /// reports its error.
  package static let current: KernelTarget = (try? requested()) ?? best

  /// The target that `P3_KERNELS` names; nil if it is unset or empty.
  package static func requested() throws(KernelTargetError) -> KernelTarget? {
    guard let value = unsafe p3_cpu_requested() else { return nil }
    return try target(named: unsafe String(cString: value))
  }

  /// The target called `name`; nil for an empty name.
  static func target(named name: String) throws(KernelTargetError) -> KernelTarget? {
    if name.isEmpty { return nil }
    guard let target = KernelTarget(rawValue: name) else { throw .unknown(name) }
    guard available.contains(target) else { throw .unavailable(target) }
    return target
  }

  /// The same target in C.
  var cTarget: p3_target {
    switch self {
    case .scalar: P3_TARGET_SCALAR
    case .baseline: P3_TARGET_BASELINE
    case .avx2: P3_TARGET_AVX2
    case .avx512: P3_TARGET_AVX512
    case .neon: P3_TARGET_NEON
    }
  }
}
