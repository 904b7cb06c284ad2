import Foundation
import TestSupport

/// The ICC profiles of ../shared/corpus/icc, by file name.
enum CorpusProfiles {
  static let names = [
    "AdobeCompat-v4", "DisplayP3-v2-magic", "DisplayP3-v4", "DisplayP3Compat-v4", "ProPhoto-v4", "Rec2020-v4",
    "sGrey-v4", "sRGB-v2-magic", "sRGB-v4", "scRGB-v2",
  ]

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: SharedFolder.file("corpus/icc/\(name).icc"))))
  }
}
