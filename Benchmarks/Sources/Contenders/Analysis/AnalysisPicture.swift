@testable import Pixels

/// The pictures that the rules are timed on: 2,048 × 1,024 pixels, so that what a scan costs once hardly shows.
enum AnalysisPicture {
  static let kinds: [TestPicture] = [.photo, .interface, .gradient, .banded]

  static func make(_ kind: TestPicture) -> Picture {
    Picture(kind.pixels(width: 2_048, height: 1_024, format: kind == .interface ? .rgba16 : .rgb16))
  }

  static func title(_ kind: TestPicture) -> String {
    kind == .banded
      ? "gradient of 8-bit steps, rgb16" : "\(kind.rawValue), \(kind == .interface ? "rgba16" : "rgb16")"
  }
}
