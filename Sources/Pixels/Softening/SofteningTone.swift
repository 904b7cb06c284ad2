internal import CPixelKernels

/// How light is lowered along a curve, and which light: glare, the luminance of a pixel less a multiple of its colour, all
/// of it linear. Greys glare with all their luminance, saturated colours with nothing. Glare scales with light, so a curve
/// by glare ends where it is meant to for every colour.
package struct SofteningTone: Sendable {
  /// What counts as colour.
  package enum Scope: Sendable {
    /// All that the largest channel has above the least one, one and a half times: skin, gold and pastels stay.
    case grays
    /// What it has above the least one and three quarters of itself, twice: pastels are light, saturated art stays. With three
    /// fifths the ground beside a saturated yellow came down further than the rim between them: 2.2 L* brighter than both.
    case pastels
  }

  /// The share of its light that a pixel loses in 1/65536, by glare in 1/65535.
  let losses: [UInt16]
  let scope: Scope

  /// A tone by its losses, 65,536 of them that rise.
  package init(losses: [UInt16], of scope: Scope) {
    precondition(losses.count == 65536, "a loss for each light")
    self.losses = losses
    self.scope = scope
  }

  /// Calls `body` with what the kernels know of it.
  @unsafe
  func withKernelTone<Result>(_ body: (UnsafePointer<p3_soften_tone>) -> Result) -> Result {
    unsafe losses.withUnsafeBufferPointer { losses in
      var tone =
        switch scope {
        case .grays: unsafe p3_soften_tone(losses: losses.baseAddress, slack: 0, shift: 1)
        case .pastels: unsafe p3_soften_tone(losses: losses.baseAddress, slack: 49152, shift: 0)
        }
      return unsafe body(&tone)
    }
  }
}
