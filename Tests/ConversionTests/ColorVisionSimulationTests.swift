import Analysis
import ColorManagement
import Colors
import Foundation
import Pixels
import TestSupport
import Testing

@testable import Conversion
@testable import PixelConversion

@Suite struct ColorVisionSimulationTests {
  /// What `vision` sees of 8-bit colours in `profile`, each `RRGGBB`.
  private static func seen(
    _ colors: [String], _ vision: ColorVision, severity: Double = 1,
    profile: ICCProfile = RGBColorSpace.sRGB.profile
  ) throws -> [String] {
    let samples = try colors.flatMap { text -> [UInt16] in
      let code = try #require(UInt32(text, radix: 16))
      return [code >> 16, code >> 8 & 255, code & 255].map { UInt16($0) * 257 }
    }
    var strip = PixelBuffer(width: colors.count, height: 1, format: .rgb16, samples: samples)
    let simulation = try #require(
      try ColorVisionSimulation(vision, severity: severity, profile: profile))
    PixelExecutor(simulation).convert(&strip)
    return (0..<colors.count).map { index in
      strip.samples[3 * index..<3 * index + 3].map {
        let digits = String((Int($0) * 255 + 32767) / 65535, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }
  }

  /// Values of libDaltonLens for Brettel's tritanopia, of the authors' matrices for the others.
  @Test(arguments: [
    (ColorVision.protanopia, ["6D5F00", "FFE500", "0059FF", "776C3A"]),
    (.deuteranopia, ["A39000", "EFD63A", "003DFB", "A89733"]),
    (.tritanopia, ["FF004E", "79E9FF", "006288", "FF2F5E"]),
  ])
  func purePrimariesAreSeenAsPublished(vision: ColorVision, expected: [String]) throws {
    #expect(try Self.seen(["FF0000", "00FF00", "0000FF", "FF383C"], vision) == expected)
  }

  @Test(.enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"))
  func everySharedVectorIsSeenAsItSays() throws {
    struct Vectors: Decodable {
      struct Simulated: Decodable {
        let hex: String
        let machado, brettel: [String: String]
      }

      let cvd: [Simulated]
    }
    let file = try SharedFolder.file("data/color-vectors.json")
    let vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(vectors.cvd.count > 3)
    for vector in vectors.cvd {
      func hex(_ vision: ColorVision) throws -> String { "#" + (try Self.seen([vector.hex], vision)[0]) }
      #expect(try hex(.protanopia) == vector.machado["protan"], "\(vector.hex)")
      #expect(try hex(.deuteranopia) == vector.machado["deutan"], "\(vector.hex)")
      #expect(try hex(.tritanopia) == vector.brettel["tritan"], "\(vector.hex)")
    }
  }

  @Test(arguments: ColorVision.allCases, [RGBColorSpace.sRGB, .displayP3, .adobeRGB, .rec2020])
  func greyStaysInEveryCode(vision: ColorVision, space: RGBColorSpace) throws {
    let codes = (0...65535).map { UInt16($0) }
    var strip = PixelBuffer(
      width: 65536, height: 1, format: .rgb16, samples: codes.flatMap { [$0, $0, $0] })
    let before = strip.samples
    let simulation = try #require(
      try ColorVisionSimulation(vision, severity: 0.7, profile: space.profile))
    PixelExecutor(simulation).convert(&strip)
    #expect(strip.samples == before)
  }

  /// A red of Display P3 keeps its light outside sRGB: in the file's own space nothing is cut that fits.
  @Test func aWideGamutIsKept() throws {
    let profile = RGBColorSpace.displayP3.profile
    #expect(try Self.seen(["FF0000"], .protanopia, profile: profile) != ["6D5F00"])
    // The same light, tagged either way, is seen as the same light.
    let plan = try ConversionPlan(
      source: RGBColorSpace.sRGB.profile, destination: profile, sourceIsGrayImage: false)
    let colors: [UInt16] = [40000, 30000, 20000, 12345, 54321, 33333]
    let inStandard = PixelBuffer(width: 2, height: 1, format: .rgb16, samples: colors)
    var inWide = inStandard.clone()
    try PixelExecutor(plan, mapping: .clip).convert(&inWide)
    for vision in ColorVision.allCases {
      var one = inStandard.clone()
      var other = inWide.clone()
      let standard = try #require(
        try ColorVisionSimulation(vision, severity: 1, profile: RGBColorSpace.sRGB.profile))
      PixelExecutor(standard).convert(&one)
      try PixelExecutor(plan, mapping: .clip).convert(&one)
      PixelExecutor(try #require(try ColorVisionSimulation(vision, severity: 1, profile: profile)))
        .convert(&other)
      // Both round twice, to 16 bits.
      for (a, b) in zip(one.samples, other.samples) { #expect(abs(Int(a) - Int(b)) <= 2) }
    }
  }

  @Test func severityGoesFromNothingToAll() throws {
    let colors = ["FF0000", "12C8A0"]
    for vision in ColorVision.allCases {
      #expect(try Self.seen(colors, vision, severity: 0) == colors)
    }
    // A step of the authors' table: protanomaly 0.5 has 0.458064, 0.092785 and -0.007494 in its first column.
    #expect(try Self.seen(["FF0000"], .protanopia, severity: 0.5) == ["B45600"])
    // Between two steps the mixture of both; half of Brettel's way.
    let reds = try [0.3, 0.35, 0.4].map {
      try #require(UInt8(Self.seen(["FF0000"], .deuteranopia, severity: $0)[0].prefix(2), radix: 16))
    }
    #expect(reds[0] > reds[1] && reds[1] > reds[2])
  }

  @Test func tablesHaveNoLinearLight() throws {
    let tables = try ICCProfile(bytes: TableProfile.bytes)
    #expect(try ColorVisionSimulation(.protanopia, severity: 1, profile: tables) == nil)
    #expect(throws: ColorError.self) {
      try ColorVisionSimulation(.protanopia, severity: 1, profile: RGBColorSpace.sRGB.grayProfile)
    }
  }
}
