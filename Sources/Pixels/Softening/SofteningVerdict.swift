internal import CPixelKernels

/// What happens to a region, or to a component of smooth ink.
package enum SofteningVerdict: Sendable, Hashable {
  /// Unchanged.
  case kept
  /// Each pixel loses its share of paper: `slope` · m − `offset`, from 0 to 1, where m is the least of its red, green and
  /// blue in units of the paper's. The amounts of both are below 32,768.
  case mapped(slope: Float, offset: Float)
  /// Light greys and pastels in it are lowered; `full` is the share of paper's loss that its own colour
  /// takes: at least 0, and less than 2.
  case panel(full: Float)
  /// A region of several inks, whose components and edges decide.
  case mixed
  /// The same on paper that is lost as a whole, but greys lose their share of it, as in `mapped`.
  case grays(slope: Float, offset: Float)

  /// Paper: all white in a pixel is lowered.
  package static let paper = SofteningVerdict.mapped(slope: 1, offset: 0)

  var kernelVerdict: p3_soften_verdict {
    switch self {
    case .kept: p3_soften_verdict(slope: 0, offset: 0, kind: UInt16(P3_SOFTEN_KEPT), full: 0)
    case .mapped(let slope, let offset): Self.mapped(slope, offset, kind: P3_SOFTEN_MAPPED)
    case .grays(let slope, let offset): Self.mapped(slope, offset, kind: P3_SOFTEN_GRAYS)
    case .panel(let full):
      p3_soften_verdict(
        slope: 0, offset: 0, kind: UInt16(P3_SOFTEN_PANEL), full: UInt16((full * 32768).rounded()))
    case .mixed: p3_soften_verdict(slope: 0, offset: 0, kind: UInt16(P3_SOFTEN_MIXED), full: 0)
    }
  }

  private static func mapped(_ slope: Float, _ offset: Float, kind: Int32) -> p3_soften_verdict {
    p3_soften_verdict(
      slope: Int32((slope * 65536).rounded()), offset: Int32((offset * 65536).rounded()), kind: UInt16(kind),
      full: 32768)
  }
}
