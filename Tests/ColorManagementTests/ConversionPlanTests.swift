import Oracles
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
    "is the identity from what equals a built-in space to that space, and goes by the numbers to a profile from a file",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)))
  func equalToBuiltIn() throws {
    let sampled = try ICCProfile(bytes: CorpusProfiles.bytes("sRGB-v2-magic"))
    let parametric = try ICCProfile(bytes: CorpusProfiles.bytes("sRGB-v4"))
    for profile in [sampled, parametric] {
      #expect(profile != sRGB && profile.knownSpace == .sRGB)
      #expect(try plan(profile, sRGB).executor == .identity)
      #expect(try plan(profile, displayP3).executor.name == "matrix")
      let gray = try ConversionPlan(
        source: profile, destination: RGBColorSpace.sRGB.grayProfile, sourceIsGrayImage: true)
      #expect(gray.executor == .identity)
    }
    #expect(try plan(sampled, parametric).executor.name == "matrix")
    let grey = try ICCProfile(bytes: CorpusProfiles.bytes("sGrey-v4"))
    let toGrey = try ConversionPlan(
      source: grey, destination: RGBColorSpace.sRGB.grayProfile, sourceIsGrayImage: true)
    #expect(toGrey.executor == .identity)
  }

  @Test("sRGB becomes the Display P3 that CSS Color 4 computes from the chromaticities, within a few codes")
  func nearestNumbers() throws {
    guard case .matrix(let conversion) = try plan(sRGB, displayP3).executor else {
      Issue.record("no matrix")
      return
    }
    let fromXYZ = try #require(RGBColorSpace.displayP3.chromaticities.matrixToXYZ().inverse)
    let ideal = fromXYZ.multiplied(by: try RGBColorSpace.sRGB.chromaticities.matrixToXYZ())
    let converter = ReferenceConverter(conversion)
    let transfer = RGBColorSpace.sRGB.transfer
    var differences: [Double] = []
    for index in 0..<64 * 64 * 64 {
      let codes = SIMD3(index >> 12, index >> 6 & 63, index & 63)
      let encoded = SIMD3<Double>(codes) / 63
      let linear = SIMD3(
        transfer.linear(encoded.x), transfer.linear(encoded.y), transfer.linear(encoded.z))
      let samples = SIMD3<UInt16>((encoded * 65535).rounded(.toNearestOrAwayFromZero))
      let made = SIMD3<Double>(converter.convert(samples.x, samples.y, samples.z))
      let expected = ideal.multiplied(by: linear)
      for channel in 0..<3 {
        let difference = abs(made[channel] - 65535 * transfer.encoded(expected[channel]))
        differences.append(difference)
        if codes.x == codes.y, codes.y == codes.z { #expect(made[channel] == Double(samples.x)) }
      }
    }
    differences.sort()
    #expect(try #require(differences.last) < 6)
    #expect(differences[differences.count * 99 / 100] < 2)
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
