import Foundation
import PNGCodec
import TestSupport
import Testing

/// One image of ../shared/cases/gamut and what its manifest says of it.
struct GamutCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Channels<Value: Decodable & Sendable>: Decodable, Sendable {
    /// Red, green, blue.
    let values: [Value]

    init(from decoder: any Decoder) throws {
      let object = try [String: Value](from: decoder)
      values = ["R", "G", "B"].compactMap { object[$0] }
    }
  }
  struct Difference: Decodable, Sendable {
    let max, mean: Double
  }
  struct Distinct: Decodable, Sendable {
    let source, srgb16, srgb8, collapsed: Int

    private enum CodingKeys: String, CodingKey {
      case source, srgb16, srgb8
      case collapsed = "collapsed_oog"
    }
  }

  let file: String
  let bits: Int
  let pixels: Int
  let alpha0: Int
  let oog: Int
  let low, high: Channels<Int>
  let maxLow, maxHigh: Channels<Double>
  let deltaE: Difference
  let distinct: Distinct
  let regions: Int
  /// x0, y0, x1, y1, pixels of the largest regions.
  let boxes: [[Int]]

  private enum CodingKeys: String, CodingKey {
    case file, bits, pixels, alpha0, oog, low, high, distinct, regions
    case maxLow = "max_low_linear"
    case maxHigh = "max_high_linear"
    case deltaE = "clip_dE2000"
    case boxes = "region_boxes"
  }

  var testDescription: String { file }

  /// All cases; none where the folder is absent.
  static let all: [GamutCase] = {
    struct Manifest: Decodable { let images: [GamutCase] }
    guard let path = try? SharedFolder.file("cases/gamut/manifest.json"),
      let data = FileManager.default.contents(atPath: path),
      let manifest = try? JSONDecoder().decode(Manifest.self, from: data)
    else { return [] }
    return manifest.images
  }()

  func reader() throws -> PNGReader { try PNGReader(path: SharedFolder.file("cases/gamut/\(file)")) }
}
