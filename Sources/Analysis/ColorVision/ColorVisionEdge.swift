import Pixels

/// Decides whether two areas meet within a line of ten pixels, and finds their colours.
///
/// The first three and the last three pixels must belong to the areas: their outermost pair is nearly equal. Between
/// the fifth and the sixth pixel the line changes from nearer one colour to nearer the other. Pixels between may be
/// mixtures of both colours, as smoothing and resizing make them, but no third colour: a line between two areas
/// separates them for everybody.
struct ColorVisionEdge: Sendable, Hashable {
  /// Pixels of the line on either side of the edge.
  static let reach = 5

  /// The largest difference, per channel in 8-bit codes, of pixels of one area.
  private static let flatness: Int32 = 8
  /// The least difference of two areas: the sum over the channels, in 8-bit codes.
  private static let leastDifference: Int32 = 12
  /// How far a mixture may lie from the straight line between both colours, as a share of its length: mixtures in
  /// linear light deviate by up to 0.24.
  private static let bulge: Float = 0.3

  /// The colours on both sides, packed.
  let before, after: UInt32

  /// - Parameter line: ten packed pixels.
  init?(_ line: SIMD16<UInt32>) {
    (before, after) = (line[2], line[7])
    guard Self.change(before, after) >= Self.leastDifference, Self.areOpaque(line),
      Self.areNear(line[0], before), Self.areNear(after, line[9]),
      share(line[4]) < 0.5, share(line[5]) >= 0.5
    else { return nil }
    for index in 3...6 where !isMixture(line[index]) { return nil }
  }

  /// Both colours, in an order independent of the side.
  var key: UInt64 { UInt64(min(before, after)) << 32 | UInt64(max(before, after)) }

  /// The position of `pixel` on the way from `before` (0) to `after` (1).
  private func share(_ pixel: UInt32) -> Float {
    let (start, chord) = (Self.vector(before), Self.vector(after) - Self.vector(before))
    return max(0, min(1, ((Self.vector(pixel) - start) * chord).sum() / (chord * chord).sum()))
  }

  /// Whether `pixel` lies between both colours or is nearly equal to one.
  private func isMixture(_ pixel: UInt32) -> Bool {
    if pixel == before || pixel == after { return true }
    let (start, chord) = (Self.vector(before), Self.vector(after) - Self.vector(before))
    let off = Self.vector(pixel) - start - share(pixel) * chord
    let most = max((chord * chord).sum() * Self.bulge * Self.bulge, Float(Self.flatness * Self.flatness))
    return (off * off).sum() <= most
  }

  // MARK: Pixels

  /// Red, green and blue at 8 bits from the lowest byte up; the highest byte is 0 for opaque pixels.
  static func packed(_ red: UInt16, _ green: UInt16, _ blue: UInt16, isOpaque: Bool) -> UInt32 {
    eightBits(red) | eightBits(green) << 8 | eightBits(blue) << 16 | (isOpaque ? 0 : 0xff00_0000)
  }

  /// The nearest 8-bit code.
  private static func eightBits(_ code: UInt16) -> UInt32 { (UInt32(code) * 255 + 32895) >> 16 }

  /// The three codes of a packed pixel.
  static func codes(_ pixel: UInt32) -> SIMD3<Int32> {
    SIMD3(Int32(pixel & 0xff), Int32(pixel >> 8 & 0xff), Int32(pixel >> 16 & 0xff))
  }

  private static func vector(_ pixel: UInt32) -> SIMD3<Float> { SIMD3<Float>(codes(pixel)) }

  private static func difference(_ one: UInt32, _ other: UInt32) -> SIMD3<Int32> {
    let difference = codes(one) &- codes(other)
    return difference.replacing(with: 0 &- difference, where: difference .< 0)
  }

  private static func change(_ one: UInt32, _ other: UInt32) -> Int32 {
    one == other ? 0 : difference(one, other).wrappedSum()
  }

  /// Whether two pixels may belong to one area.
  static func areNear(_ one: UInt32, _ other: UInt32) -> Bool {
    one == other || difference(one, other).max() <= flatness
  }

  private static func areOpaque(_ line: SIMD16<UInt32>) -> Bool {
    (0..<2 * reach).allSatisfy { line[$0] >> 24 == 0 }
  }
}
