import ColorManagement
import Conversion
import Foundation
import ImageFiles
import PNGCodec
import TestSupport
import Testing

/// Profiles of tables, which LittleCMS executes: against colours worked out by hand.
@Suite struct ConversionTableProfileTests {
  @Test func theProfileIsOneOfTables() throws {
    let profile = try ICCProfile(bytes: TableProfile.bytes)
    #expect(profile.model == .lut)
    #expect(profile.name == "tables")
  }

  @Test func coloursComeOutAsTheTablesSay() async throws {
    // Linear XYZ/D50 in, linear sRGB by the inverse of sRGB's colorants, then sRGB's curve: chosen inside sRGB.
    let samples: [[UInt16]] = [
      [0, 0, 0], [65535, 65535, 65535], [32768, 32768, 32768], [26000, 20000, 24000], [30000, 33000, 31000],
      [9000, 10000, 16000], [50000, 51000, 40000],
    ]
    let converted = try await ConvertedImage(PNGFile.rgb16(samples).adding(.iCCP(TableProfile.bytes)))
    #expect(converted.report.executor == "lcms")
    for (index, sample) in samples.enumerated() {
      for (code, expected) in zip(converted.result[index], sRGB(sample)) {
        #expect(abs(Double(code) - expected) < 24, "\(sample) gave \(converted.result[index])")
      }
    }
  }

  @Test func goingToTablesAndBackIsCloseToNothing() async throws {
    let samples: [[UInt16]] = [[65535, 65535, 65535], [40000, 30000, 20000], [1000, 20000, 50000]]
    var there = ConversionRequest(target: .profile(try ICCProfile(bytes: TableProfile.bytes), stem: "tables"))
    there.assumedProfile = RGBColorSpace.sRGB.profile
    let middle = try await ConvertedImage(PNGFile.rgb16(samples).bytes, there)
    #expect(middle.report.executor == "lcms")
    #expect(middle.result.color.embeddedProfile?.bytes == TableProfile.bytes)
    let back = try await ConvertedImage(middle.bytes, ConversionRequest(target: .space(.sRGB)))
    for (index, sample) in samples.enumerated() {
      #expect(zip(back.result[index], sample).allSatisfy { abs(Int($0) - Int($1)) < 64 })
    }
  }

  @Test func alphaStaysBesideTables() async throws {
    var samples: [UInt16] = []
    for index in 0..<256 { samples += [UInt16(index * 200), 30000, 20000, UInt16(index * 257 ^ 3)] }
    let picture = PNGFile.image16(width: 16, colorType: 6, samples).adding(.iCCP(TableProfile.bytes))
    let converted = try await ConvertedImage(picture, to: .displayP3)
    #expect((0..<256).allSatisfy { converted.result[$0][3] == UInt16($0 * 257 ^ 3) })
  }

  @Test func aGreyImageRefusesATargetOfTables() async throws {
    let gray = PNGFile.image16(width: 1, colorType: 0, [30000])
    let target = try ICCProfile(bytes: TableProfile.bytes)
    let error = try await #require(throws: ImageError.self) {
      try await ConvertedImage(gray.bytes, ConversionRequest(target: .profile(target, stem: "tables")))
    }
    #expect(error.description.contains("no single curve for grey"))
  }

  /// sRGB codes of linear shares of D50's X, Y and Z.
  private func sRGB(_ sample: [UInt16]) -> [Double] {
    let white = [0.9642, 1, 0.8249]
    let xyz = (0..<3).map { Double(sample[$0]) / 65535 * white[$0] }
    // Inverse of sRGB's Bradford-adapted matrix, from Bruce Lindbloom's tables.
    let rows = [
      [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
      [0.0719453, -0.2289914, 1.4052427],
    ]
    return rows.map { row in
      let linear = row[0] * xyz[0] + row[1] * xyz[1] + row[2] * xyz[2]
      let encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
      return min(max(encoded, 0), 1) * 65535
    }
  }
}
