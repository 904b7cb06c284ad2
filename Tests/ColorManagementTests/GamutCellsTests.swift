import Pixels
import TestSupport
import Testing

@testable import ColorManagement

@Suite("GamutCells")
struct GamutCellsTests {
  @Test(
    "mark only colours that the mapping leaves alone, and many of them",
    arguments: [GamutMapping.chroma, .soft])
  func untouched(method: GamutMapping) throws {
    for (source, destination) in [(RGBColorSpace.displayP3, RGBColorSpace.sRGB), (.proPhoto, .displayP3)] {
      let plan = try ConversionPlan(
        source: source.profile, destination: destination.profile, sourceIsGrayImage: false)
      let conversion = try plan.gamutConversion()
      let mapper = try GamutMapper(method, source: source.profile, destination: destination.profile)
      let cells = mapper.untouchedCells(conversion, inside: GamutCells(inside: conversion))
      let tables = conversion.source.map { $0.linearValuesOfCodes() }
      var generator = SplitMix64(seed: 5)
      var marked = 0
      for _ in 0..<4000 {
        let color = SIMD3<UInt16>.random(in: 0...65535, using: &generator)
        guard cells.surelyContain(color.x, color.y, color.z) else { continue }
        marked += 1
        let linear = conversion.matrix.multiplied(
          by: [tables[0][Int(color.x)], tables[1][Int(color.y)], tables[2][Int(color.z)]])
        #expect(mapper.mapped(linear) == linear, "\(color)")
      }
      #expect(marked > 300)
    }
  }

  @Test("take in the extremes of curves that are not monotone")
  func bumpyCurve() throws {
    // A spike in the middle of one step leaves the gamut, its ends do not.
    var entries = (0..<1025).map { UInt16($0 * 40) }
    entries[400] = 65535
    let curve = ToneCurve.sampled(entries)
    let matrix = Matrix3x3([1.2, -0.1, -0.1], [0, 1, 0], [0, 0, 1])
    let cells = GamutCells(
      inside: MatrixConversion(
        source: [curve, .identity, .identity], matrix: matrix,
        destination: [.identity, .identity, .identity]))
    let step = UInt16(400 * 64)
    #expect(!cells.surelyContain(step, 8000, 8000))
    #expect(cells.surelyContain(step - 4096, 8000, 8000))
  }
}

extension GamutCells {
  /// Whether the colour lies in a marked cell. If not, it may still lie inside of the gamut.
  fileprivate func surelyContain(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> Bool {
    let shift = UInt16(16 - Self.bits)
    let word = marks[Int(red >> shift) << Self.bits | Int(green >> shift)]
    return word >> UInt32(blue >> shift) & 1 == 1
  }
}
