import ImageCases
import Pixels
import TestSupport

/// A way to take the glare out of white: ours, and what is done without it.
struct Recipe: Sendable {
  let name: String
  /// The samples of a case after it.
  let apply: @Sendable (DarkModeCase) -> [UInt16]

  static let all = [
    Recipe(name: "p3tool") { SofteningTrial.run($0.pixels).samples },
    Recipe(name: "brightness contrast") { item in mapped(item) { ($0 * 0.8 - 0.5) * 1.2 + 0.5 } },
    // #DCDCDC over the image, as `mix-blend-mode: multiply` does it.
    Recipe(name: "multiply") { item in mapped(item) { $0 * 220 / 255 } },
  ]

  private static func mapped(_ item: DarkModeCase, _ change: (Double) -> Double) -> [UInt16] {
    let channels = item.format.channelCount
    return item.samples.enumerated().map { index, sample in
      if item.format.hasAlpha && index % channels == channels - 1 { return sample }
      return UInt16((min(max(change(Double(sample) / 65535), 0), 1) * 65535).rounded())
    }
  }
}
