/// How many pixels differ by how much: CIEDE2000 in steps that double, as each doubling is a step that people notice.
package struct DifferenceSpread: Sendable, Hashable, Codable {
  /// Where the steps end, from the first on; the last step has no end.
  package static let ends: [Float] = [0.5, 1, 2, 4, 8, 16, 32]

  /// Pixels of each step. A difference that is an end counts in the step above it.
  package private(set) var counts = [Int](repeating: 0, count: ends.count + 1)

  /// Of no pixels.
  package init() {}

  /// Adds `count` pixels that differ by `difference`, which is above 0.
  package mutating func add(_ difference: Float, count: Int) { counts[Self.step(of: difference)] += count }

  /// The same for many differences and the pixels of each.
  package mutating func add(_ differences: Span<Float>, counts pixels: Span<UInt32>) {
    precondition(differences.count == pixels.count, "pixels for each difference")
    var sums = counts.mutableSpan
    for index in differences.indices { sums[Self.step(of: differences[index])] += Int(pixels[index]) }
  }

  /// The pixels of two parts of an image.
  package static func + (a: Self, b: Self) -> Self {
    var sum = a
    for step in sum.counts.indices { sum.counts[step] += b.counts[step] }
    return sum
  }

  /// The number of the last step, `ends.count`: a constant here, since the array's count would be loaded for each difference.
  private static let lastStep = 7

  /// The ends are powers of two: the exponent alone says the step.
  private static func step(of difference: Float) -> Int {
    let exponent = Int(difference.bitPattern >> 23) - 127
    return min(max(exponent + 2, 0), lastStep)
  }
}
