import CPixelKernels

/// CIELAB of a row of pixels as they are and clipped to the destination's gamut, in float. It finds the pairs of pixels
/// whose difference clipping may take away: all of them and some others, so that the caller decides in Double on few.
///
/// Blocks of 64 pixels are filled when they are first needed.
package struct ClippedLabRow: Sendable {
  /// L*, a*, b* and C*.
  package struct Color: Sendable {
    /// Of the colour itself, in the order of the name.
    package var source: SIMD4<Float>
    /// Of its clip.
    package var target: SIMD4<Float>
  }

  /// How far the float values' differences may be from exact ones.
  package static let margin = P3_LOSS_MARGIN

  /// Each plane begins with as many floats that stand for the pixels left of the row.
  private static let lead = 16

  private let stride: Int
  private var planes: [Float]
  /// Whether each 64 pixels are filled.
  private var isFilled: [Bool]

  /// An empty row of `width` pixels.
  package init(width: Int) {
    let blocks = (width + 63) / 64
    stride = Self.lead + 64 * blocks
    planes = []
    isFilled = [Bool](repeating: false, count: blocks)
  }

  /// Forgets everything: the row holds other pixels from now on.
  package mutating func reset() { for block in isFilled.indices { isFilled[block] = false } }

  /// Makes sure that the 64 pixels of `block` are there.
  package mutating func fill(
    block: Int, of row: Span<UInt16>, format: PixelFormat, _ converter: PixelConverter,
    _ clip: ClipDifferences
  ) {
    guard !isFilled[block] else { return }
    guard let plan = unsafe converter.tables.plan else { preconditionFailure("grey has no gamut to leave") }
    isFilled[block] = true
    if planes.isEmpty { planes = [Float](repeating: 0, count: Int(P3_LAB_PLANES) * stride) }
    let channels = format.channelCount
    let count = min(64, row.count / channels - 64 * block)
    let samples = row.extracting(64 * block * channels..<(64 * block + count) * channels)
    let (first, stride) = (Self.lead + 64 * block, stride)
    unsafe samples.withUnsafeBytes { samples in
      unsafe planes.withUnsafeMutableBufferPointer { planes in
        guard let base = planes.baseAddress else { return }
        unsafe p3_clip_labs(
          clip.target.cTarget, plan, clip.matrix, samples.baseAddress, count, UInt32(channels), base + first,
          stride)
      }
    }
  }

  /// The colour of pixel `x`, whose block is filled.
  package func color(_ x: Int) -> Color {
    let first = Self.lead + x
    func lab(_ plane: Int) -> SIMD4<Float> {
      SIMD4(
        planes[first + plane * stride], planes[first + (plane + 1) * stride],
        planes[first + (plane + 2) * stride], planes[first + (plane + 3) * stride])
    }
    return Color(source: lab(0), target: lab(4))
  }

  /// A question about 64 pairs of pixels.
  package enum Question: Sendable {
    /// Do they differ by CIEDE2000 of 1 or more, but by less than 1 and half of that after the clip?
    case isLost
    /// Do they differ by CIE94 of less than 1, before the clip?
    case isNear
  }

  /// A bit for each pixel of `block` of `other`, set where the answer may be yes: on the pixel of this row that is
  /// `distance` (0 to 16) to the left of it, and on it. The blocks of both must be filled.
  package func pairs(
    _ question: Question, with other: ClippedLabRow, block: Int, distance: Int, _ clip: ClipDifferences
  ) -> UInt64 {
    precondition(stride == other.stride && (0...Self.lead).contains(distance) && other.isFilled[block])
    precondition(isFilled[distance > 0 && block > 0 ? block - 1 : block], "nothing is known of these pixels")
    let start = Self.lead + 64 * block
    return unsafe planes.withUnsafeBufferPointer { first in
      unsafe other.planes.withUnsafeBufferPointer { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return 0 }
        let (p, q) = unsafe (first + start - distance, second + start)
        return switch question {
        case .isLost: unsafe p3_lost_pairs(clip.target.cTarget, p, q, stride, 1)
        case .isNear: unsafe p3_near_pairs(clip.target.cTarget, p, q, stride, 1)
        }
      }
    }
  }
}
