/// Why the target named in `P3_KERNELS` cannot be used.
package enum KernelTargetError: Error, Hashable, CustomStringConvertible {
  /// No target has this name.
  case unknown(String)
  /// This machine cannot run the target.
  case unavailable(KernelTarget)

  /// The problem, and the values that would work.
  package var description: String {
    let choices = KernelTarget.available.map(\.rawValue).joined(separator: ", ")
    return switch self {
    case .unknown(let name):
      "\(KernelTarget.environmentVariable): '\(name)' is no kernel target; this machine runs \(choices)"
    case .unavailable(let target):
      "\(KernelTarget.environmentVariable): this machine cannot run '\(target.rawValue)'; it runs \(choices)"
    }
  }
}
