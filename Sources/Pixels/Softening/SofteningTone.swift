internal import CPixelKernels

/// A curve by which light is lowered, and the light it applies to: glare = luminance − k · saturation, in
/// linear light. Greys glare with all their luminance, saturated colours with none. Glare scales with light,
/// so a curve of glare ends at the same place for every colour.
package struct SofteningTone: Sendable {
  /// How much of a pixel counts as colour.
  package enum Scope: Sendable {
    /// 1.5 · (largest − least channel): skin, gold and pastels stay.
    case grays
    /// 2 · (largest channel − least channel − ¾ of the largest): pastels count as light, saturated art stays.
    /// With three fifths the ground beside a saturated yellow came down further than the rim between them:
    /// 2.2 L* brighter than both.
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
