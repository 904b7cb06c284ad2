import ImageCases
import Oracles
import Pixels
import TestSupport

/// Labels a gradient by the steps measured in it, without the rule that the label is to test.
enum BandingRuler {
  /// Banded is where most pixels lie in plateaus of 8 pixels and more, all channels together, with steps of 0.2 to 4
  /// ΔE2000; clean is where they are up to 3 pixels long, or step by up to 0.08 ΔE2000. Between the two it is
  /// borderline: viewers disagree.
  ///
  /// - Parameter picture: RGB of 16 bits, without noise; the middle row and column are looked at.
  static func label(_ picture: borrowing PixelBuffer) -> BandingCase.Label {
    let (width, height) = (picture.width, picture.height)
    func color(_ x: Int, _ y: Int) -> SIMD3<UInt16> {
      let first = 3 * (y * width + x)
      return SIMD3(picture.samples[first], picture.samples[first + 1], picture.samples[first + 2])
    }
    let across = steps((0..<width).map { color($0, height / 2) })
    let down = steps((0..<height).map { color(width / 2, $0) })
    guard let (length, difference) = across.count > down.count ? median(across) : median(down) else {
      return .clean
    }
    if length <= 3 || difference <= 0.08 { return .clean }
    return length >= 8 && (0.2...4).contains(difference) ? .banded : .borderline
  }

  private typealias Step = (length: Int, difference: Double)

  /// The length of each plateau but the first and the last, and the step that ends it.
  private static func steps(_ line: [SIMD3<UInt16>]) -> [Step] {
    var steps: [Step] = []
    var start = 0
    for x in line.indices.dropFirst() where line[x] != line[x - 1] {
      if start > 0 { steps.append((x - start, lab(line[x - 1]).difference(to: lab(line[x])))) }
      start = x
    }
    return steps
  }

  private static func lab(_ color: SIMD3<UInt16>) -> ReferenceCIELAB {
    ReferenceCIELAB(encoded: SIMD3(Double(color.x), Double(color.y), Double(color.z)) / 65535)
  }

  /// The length of the plateau in which the middle pixel lies when they are sorted by length (channels that step in
  /// turn put slivers between long plateaus), and the median step.
  private static func median(_ steps: [Step]) -> Step? {
    guard steps.count >= 3 else { return nil }
    var rest = steps.reduce(0) { $0 + $1.length } / 2
    let lengths = steps.map(\.length).sorted()
    let middle = lengths.first { length in
      rest -= length
      return rest < 0
    }
    return (middle ?? 0, steps.map(\.difference).sorted()[steps.count / 2])
  }
}
