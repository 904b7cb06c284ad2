import Colors
import Pixels
import Testing

@testable import DarkMode

struct SofteningVerdictsTests {
  /// The verdicts on two drawings in several inks on a white page, and on a dot in their darkest ink. The first drawing would have
  /// new edges, solved pixel by pixel. Both fill a third of their boxes.
  ///
  /// - Parameter losesGrays: whether light greys are lowered with the page, which becomes transparent otherwise.
  private func verdicts(broken: UInt32, solved: UInt32, losesGrays: Bool = true) -> [SofteningVerdict] {
    let list = [
      region(0, outer: 0, pixels: 0, []), region(1, outer: 0, pixels: 100_000, [.light, .open]),
      region(2, outer: 1, pixels: broken, broken > 0 ? .broken : []), region(3, outer: 1, pixels: solved, []),
      region(4, outer: 1, pixels: 100, [.oneInk, .solid]),
      region(5, outer: 1, pixels: 100, .line, color: 65535, height: 40),
      region(6, outer: 1, pixels: 100, .line, height: 40),
    ]
    return verdicts(list, losesGrays: losesGrays)
  }

  private func verdicts(_ list: [SofteningRegion], losesGrays: Bool = true) -> [SofteningVerdict] {
    let tables = SofteningTables(
      curves: [ToneCurve](repeating: .parametric(WCAGContrast.transfer), count: 3),
      luminance: WCAGContrast.luminanceWeights, format: .rgb16)
    let paper = SofteningPaper(color: SIMD3(repeating: 65535), tables: tables)
    let loss = paper.loss(to: 0.72, tables: tables)
    return SofteningVerdicts(
      regions: list, components: [], roots: [], meetings: [], leastLight: 0.9, paper: paper,
      panel: SofteningPanelCurve(paper: paper, loss: losesGrays ? loss : SIMD3()), tables: tables
    ).regions
  }

  /// A region of mid grey.
  ///
  /// - Parameter boxes: the pixels of the box around it, for each of its own.
  private func region(
    _ label: Int, outer: Int, pixels: UInt32, _ traits: SofteningRegion.Traits, color: UInt16 = 30000,
    boxes: UInt32 = 3, height: Int = 20, thickness: UInt16 = 40, depth: UInt16 = 0
  ) -> SofteningRegion {
    SofteningRegion(
      parent: label, outer: outer, pixels: pixels, columns: 0..<Int(pixels) * Int(boxes) / max(1, height),
      rows: 0..<height, blends: 0,
      color: SIMD3(repeating: color),
      thickness: thickness, depth: depth, traits: traits)
  }

  @Test("Drawings in several inks are lowered alike where most of them would have new edges")
  func broken() {
    #expect(verdicts(broken: 2000, solved: 1000)[2...3] == [.paper, .paper])
    #expect(verdicts(broken: 1000, solved: 2000)[2...3] == [.paper, .mixed])
  }

  @Test("Where paper becomes transparent, drawings in several inks keep their colours")
  func knockout() {
    let verdicts = verdicts(broken: 2000, solved: 1000, losesGrays: false)
    #expect(verdicts[2...3] == [.mixed, .mixed])
    // Lines as light as the paper that was found later have no darkest grey.
    #expect(verdicts[5] == .grays(slope: 1, offset: 0))
    #expect(verdicts[6] == .grays(slope: 65535 / 35535, offset: 30000 / 35535))
  }

  @Test("A dot loses all that is white in it where a drawing in its ink does")
  func loweredInk() {
    #expect(verdicts(broken: 1000, solved: 2000)[4] == .paper)
    #expect(verdicts(broken: 0, solved: 2000)[4] != .paper)
  }

  @Test("White strokes of up to 65,535 pixels in a row stay on a plate, if they are half as wide at most")
  func wideStrokes() {
    func verdict(thickness: UInt16) -> SofteningVerdict {
      verdicts([
        region(0, outer: 0, pixels: 0, []), region(1, outer: 0, pixels: 10_000_000, [.light, .open]),
        region(
          2, outer: 1, pixels: 3_000_000, [.oneInk, .solid, .plate], color: 10000, boxes: 1, thickness: 65535),
        region(
          3, outer: 2, pixels: 900_000, [.light, .onPlate, .sign], color: 10000, thickness: thickness,
          depth: 8),
      ])[3]
    }
    #expect(verdict(thickness: 30000) == .kept)
    #expect(verdict(thickness: 40000) == .paper)
  }

