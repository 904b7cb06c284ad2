import Oracles
import Pixels
import TestSupport
import Testing

@testable import ColorManagement

@Suite("Conversions there and back")
struct RoundTripTests {
  private static let toP3 = converter(.sRGB, .displayP3)
  private static let toSRGB = converter(.displayP3, .sRGB)

  @Test("greys come back equal, all 65,536 of them")
  func greys() {
    var different = 0
    for code in 0...UInt16.max {
      let there = Self.toP3.convert(code, code, code)
      if there != SIMD3(repeating: code) || Self.toSRGB.convert(code, code, code) != there { different += 1 }
    }
    #expect(different == 0)
  }

  @Test("8-bit sRGB colours come back equal after rounding to 8 bits")
  func eightBit() {
    var generator = SplitMix64(seed: 8)
    for _ in 0..<20000 {
      let color = SIMD3<UInt16>.init(
        .random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator),
        .random(in: 0...255, using: &generator))
      let wide = color &* 257
      let there = Self.toP3.convert(wide.x, wide.y, wide.z)
      let back = Self.toSRGB.convert(there.x, there.y, there.z)
      let rounded = SIMD3<UInt16>(Self.eightBits(back.x), Self.eightBits(back.y), Self.eightBits(back.z))
      #expect(rounded == color)
    }
  }

  @Test("Display P3 colours inside sRGB come back within one code")
  func insideSRGB() {
    var generator = SplitMix64(seed: 16)
    var inside = 0
    for _ in 0..<20000 {
      let color = SIMD3<UInt16>.random(in: 0...65535, using: &generator)
      let linear = Self.toSRGB.linear(color.x, color.y, color.z)
      // A colour at the very end of a channel loses up to half a code there.
      guard linear.min() >= 0, linear.max() <= 1 else { continue }
      inside += 1
      let there = Self.toSRGB.convert(color.x, color.y, color.z)
      let back = Self.toP3.convert(there.x, there.y, there.z)
      for channel in 0..<3 { #expect(abs(Int(back[channel]) - Int(color[channel])) <= 1) }
    }
    #expect(inside > 8000)
  }

  /// v·255/65535 rounded half up.
  private static func eightBits(_ code: UInt16) -> UInt16 { UInt16((UInt32(code) + 128) / 257) }

  private static func converter(_ source: RGBColorSpace, _ destination: RGBColorSpace) -> ReferenceConverter {
    guard
      let plan = try? ConversionPlan(
        source: source.profile, destination: destination.profile, sourceIsGrayImage: false),
      case .matrix(let conversion) = plan.executor
    else { preconditionFailure("built-in RGB spaces convert by matrix") }
    return ReferenceConverter(conversion)
  }
}
