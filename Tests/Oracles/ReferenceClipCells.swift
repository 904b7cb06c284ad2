package import ColorManagement
import Foundation
package import Pixels

/// What `ClipCells` is compared with: the cells of a whole image, pair by pair, in Double.
public struct ReferenceClipCells {
  /// One cell of 8 × 8 pixels. Of what floats decide there is the least and the most.
  public struct Cell {
    /// Pairs that are gone.
    public var gone = 0...0
    /// Pairs that stay apart.
    public var kept = 0...0
    /// Pixels of half size out of gamut.
    public var outside = 0...0
    /// Pixels of half size of four that are at least half opaque.
    public var opaque = 0
    /// The sum of OKLab times 100 over opaque pixels, before the clip.
    public var before = SIMD3<Double>()
    /// After it.
    public var after = SIMD3<Double>()
  }

  /// A pixel of half size.
  private struct Pixel {
    var before = SIMD3<Double>()
    var after = SIMD3<Double>()
    /// How far its channel that is farthest out lies outside 0…1.
    var excess = 0.0
  }

  /// The most that a float distance may be off, and a float linear value.
  private static let margin = (distance: 0.004, linear: 2e-6)

  /// Cells of a row.
  public let columns: Int
  /// Rows of cells.
  public let rows: Int
  /// Row after row.
  public private(set) var cells: [Cell]

  private let width: Int
  private let height: Int
  /// Nil where one of the four pixels is less than half opaque.
  private var pixels: [Pixel?] = []

  /// The cells of an image that is tagged with the plan's source, for its destination.
  package init(_ image: borrowing PixelBuffer, _ plan: ConversionPlan, apart: Double, alike: Double) throws {
    (width, height) = (image.width / 2, image.height / 2)
    columns = (width + 3) / 4
    rows = width == 0 ? 0 : (height + 3) / 4
    cells = [Cell](repeating: Cell(), count: columns * rows)
    let converter = PixelConverter(try plan.gamutConversion())
    let space = try OKLabTransform(plan.destination)
    for y in 0..<height {
      for x in 0..<width { pixels.append(Self.pixel(image, x, y, converter, space)) }
    }
    for y in 0..<height {
      for x in 0..<width {
        add(x, y)
        if x >= 2 { compare(x, y, with: y * width + x - 2, apart, alike) }
        if y >= 2 { compare(x, y, with: (y - 2) * width + x, apart, alike) }
      }
    }
  }

  private static func pixel(
    _ image: borrowing PixelBuffer, _ x: Int, _ y: Int, _ converter: PixelConverter, _ space: OKLabTransform
  ) -> Pixel? {
    let channels = image.format.channelCount
    let corners = [(0, 0), (0, 1), (1, 0), (1, 1)].map {
      (2 * y + $0.1) * image.rowStride + (2 * x + $0.0) * channels
    }
    if channels == 4, corners.contains(where: { image.samples[$0 + 3] < 0x8000 }) { return nil }
    func mean(_ a: Int, _ b: Int) -> Int { (a + b + 1) / 2 }
    let codes = (0..<3).map { channel -> UInt16 in
      let values = corners.map { Int(image.samples[$0 + channel]) }
      return UInt16(mean(mean(values[0], values[1]), mean(values[2], values[3])))
    }
    let linear = converter.linear(SIMD3(codes[0], codes[1], codes[2]))
    let clip = linear.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
    return Pixel(
      before: lab(linear, space), after: lab(clip, space), excess: max(linear.max() - 1, -linear.min()))
  }

  /// OKLab times 100, of cone responses from 10⁻⁹ on.
  private static func lab(_ linear: SIMD3<Double>, _ space: OKLabTransform) -> SIMD3<Double> {
    let cones = space.conesFromRGB.multiplied(by: linear)
    let roots = SIMD3(cbrt(max(cones.x, 1e-9)), cbrt(max(cones.y, 1e-9)), cbrt(max(cones.z, 1e-9)))
    return 100 * OKLab.labFromRootsRows.multiplied(by: roots)
  }

  private mutating func add(_ x: Int, _ y: Int) {
    guard let pixel = pixels[y * width + x] else { return }
    let index = y / 4 * columns + x / 4
    cells[index].opaque += 1
    cells[index].before += pixel.before
    cells[index].after += pixel.after
    let limit = 5e-5
    cells[index].outside.add(
      surely: pixel.excess > limit + Self.margin.linear, maybe: pixel.excess > limit - Self.margin.linear)
  }

  private mutating func compare(_ x: Int, _ y: Int, with other: Int, _ apart: Double, _ alike: Double) {
    guard let first = pixels[y * width + x], let second = pixels[other] else { return }
    let index = y / 4 * columns + x / 4
    func length(_ d: SIMD3<Double>) -> Double { (d * d).sum().squareRoot() }
    let before = length(first.before - second.before), after = length(first.after - second.after)
    let margin = Self.margin.distance
    cells[index].gone.add(
      surely: before >= apart + margin && after < alike - margin,
      maybe: before >= apart - margin && after < alike + margin)
    cells[index].kept.add(surely: after >= apart + margin, maybe: after >= apart - margin)
  }
}

extension ClosedRange<Int> {
  fileprivate mutating func add(surely: Bool, maybe: Bool) {
    self = lowerBound + (surely ? 1 : 0)...upperBound + (maybe ? 1 : 0)
  }
}
