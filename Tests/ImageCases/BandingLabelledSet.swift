import TestSupport
import ColorManagement
import Foundation
import ImageFiles
import PNGCodec

/// The labelled images of ../shared/cases/banding.
public enum BandingLabelledSet {
  private struct Manifest: Decodable {
    struct Rounding: Decodable { var label: BandingCase.Label }
    struct Image: Decodable {
      var file: String
      var label: BandingCase.Label
      var boxes: [[Int]]?
      var afterRounding: [String: Rounding]?

      enum CodingKeys: String, CodingKey {
        case file, label, boxes
        case afterRounding = "after_rounding"
      }
    }
    var images: [Image]
  }

  /// All of them, borderline ones too.
  public static func cases() throws -> [BandingCase] {
    let data = try Data(contentsOf: URL(fileURLWithPath: SharedFolder.file("cases/banding/manifest.json")))
    return try JSONDecoder().decode(Manifest.self, from: data).images.map { try made($0) }
  }

  private static func made(_ image: Manifest.Image) throws -> BandingCase {
    let path = try SharedFolder.file("cases/banding/\(image.file)")
    let reader = try PNGReader(path: path)
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: reader.header.colorType.isGray,
      assumed: RGBColorSpace.sRGB.profile, path: path)
    let rounding = (image.afterRounding ?? [:]).sorted { $0.key < $1.key }
    return BandingCase(
      image.file, image.label, boxes: image.boxes ?? [], depth: reader.header.bitDepth,
      profile: color.profile,
      afterRounding: rounding.map { ($0.key == "p38" ? .displayP3 : .sRGB, $0.value.label) }
    ) {
      var reader = try PNGReader(path: path)
      return try reader.readRows(reader.header.height)
    }
  }
}