  @Test("A light region of three thousand million pixels is judged as others are")
  func hugeRegion() {
    let found = verdicts([
      region(0, outer: 0, pixels: 0, []), region(1, outer: 0, pixels: 10_000_000, [.light, .open]),
      region(2, outer: 1, pixels: 4_000_000_000, [.oneInk, .solid], color: 10000, boxes: 1),
      region(3, outer: 2, pixels: 3_000_000_000, .light, color: 10000, boxes: 1),
    ])
    #expect(found[3] == .paper)
  }

  @Test(
    "A wide opening near the rim of a shaded drawing goes down with the page, and so does a gap in it; a badge keeps its tick"
  )
  func openings() {
    func verdict(opening: UInt16) -> SofteningVerdict {
      verdicts([
        region(0, outer: 0, pixels: 0, []), region(1, outer: 0, pixels: 100_000, [.light, .open]),
        region(2, outer: 1, pixels: 20_000, [], color: 10000, boxes: 1),
        region(3, outer: 2, pixels: 200, .light, color: 10000, thickness: 8, depth: 20),
        region(4, outer: 2, pixels: 500, .light, color: 10000, thickness: opening, depth: 2),
      ])[3]
    }
    #expect(verdict(opening: 10) == .kept)
    #expect(verdict(opening: 12) == .paper)
  }

  @Test(
    "The counter of a letter that touches a plate goes down, though it has the height of the signs on the plate"
  )
  func counterOfTheirHeight() {
    func verdict(depth: UInt16) -> SofteningVerdict {
      let signs = (3..<6).map { label in
        region(label, outer: 2, pixels: 100, [.light, .onPlate], color: 10000, thickness: 5, depth: 8)
      }
      return verdicts(
        [
          region(0, outer: 0, pixels: 0, []), region(1, outer: 0, pixels: 100_000, [.light, .open]),
          region(2, outer: 1, pixels: 20_000, .plate, color: 10000, boxes: 1),
        ] + signs + [
          region(6, outer: 2, pixels: 150, .light, color: 0, thickness: 5, depth: depth),
          region(7, outer: 2, pixels: 300, .light, color: 0, thickness: 30, depth: 2),
        ])[6]
    }
    #expect(verdict(depth: 8) == .kept)
    #expect(verdict(depth: 2) == .paper)
  }

  @Test(
    "A grey is an ink where as many letters end at it as at darker ones: those of blurred text end at any grey"
  )
  func plainInks() {
    func floor(darker: Int) -> Double? {
      let letters = (0..<10).map { _ in 0.27 } + (0..<darker).map { 0.15 + 0.005 * Double($0) }
      let list =
        [region(0, outer: 0, pixels: 0, []), region(1, outer: 0, pixels: 100_000, [.light, .open])]
        + letters.enumerated().map { index, level in
          region(index + 2, outer: 1, pixels: 100, [.oneInk, .line], color: UInt16(level * 65535))
        }
      let paper = SIMD3<UInt16>(repeating: 65535)
      return SofteningPlainInks(list, paper: paper).floor(of: SofteningInk(gray: 0.3))
    }
    #expect((floor(darker: 10) ?? 0) > 0.26)
    #expect(floor(darker: 15) == nil)
  }

  @Test("Two openings near the rim of a drawing show that what begins beside level ink in it is no writing")
  func openingsBesideStrokes() {
    func verdict(opening: UInt16) -> SofteningVerdict {
      let strokes = (3..<6).map { label in
        region(label, outer: 2, pixels: 100, [.light, .onPlate], color: 10000, thickness: 5, depth: 20)
      }
      let openings = (6..<8).map { label in
        region(label, outer: 2, pixels: 500, .light, color: 10000, thickness: opening, depth: 2)
      }
      return verdicts(
        [
          region(0, outer: 0, pixels: 0, []), region(1, outer: 0, pixels: 100_000, [.light, .open]),
          region(2, outer: 1, pixels: 20_000, [], color: 10000, boxes: 1),
        ] + strokes + openings)[3]
    }
    #expect(verdict(opening: 10) == .kept)
    #expect(verdict(opening: 12) == .paper)
  }
}
