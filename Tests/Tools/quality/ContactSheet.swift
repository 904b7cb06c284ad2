import ImageCases
import Pixels
import TestSupport

/// Before and after, side by side and enlarged, on the dark background, to inspect changes of softening by eye.
enum ContactSheet {
  private static let scale = 2
  private static let columns = 2

  /// Writes one PNG of all cases of `kind` to `path`.
  static func write(_ kind: DarkModeCase.Kind, to path: String) throws {
    let cases = DarkModeCases.all.filter { $0.kind == kind }
    let cell = (width: 2 * 184 * scale, height: 134 * scale)
    let rows = (cases.count + columns - 1) / columns
    var sheet = DarkSheet(width: cell.width * columns, height: cell.height * rows)
    for (index, item) in cases.enumerated() {
      let x = index % columns * cell.width + 2
      let y = index / columns * cell.height + 2
      sheet.draw(item.pixels, left: x, top: y, scale: scale)
      sheet.draw(
        item.replacing(SofteningTrial.run(item.pixels).samples), left: x + (item.width + 3) * scale, top: y,
        scale: scale)
    }
    try sheet.write(to: path)
  }
}

extension DarkModeCase {
  /// The case's picture with other samples.
  func replacing(_ samples: [UInt16]) -> PixelBuffer {
    PixelBuffer(width: width, height: height, format: format, samples: samples)
  }
}
