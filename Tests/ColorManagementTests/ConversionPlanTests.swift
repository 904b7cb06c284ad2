import Pixels
import TestSupport
import Testing

@testable import ColorManagement

@Suite("ConversionPlan")
struct ConversionPlanTests {
  private let sRGB = RGBColorSpace.sRGB.profile
  private let displayP3 = RGBColorSpace.displayP3.profile

  @Test("is the identity only between numerically equal profiles")
  func identity() throws {
    #expect(try plan(sRGB, sRGB).executor == .identity)
    #expect(try plan(displayP3, displayP3, intent: .absolute).executor == .identity)
    #expect(try plan(sRGB, displayP3).executor.name == "matrix")
    // Another name, other bytes, the same numbers.
    let renamed = try ICCProfile.made(name: "renamed", chromaticities: .sRGB, curve: .identity)
    let again = try ICCProfile.made(name: "again", chromaticities: .sRGB, curve: .identity)
    #expect(renamed != again)
    #expect(try plan(renamed, again).executor == .identity)
    // The same name, another curve.
    let impostor = try ICCProfile.made(
      name: "sRGB", chromaticities: .sRGB, curve: .parametric(.gamma(2.2)))
    #expect(try plan(impostor, sRGB).executor.name == "matrix")
  }

  @Test(
    "is no identity between a sampled and a parametric curve",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)))
  func sampledIsNotParametric() throws {
    let sampled = try ICCProfile(bytes: CorpusProfiles.bytes("sRGB-v2-magic"))
    #expect(try plan(sampled, sRGB).executor.name == "matrix")
    let parametric = try ICCProfile(bytes: CorpusProfiles.bytes("sRGB-v4"))
    #expect(try plan(parametric, sRGB).executor == .identity)
  }

  @Test("takes LittleCMS for the absolute intent, for tables, and for raised blacks")
  func lcms() throws {
    #expect(try plan(sRGB, displayP3, intent: .absolute).executor.name == "lcms")
    let raised = try ICCProfile.made(
      name: "raised", chromaticities: .sRGB, curve: .sampled([655, 30000, 65535]))
    #expect(try plan(raised, sRGB).executor.name == "lcms")
    #expect(try plan(raised, sRGB, blackPointCompensation: false).executor.name == "matrix")
    #expect(try plan(raised, raised).executor == .identity)
  }

  @Test("says that matrix profiles have no perceptual or saturation table")
  func notes() throws {
    for intent in [RenderingIntent.perceptual, .saturation] {
      let plan = try plan(sRGB, displayP3, intent: intent)
      #expect(plan.executor == (try self.plan(sRGB, displayP3)).executor)
      #expect(plan.notes.count == 1 && plan.notes[0].contains("no \(intent.rawValue) table"))
    }
    #expect(try plan(sRGB, displayP3).notes.isEmpty)
  }

  @Test("keeps grey images grey, whatever their profile")
  func gray() throws {
    let gray = RGBColorSpace.sRGB.grayProfile
    #expect(try grayPlan(gray, RGBColorSpace.displayP3.grayProfile).executor == .identity)
    let linear = try ICCProfile.fromGamma(1, gray: true)
    #expect(
      try grayPlan(linear, gray).executor
        == .matrix(
          MatrixConversion(
            graySource: .identity, grayDestination: .parametric(RGBColorSpace.sRGB.transfer))))
    let illegal = try grayPlan(RGBColorSpace.rec2020.profile, gray)
    #expect(illegal.executor.name == "matrix")
    #expect(illegal.notes == ["grey image with an RGB profile: its samples are taken as R = G = B"])
    #expect(try grayPlan(sRGB, gray).executor == .identity)
  }

  @Test("refuses grey where colour is, and the other way round")
  func mismatches() {
    let gray = RGBColorSpace.sRGB.grayProfile
    #expect(throws: ColorError.self) { try plan(gray, sRGB) }
    #expect(throws: ColorError.self) { try plan(sRGB, gray) }
    #expect(throws: ColorError.self) { try grayPlan(gray, sRGB) }
  }

  @Test("refuses destinations that cannot be inverted")
  func notInvertible() throws {
    let flat = try ICCProfile.made(name: "flat", chromaticities: .sRGB, curve: .sampled([7, 7]))
    #expect(throws: ColorError.self) { try plan(sRGB, flat) }
    #expect(try plan(flat, sRGB, blackPointCompensation: false).executor.name == "matrix")
    // Green's colorant in place of red's.
    var bytes = sRGB.bytes
    let ranges = try ICCTagTable(bytes).ranges
    let (red, green) = (try #require(ranges["rXYZ"]), try #require(ranges["gXYZ"]))
    bytes.replaceSubrange(red, with: bytes[green])
    let planar = try ICCProfile(bytes: bytes)
    #expect(throws: ColorError.self) { try plan(sRGB, planar) }
  }

  @Test("gives the linear conversion to a gamut scan, or says why not")
  func gamutConversion() throws {
    #expect(try plan(sRGB, displayP3, intent: .absolute).gamutConversion().isGray == false)
    #expect(try plan(sRGB, sRGB).gamutConversion().source.count == 3)
    var bytes = sRGB.bytes
    let entry = try #require(
      stride(from: 132, to: 300, by: 12).first { FourCC(ICCTagTable.unsigned32(bytes, at: $0)) == "cprt" })
    bytes.replaceSubrange(entry..<entry + 4, with: ("B2A0" as FourCC).bytes)
    let table = try ICCProfile(bytes: bytes)
    let toTable = try plan(displayP3, table)
    let obstacle = try #require(toTable.gamutObstacle)
    #expect(throws: obstacle) { try toTable.gamutConversion() }
    #expect(try plan(sRGB, displayP3, intent: .absolute).gamutObstacle == nil)
  }

  /// color.js: Display P3 red is color(srgb 1.0931 −0.2267 −0.1501) with exact primaries; the profiles'
  /// s15Fixed16 colorants move it by up to 0.00025.
  @Test("puts Display P3 red where it belongs in sRGB")
  func displayP3Red() throws {
    let conversion = try plan(displayP3, sRGB).gamutConversion()
    let linear = conversion.matrix.multiplied(by: [1, 0, 0])
    let published = SIMD3(1.0931, -0.2267, -0.1501)
    for channel in 0..<3 {
      #expect(abs(extendedEncoded(linear[channel]) - published[channel]) < 5e-4)
    }
  }

  @Test("has matrices that are inverse to each other in both directions")
  func inverseMatrices() throws {
    for source in RGBColorSpace.allCases {
      for destination in RGBColorSpace.allCases {
        let there = try plan(source.profile, destination.profile).gamutConversion().matrix
        let back = try plan(destination.profile, source.profile).gamutConversion().matrix
        let product = there.multiplied(by: back)
        for row in 0..<3 {
          for column in 0..<3 { #expect(abs(product[row, column] - (row == column ? 1 : 0)) < 1e-13) }
        }
      }
    }
  }

  /// IEC 61966-2-1, extended to negative values by symmetry.
  private func extendedEncoded(_ linear: Double) -> Double {
    var low = -2.0
    var high = 2.0
    let curve = RGBColorSpace.sRGB.transfer
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let value = middle < 0 ? -curve.linear(-middle) : curve.linear(middle)
      if value < linear { low = middle } else { high = middle }
    }
    return low
  }

  private func plan(
    _ source: ICCProfile, _ destination: ICCProfile, intent: RenderingIntent = .relative,
    blackPointCompensation: Bool = true
  ) throws -> ConversionPlan {
    try ConversionPlan(
      source: source, destination: destination, intent: intent,
      blackPointCompensation: blackPointCompensation, sourceIsGrayImage: false)
  }

  private func grayPlan(_ source: ICCProfile, _ destination: ICCProfile) throws -> ConversionPlan {
    try ConversionPlan(source: source, destination: destination, sourceIsGrayImage: true)
  }
}
