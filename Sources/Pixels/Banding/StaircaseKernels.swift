internal import CPixelKernels

/// The vector kernels inside `StaircaseScanner`, one call each, for their tests.
public struct StaircaseKernels: Sendable {
  /// Samples that kernels may write behind a row.
  private static let margin = 64

  /// The instructions that the kernels use.
  public let target: KernelTarget

  /// The kernels of `target`, which this CPU can run.
  public init(target: KernelTarget) { self.target = target }

  /// Where a row differs from its left neighbours and from the row above: one bit per sample each.
  public struct Marks: Sendable, Hashable {
    /// At all.
    public var right, down: [UInt64]
    /// By more than half an 8-bit code.
    public var rightLarge, downLarge: [UInt64]

    /// Four rows of marks, ⌈samples / 64⌉ words each.
    public init(right: [UInt64], down: [UInt64], rightLarge: [UInt64], downLarge: [UInt64]) {
      self.right = right
      self.down = down
      self.rightLarge = rightLarge
      self.downLarge = downLarge
    }
  }

  /// Marks of a row of interleaved pixels; its first pixel has no left neighbour to differ from.
  public func marks(of row: [UInt16], above: [UInt16], channels: Int) -> Marks {
    precondition(row.count == above.count && row.count % channels == 0, "two rows of one length")
    let words = (row.count + 63) / 64
    let bits = [UInt64](repeating: 0, count: words)
    var marks = Marks(right: bits, down: bits, rightLarge: bits, downLarge: bits)
    // Whole words: zeros behind both rows. Marks of the words' last bits, behind the row, mean nothing.
    let padding = [UInt16](repeating: 0, count: 64 - row.count % 64)
    let here = Array(row[..<channels]) + row + padding
    unsafe here.withUnsafeBufferPointer { here in
      guard let first = here.baseAddress else { return }
      unsafe marks.right.withUnsafeMutableBufferPointer { right in
        unsafe marks.down.withUnsafeMutableBufferPointer { down in
          unsafe marks.rightLarge.withUnsafeMutableBufferPointer { rightLarge in
            unsafe marks.downLarge.withUnsafeMutableBufferPointer { downLarge in
              var pointers = unsafe p3_band_marks(
                right: right.baseAddress, down: down.baseAddress, right_large: rightLarge.baseAddress,
                down_large: downLarge.baseAddress)
              unsafe kernels.compare(
                first + channels, above + padding, Int32(channels), words, &pointers)
            }
          }
        }
      }
    }
    return marks
  }

  /// Averages of 2 × 2 pixels of two interleaved rows.
  public func averages(_ upper: [UInt16], _ lower: [UInt16], channels: Int) -> [UInt16] {
    let pixels = upper.count / channels / 2
    var averages = [UInt16](repeating: 0, count: pixels * channels + Self.margin)
    unsafe kernels.average(upper, lower, Int32(channels), pixels, &averages)
    return Array(averages[..<(pixels * channels)])
  }

  /// Counts, per pixel, the rows of `changes` that have a bit set for any of its channels, at most 64 of them, and
  /// returns the sums over every `step` of `pixels` pixels.
  public func counts(of changes: [[UInt64]], channels: Int, pixels: Int, step: Int) -> [Int] {
    let blocks = Self.blocks(of: changes[0])
    let digits = Int(P3_BAND_MOST_DIGITS)
    var counts = [UInt64](repeating: 0, count: blocks * Self.block * digits)
    for row in changes {
      unsafe kernels.count(Self.padded(row), Int32(channels), blocks, Int32(digits), &counts)
    }
    var sums = [UInt32](repeating: 0, count: (pixels + step - 1) / step)
    unsafe kernels.sum(counts, Int32(digits), pixels * channels, step * channels, Int32(channels), &sums)
    return sums.map { Int($0) }
  }

  /// The edges that no other edge of their channel follows in the next three samples.
  public func starts(in edges: [UInt64], channels: Int) -> [UInt64] {
    let blocks = Self.blocks(of: edges)
    var starts = [UInt64](repeating: 0, count: blocks * Self.block)
    var list = [UInt32](repeating: 0, count: (blocks + 1) * Self.block)
    let count = unsafe kernels.starts(Self.padded(edges), Int32(channels), blocks, &starts, &list)
    let listed = starts.indices.filter { starts[$0] != 0 }
    precondition(listed.elementsEqual(list[..<count].map { Int($0) }), "the list has the words that have any")
    return Array(starts[..<edges.count])
  }

  private static let block = Int(P3_BAND_BLOCK)

  private static func blocks(of words: [UInt64]) -> Int { (words.count + block - 1) / block }

  /// Whole blocks, and one of zeros.
  private static func padded(_ words: [UInt64]) -> [UInt64] {
    words + [UInt64](repeating: 0, count: (blocks(of: words) + 1) * block - words.count)
  }

  private var kernels: p3_band_kernels { unsafe p3_band_kernels_for(target.cTarget).pointee }
}
