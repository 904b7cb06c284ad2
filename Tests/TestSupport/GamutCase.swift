import Foundation
package import PNGCodec

/// One image of ../shared/cases/gamut and what its manifest says of it.
package struct GamutCase: Decodable, Sendable, CustomStringConvertible {
  package struct Channels<Value: Decodable & Sendable>: Decodable, Sendable {
    /// Red, green, blue.
    package let values: [Value]

    package init(from decoder: any Decoder) throws {
      let object = try [String: Value](from: decoder)
      values = ["R", "G", "B"].compactMap { object[$0] }
    }
  }
  package struct Difference: Decodable, Sendable {
    package let max, mean: Double
  }
  package struct Distinct: Decodable, Sendable {
    package let source, srgb16, srgb8, collapsed: Int

    private enum CodingKeys: String, CodingKey {
      case source, srgb16, srgb8
      case collapsed = "collapsed_oog"
    }
  }

  package let file: String
  package let bits: Int
  package let pixels: Int
  package let alpha0: Int
  package let oog: Int
  package let low, high: Channels<Int>
  package let maxLow, maxHigh: Channels<Double>
  package let deltaE: Difference
  package let distinct: Distinct
  package let regions: Int
  /// x0, y0, x1, y1, pixels of the largest regions.
  package let boxes: [[Int]]

  private enum CodingKeys: String, CodingKey {
    case file, bits, pixels, alpha0, oog, low, high, distinct, regions
    case maxLow = "max_low_linear"
    case maxHigh = "max_high_linear"
    case deltaE = "clip_dE2000"
    case boxes = "region_boxes"
  }

  package var description: String { file }

  /// All cases; none where the folder is absent.
  package static let all: [GamutCase] = {
    struct Manifest: Decodable { let images: [GamutCase] }
    guard let path = try? SharedFolder.file("cases/gamut/manifest.json"),
      let data = FileManager.default.contents(atPath: path),
      let manifest = try? JSONDecoder().decode(Manifest.self, from: data)
    else { return [] }
    return manifest.images
  }()

  package func reader() throws -> PNGReader { try PNGReader(path: SharedFolder.file("cases/gamut/\(file)")) }
}
