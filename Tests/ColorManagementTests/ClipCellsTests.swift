import ColorManagement
import Oracles
import Pixels
import TestSupport
import Testing

/// Every kernel target against pairs that are compared one by one in Double.
@Suite("ClipCells")
struct ClipCellsTests {
  private typealias Painter = (_ x: Int, _ y: Int, _ random: inout SplitMix64) -> [UInt16]
  private static let limits: (apart: Double, alike: Double) = (2.5, 1)

  @Test("agree on noise", arguments: [40, 3000, 65535], KernelTarget.available)
  func noise(amplitude: Int, target: KernelTarget) throws {
    try compare(150, 60, target) { x, y, random in
      [65535 - 200 * y, 12000 + 150 * x, 4000 + 90 * (x + y)].map {
        Self.code($0 + Int(random.next() % UInt64(2 * amplitude + 1)) - amplitude)
      }
    }
  }

  @Test("agree on flat colours with hard and soft edges", arguments: KernelTarget.available)
  func edges(target: KernelTarget) throws {
    let gone = try compare(200, 70, target) { x, y, _ in
      let position = Double(max(0, min(x % 40 - 18, 4))) / 4 * Double(max(0, min(y % 30 - 12, 3))) / 3
      return Self.blend([65535, 0, 0], [60119, 13121, 9080], position)
    }
    #expect(gone > 100)
  }

  @Test(
    "agree on translucent pixels, and on every width around cells and blocks",
    arguments: KernelTarget.available)
  func widths(target: KernelTarget) throws {
    for width in [1, 2, 3, 7, 8, 9, 31, 32, 33, 34, 63, 64, 65, 96, 100] {
      try compare(width, 1 + width % 37, target) { x, y, random in
        let alpha: UInt16 = random.next() % 9 == 0 ? 0x7FFF : random.next() % 3 == 0 ? 0x8000 : 65535
        return [65535, Self.code(160 * x + 220 * y), Self.code(Int(random.next() % 9000)), alpha]
      }
    }
  }

  @Test("agree where only parts of an image leave the gamut", arguments: KernelTarget.available)
  func mixed(target: KernelTarget) throws {
    try compare(300, 90, target) { x, y, random in
      let inside = (x / 50 + y / 23) % 3 > 0
      let base = inside ? [30000, 32000, 28000] : [64000 - 60 * y, 9000 + 40 * x, 5000]
      return base.map { Self.code($0 + Int(random.next() % 1200)) }
    }
  }

  // MARK: Helpers

  private static func blend(_ a: [UInt16], _ b: [UInt16], _ t: Double) -> [UInt16] {
    zip(a, b).map { UInt16(Double($0) + (Double($1) - Double($0)) * t) }
  }

  private static func code(_ value: Int) -> UInt16 { UInt16(min(max(value, 0), 65535)) }

  /// Compares all cells of an image in two spaces. Returns how many pairs are gone.
  @discardableResult
  private func compare(_ width: Int, _ height: Int, _ target: KernelTarget, _ paint: Painter) throws -> Int {
    var random = SplitMix64(seed: UInt64(width))
    let samples = (0..<width * height).flatMap { paint($0 % width, $0 / width, &random) }
    let format = PixelFormat(isGray: false, hasAlpha: samples.count == 4 * width * height)
    let image = PixelBuffer(width: width, height: height, format: format, samples: samples)
    var gone = 0
    for source in [RGBColorSpace.rec2020, .displayP3] {
      let plan = try ConversionPlan(
        source: source.profile, destination: RGBColorSpace.sRGB.profile, sourceIsGrayImage: false)
      let reference = try ReferenceClipCells(image, plan, apart: Self.limits.apart, alike: Self.limits.alike)
      let rows = try self.rows(of: image, plan, target)
      #expect(rows.count == reference.rows)
      for (y, row) in rows.enumerated() {
        #expect(row.count == (width < 2 ? 0 : reference.columns))
        for (x, cell) in row.enumerated() {
          check(
            cell, reference.cells[y * reference.columns + x],
            "cell \(x), \(y) of \(width) × \(height), \(source)")
          gone += cell.gone
        }
      }
    }
    return gone
  }

  private func check(_ cell: ClipCells.Cell, _ expected: ReferenceClipCells.Cell, _ place: Comment) {
    guard cell.isFound else {
      #expect(expected.gone.lowerBound == 0 && expected.outside.lowerBound == 0, place)
      return
    }
    #expect(expected.gone.contains(cell.gone) && expected.kept.contains(cell.kept), place)
    #expect(expected.outside.contains(cell.outside) && cell.isOpaque == (expected.opaque == 16), place)
    let (first, second) = cell.pair
    #expect((cell.gone > 0) == (first != second), place)
    guard cell.isOpaque else { return }
    for (mean, sum) in [(cell.before, expected.before), (cell.after, expected.after)] {
      let off = SIMD3<Double>(mean) - sum / 16
      #expect((off * off).sum() < 1e-5, place)
    }
  }

  private func rows(
    of image: borrowing PixelBuffer, _ plan: ConversionPlan, _ target: KernelTarget
  ) throws -> [[ClipCells.Cell]] {
    let converter = PixelConverter(try plan.gamutConversion(), target: target)
    var cells = ClipCells(
      width: image.width, format: image.format, cones: try OKLabTransform(plan.destination).conesFromRGB,
      apart: Float(Self.limits.apart), alike: Float(Self.limits.alike), target: target)
    var outside: [UInt8] = []
    let samples = image.samples.span
    _ = converter.tally(samples, format: image.format, outside: &outside)
    var rows: [[ClipCells.Cell]] = []
    for y in 0..<image.height {
      let row = samples.extracting(y * image.rowStride..<(y + 1) * image.rowStride)
      guard cells.add(row, outside: outside, firstBit: y * image.width) else { continue }
      rows.append(found(&cells, converter))
    }
    if cells.addRest() { rows.append(found(&cells, converter)) }
    return rows
  }

  private func found(_ cells: inout ClipCells, _ converter: PixelConverter) -> [ClipCells.Cell] {
    let isActive = cells.find(converter)
    return (0..<cells.count).map { isActive ? cells[$0] : .empty }
  }
}
