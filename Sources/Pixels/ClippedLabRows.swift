import CPixelKernels

/// CIELAB of some rows of pixels as they are and clipped to the destination's gamut, in float. It finds the pairs of
/// pixels whose difference clipping may take away: all of them and some others, so that the caller decides in Double on
/// few.
///
/// Blocks of 64 pixels are filled when they are first needed. All rows share one array: a value per row would be copied,
/// and its references counted, with each look at a pixel.
package struct ClippedLabRows: Sendable {
  /// L*, a*, b* and C*.
  package struct Color: Sendable {
    /// Of the colour itself, in the order of the name.
    package var source: SIMD4<Float>
    /// Of its clip.
    package var target: SIMD4<Float>

    /// Black.
    package init() { (source, target) = (SIMD4(), SIMD4()) }
  }

  /// A pixel's place relative to another one of the same column of a block: pixels to the left in some row.
  package struct Place: Sendable {
    let row: Int
    let left: Int

    /// The pixel `left` (−1 to 16) pixels to the left in row `row`.
    package init(row: Int, left: Int = 0) {
      precondition((-1...ClippedLabRows.lead).contains(left), "too far away")
      self.row = row
      self.left = left
    }
  }

  /// How far the float values' differences may be from exact ones.
  package static let margin = P3_LOSS_MARGIN

  /// Each plane begins with as many floats that stand for the pixels left of the row.
  private static let lead = 16
  private static let planesPerRow = Int(P3_LAB_PLANES)

  private let rowCount: Int
  private let blocks: Int
  private let stride: Int
  private var planes: [Float]
  /// Whether each 64 pixels are filled, row after row.
  private var filled: [Bool]

  /// `rows` empty rows of `width` pixels.
  package init(width: Int, rows: Int) {
    rowCount = rows
    blocks = (width + 63) / 64
    stride = Self.lead + 64 * blocks
    planes = []
    filled = [Bool](repeating: false, count: rows * blocks)
  }

  /// Forgets a row: it holds other pixels from now on.
  package mutating func reset(row: Int) {
    for block in 0..<blocks { filled[row * blocks + block] = false }
  }

  /// Whether the 64 pixels of `block` of a row are there.
  package func isFilled(row: Int, block: Int) -> Bool { filled[row * blocks + block] }

  /// Makes sure that the 64 pixels of `block` of row `row` are there, of which `samples` are the pixels.
  package mutating func fill(
    row: Int, block: Int, of samples: Span<UInt16>, format: PixelFormat, _ converter: PixelConverter,
    _ clip: ClipDifferences
  ) {
    guard !filled[row * blocks + block] else { return }
    guard let plan = unsafe converter.tables.plan else { preconditionFailure("grey has no gamut to leave") }
    filled[row * blocks + block] = true
    if planes.isEmpty { planes = [Float](repeating: 0, count: rowCount * Self.planesPerRow * stride) }
    let channels = format.channelCount
    let count = min(64, samples.count / channels - 64 * block)
    let samples = samples.extracting(64 * block * channels..<(64 * block + count) * channels)
    let (first, stride) = (firstFloat(row: row, block: block), stride)
    unsafe samples.withUnsafeBytes { samples in
      unsafe planes.withUnsafeMutableBufferPointer { planes in
        guard let base = planes.baseAddress else { return }
        unsafe p3_clip_labs(
          clip.target.cTarget, plan, clip.matrix, samples.baseAddress, count, UInt32(channels), base + first,
          stride)
      }
    }
  }

  /// The colour of pixel `x` of a row, whose block is filled.
  package func color(row: Int, _ x: Int) -> Color {
    let first = firstFloat(row: row, block: 0) + x
    var color = Color()
    for plane in 0..<4 {
      color.source[plane] = planes[first + plane * stride]
      color.target[plane] = planes[first + (plane + 4) * stride]
    }
    return color
  }

  /// A question about 64 pairs of pixels.
  package enum Question: Sendable {
    /// Do they differ by CIEDE2000 of 1 or more, but by less than 1 and half of that after the clip?
    case isLost
    /// Do they differ by CIE94 of less than 1, before the clip?
    case isNear
    /// Do they differ by CIEDE2000 of less than 1, before the clip?
    case isAlike
  }

  /// A bit for each pixel of `block`, set where the answer may be yes for the pixels at `first` and at `second` of it.
  ///
  /// Where the pixels are not filled, or beyond the ends of the row, bits say nothing.
  ///
  /// - Parameter wanted: the pixels asked about; bits of the others say nothing.
  package func pairs(
    _ question: Question, _ first: Place, _ second: Place, block: Int, wanted: UInt64 = .max,
    _ clip: ClipDifferences
  ) -> UInt64 {
    precondition(isFilled(row: second.row, block: block), "nothing is known of these pixels")
    let (one, two) = (
      firstFloat(row: first.row, block: block) - first.left,
      firstFloat(row: second.row, block: block) - second.left
    )
    // The pixel right of a row's last block lies in the plane after that.
    precondition(max(one, two) + 3 * stride + 64 <= planes.count, "a row of other planes")
    return unsafe planes.withUnsafeBufferPointer { planes in
      guard let base = planes.baseAddress else { return 0 }
      let (p, q, target) = unsafe (base + one, base + two, clip.target.cTarget)
      return switch question {
      case .isLost: unsafe p3_lost_pairs(target, p, q, stride, 1)
      case .isNear: unsafe p3_near_pairs(target, p, q, stride, 1)
      case .isAlike: unsafe p3_alike_pairs(target, p, q, stride, 1, wanted)
      }
    }
  }

  /// Where in `planes` a block of a row begins.
  private func firstFloat(row: Int, block: Int) -> Int {
    row * Self.planesPerRow * stride + Self.lead + 64 * block
  }
}
