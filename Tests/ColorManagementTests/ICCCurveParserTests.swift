import Pixels
import Testing

@testable import ColorManagement

@Suite("ICCCurveParser")
struct ICCCurveParserTests {
  @Test("reads the three kinds of curveType")
  func curveType() throws {
    #expect(try curve("curv", [0, 0, 0, 0]) == .identity)
    #expect(try curve("curv", [0, 0, 0, 1, 2, 51]) == .parametric(.gamma(563.0 / 256)))
    #expect(try curve("curv", [0, 0, 0, 3, 0, 0, 0x40, 0, 0xFF, 0xFF]) == .sampled([0, 0x4000, 0xFFFF]))
    #expect(try curve("curv", [0, 0, 0, 2, 0xFF, 0xFF, 0, 0]).linear(0.25) == 0.75)
  }

  @Test("refuses curves that do not fit, or whose numbers mean nothing")
  func refusals() {
    for (type, content) in [
      ("curv", [0, 0, 0, 3, 0, 0, 1, 1]), ("curv", [255, 255, 255, 255]), ("curv", [0, 0, 0, 1, 0, 0]),
      ("curv", []), ("para", [0, 0, 0, 0]), ("para", [0, 5, 0, 0] + fixed(1)),
      ("para", [0, 0, 0, 0] + fixed(-1)),
      // 32767^32767.
      ("para", [0, 3, 0, 0] + [32767, 32767, 0, 0, 0].flatMap { fixed($0) }),
    ] as [(String, [UInt8])] {
      #expect(throws: ColorError.self) { try curve(type, content) }
    }
  }

  @Test("reads the five parametric functions of ICC.1:2022, table 68")
  func parametricTypes() throws {
    let type0 = try parametric(0, [2])
    #expect(type0.linear(0.5) == 0.25)
    // (2x − 0.5)² from x = 0.25 on, 0 below.
    let type1 = try parametric(1, [2, 2, -0.5])
    #expect(type1.linear(0.2) == 0 && type1.linear(0.25) == 0 && type1.linear(0.5) == 0.25)
    // The same plus 0.125 on both sides.
    let type2 = try parametric(2, [2, 2, -0.5, 0.125])
    #expect(type2.linear(0.2) == 0.125 && type2.linear(0.5) == 0.375)
    // (x + 0.5)² from x = 0.5 on, x/4 below.
    let type3 = try parametric(3, [2, 1, 0.5, 0.25, 0.5])
    #expect(type3.linear(0.25) == 0.0625 && type3.linear(0.5) == 1)
    // With + 0.25 above, + 0.5 below.
    let type4 = try parametric(4, [2, 1, 0.5, 0.25, 0.5, 0.25, 0.5])
    #expect(type4.linear(0.25) == 0.5625 && type4.linear(0.5) == 1.25)
  }

  @Test("takes the constant part of types 1 and 2 when a is zero, as LittleCMS does")
  func zeroSlope() throws {
    #expect(try parametric(1, [2, 0, 1]).linear(1) == 0)
    #expect(try parametric(2, [2, 0, 1, 0.5]).linear(1) == 0.5)
  }

  @Test(
    "reads back what the writer writes",
    arguments: [
      ToneCurve.parametric(.gamma(2.5)), .sampled([0, 1, 65535]), .parametric(RGBColorSpace.sRGB.transfer),
      .parametric(TransferFunction(g: 2, a: 0.5, b: 0.25, c: 1, d: 0.125, e: 0.5, f: -0.5)),
    ])
  func roundTrip(curve: ToneCurve) throws {
    #expect(try ICCCurveParser.curve(ICCProfileWriter.curve(curve)[...], tag: "rTRC") == curve)
  }

  private func curve(_ type: String, _ content: [UInt8]) throws -> ToneCurve {
    try ICCCurveParser.curve((Array(type.utf8) + [0, 0, 0, 0] + content)[...], tag: "rTRC")
  }

  private func parametric(_ type: UInt8, _ parameters: [Double]) throws -> ToneCurve {
    try curve("para", [0, type, 0, 0] + parameters.flatMap { fixed($0) })
  }

  private func fixed(_ value: Double) -> [UInt8] {
    let bits = UInt32(bitPattern: Int32(value * 65536))
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> UInt32($0)) }
  }
}
