/// How many pixels differ by how much: a histogram of CIEDE2000 whose steps double, as people notice each doubling.
package struct DifferenceSpread: Sendable, Hashable, Codable {
  /// The upper end of each step but the last, which has none, in CIEDE2000.
  package static let ends: [Float] = [0.5, 1, 2, 4, 8, 16, 32]

  /// Pixels in each step. A difference equal to an end belongs to the step above.
  package private(set) var counts = [Int](repeating: 0, count: ends.count + 1)

  /// A histogram of no pixels.
  package init() {}

  /// Adds `count` pixels that differ by `difference`, which is above 0.
  package mutating func add(_ difference: Float, count: Int) { counts[Self.step(of: difference)] += count }

  /// Adds many differences, with the number of pixels of each.
  package mutating func add(_ differences: Span<Float>, counts pixels: Span<UInt32>) {
    precondition(differences.count == pixels.count, "pixels for each difference")
    var sums = counts.mutableSpan
    for index in differences.indices { sums[Self.step(of: differences[index])] += Int(pixels[index]) }
  }

  /// The sum of two parts of an image.
  package static func + (a: Self, b: Self) -> Self {
    var sum = a
    for step in sum.counts.indices { sum.counts[step] += b.counts[step] }
    return sum
  }

  /// The number of the last step, `ends.count`, as a constant: the array's count would be loaded for each difference.
  private static let lastStep = 7

  /// The ends are powers of two, so the exponent determines the step.
  private static func step(of difference: Float) -> Int {
    let exponent = Int(difference.bitPattern >> 23) - 127
    return min(max(exponent + 2, 0), lastStep)
  }
}
