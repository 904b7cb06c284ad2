import ImageCases
import ColorManagement
import Pixels
import TestSupport

/// Labelled images for scoring the banding rule: made by formulas and seeds that no threshold was chosen with, and to be
/// left alone when the rule changes. Labels come from how each image is made, or from `BandingRuler`.
enum BandingMadeSet {
  /// All of them, the same on every run.
  static let cases: [BandingCase] = banded + clean

  /// Variants of each kind.
  static let variants = 12

  /// `variants` cases of a kind, each with random numbers of its own.
  static func kind(
    _ name: String, _ seed: UInt64, _ make: (String, inout SplitMix64) -> BandingCase
  ) -> [BandingCase] {
    (0..<variants).map { variant in
      var random = SplitMix64(seed: 1000 * seed + UInt64(variant))
      return make("\(name) \(variant)", &random)
    }
  }

  /// An sRGB case of a picture that is stored with `bits` per sample.
  static func made(
    _ name: String, _ label: BandingCase.Label, boxes: [[Int]] = [], bits: Int, depth: Int? = nil,
    _ picture: BandingPicture, then change: @escaping @Sendable (inout PixelBuffer) -> Void = { _ in }
  ) -> BandingCase {
    BandingCase(name, label, boxes: boxes, depth: depth ?? min(bits, 8), profile: RGBColorSpace.sRGB.profile)
    {
      var buffer = picture.buffer(bits: bits)
      change(&buffer)
      return buffer
    }
  }

  /// The whole of a picture as a box.
  static func whole(_ picture: BandingPicture) -> [[Int]] { [[0, 0, picture.width, picture.height]] }

  // MARK: Gradients

  /// A gradient of random shape, colours and size whose plateaus at `bits` are about as long as asked for.
  static func gradient(
    _ random: inout SplitMix64, bits: Int, plateau: ClosedRange<Double>
  ) -> BandingPicture {
    let width = Int.random(in: 220...380, using: &random)
    let height = Int.random(in: 140...260, using: &random)
    let shape = Int.random(in: 0..<4, using: &random)
    let lengths = [Double(width), Double(height), Double(width + height), Double(height)]
    let span = min(
      lengths[shape] / Double.random(in: plateau, using: &random) / Double((1 << bits) - 1), 0.6)
    let (start, end) = colors(&random, span: span)
    switch shape {
    case 0: return .ramp(width, height, from: start, to: end)
    case 1:
      return BandingPicture(width: width, height: height) { _, y in
        start + (end - start) * ((Double(y) + 0.5) / Double(height))
      }
    case 2: return .ramp(width, height, from: start, to: end, diagonal: true)
    default: return .glow(height, from: start, to: end)
    }
  }

  /// Two colours `span` apart: in all channels, in one, or in two that go opposite ways.
  private static func colors(
    _ random: inout SplitMix64, span: Double
  ) -> (start: SIMD3<Double>, end: SIMD3<Double>) {
    let base = Double.random(in: 0.06...(0.94 - span), using: &random)
    let channel = Int.random(in: 0..<3, using: &random)
    var (start, end) = (SIMD3(repeating: base), SIMD3(repeating: base + span))
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let tint = Double.random(in: -0.04...0.04, using: &random)
      start[channel] += tint
      end[channel] += tint
    case 1:
      for other in 0..<3 where other != channel { end[other] = start[other] }
    default:
      (start[channel], end[channel]) = (end[channel], start[channel])
      end[(channel + 1) % 3] = start[(channel + 1) % 3]
    }
    return Bool.random(using: &random) ? (start, end) : (end, start)
  }
}
