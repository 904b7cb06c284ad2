import Oracles
import Pixels
import TestSupport
import Testing

@testable import ColorManagement

/// The reference converter against a second implementation that shares nothing with it but the definition:
/// big-endian bytes read anew, colorants solved by Cramer's rule, curves inverted by bisection.
@Suite(
  "Conversion between sampled curves",
  .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)))
struct SampledCurveTests {
  @Test(
    "equals an independent bisection",
    arguments: [
      ("DisplayP3-v2-magic", "sRGB-v2-magic"), ("sRGB-v2-magic", "DisplayP3-v2-magic"),
      ("DisplayP3-v2-magic", "sRGB-v4"), ("sRGB-v4", "DisplayP3-v2-magic"),
    ])
  func equalsBisection(sourceName: String, destinationName: String) throws {
    let source = try ICCProfile(bytes: CorpusProfiles.bytes(sourceName))
    let destination = try ICCProfile(bytes: CorpusProfiles.bytes(destinationName))
    let plan = try ConversionPlan(source: source, destination: destination, sourceIsGrayImage: false)
    guard case .matrix(let conversion) = plan.executor else {
      Issue.record("sampled matrix profiles convert by matrix")
      return
    }
    let reference = ReferenceConverter(conversion)
    let (from, to) = (try Independent(sourceName), try Independent(destinationName))
    var generator = SplitMix64(seed: 42)
    var different = 0
    for _ in 0..<4000 {
      let codes = SIMD3<UInt16>.random(in: 0...65535, using: &generator)
      let expected = to.codes(xyz: from.xyz(codes))
      if reference.convert(codes.x, codes.y, codes.z) != expected { different += 1 }
    }
    #expect(different == 0)
  }

  private struct Independent {
    let colorants: [[Double]]
    let curve: (Double) -> Double

    init(_ name: String) throws {
      let bytes = try CorpusProfiles.bytes(name)
      let number = { (at: Int) in (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) } }
      let fixed = { (at: Int) in Double(Int32(truncatingIfNeeded: number(at))) / 65536 }
      var offsets: [String: Int] = [:]
      for entry in 0..<number(128) {
        let at = 132 + 12 * entry
        offsets[String(decoding: bytes[at..<at + 4], as: UTF8.self)] = number(at + 4)
      }
      colorants = try ["rXYZ", "gXYZ", "bXYZ"].map { tag in
        let at = try #require(offsets[tag])
        return (0..<3).map { fixed(at + 8 + 4 * $0) }
      }
      let at = try #require(offsets["rTRC"])
      if bytes[at] == UInt8(ascii: "c") {
        let entries = (0..<number(at + 8)).map {
          Double(Int(bytes[at + 12 + 2 * $0]) << 8 | Int(bytes[at + 13 + 2 * $0]))
        }
        curve = { x in
          let position = x * Double(entries.count - 1)
          let index = min(position.rounded(.down), Double(entries.count - 2))
          let part = position - index
          return (entries[Int(index)] * (1 - part) + entries[Int(index) + 1] * part) / 65535
        }
      } else {
        let p = (0..<5).map { fixed(at + 12 + 4 * $0) }
        let power = TransferFunction(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4])
        curve = { power.linear($0) }
      }
    }

    func xyz(_ codes: SIMD3<UInt16>) -> SIMD3<Double> {
      var sum = SIMD3<Double>()
      for channel in 0..<3 {
        let linear = curve(Double(codes[channel]) / 65535)
        for axis in 0..<3 { sum[axis] += colorants[channel][axis] * linear }
      }
      return sum
    }

    func codes(xyz: SIMD3<Double>) -> SIMD3<UInt16> {
      let determinant = { (m: [[Double]]) -> Double in
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
          + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
      }
      var result = SIMD3<UInt16>()
      for channel in 0..<3 {
        var replaced = colorants
        replaced[channel] = (0..<3).map { xyz[$0] }
        result[channel] = code(determinant(replaced) / determinant(colorants))
      }
      return result
    }

    /// Bisection for the encoded value, then round half up.
    private func code(_ linear: Double) -> UInt16 {
      guard linear > curve(0) else { return 0 }
      guard linear < curve(1) else { return 65535 }
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if curve(middle) < linear { low = middle } else { high = middle }
      }
      return UInt16((high * 65535 + 0.5).rounded(.down))
    }
  }
}
