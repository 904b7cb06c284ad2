import ColorManagement
import ImageFiles
import PixelConversion
import Pixels
import Synchronization

/// The conversion plans of one request with their executors, by the profile of the pixels. LittleCMS's transforms and
/// the tables of gamut mappings take longer than a small image, and the images of a run mostly share a few profiles.
final class PreparedConversions: Sendable {
  /// A conversion plan, ready to run on any number of images.
  struct Prepared: Sendable {
    let plan: ConversionPlan
    let executor: PixelExecutor
  }

  private struct Key: Hashable {
    let source: ICCProfile
    let isGray: Bool
  }

  private let request: ConversionRequest
  /// Few, as the tables of a gamut mapping take several megabytes, and those of a profile may be as large as the
  /// profile.
  private let cache = Mutex(BoundedCache<Key, Prepared>(capacity: 4, size: mostProfileBytes))
  /// The most bytes of profiles of the kept plans, if there are several.
  static let mostProfileBytes = 8 << 20

  init(_ request: ConversionRequest) { self.request = request }

  /// The conversion of pixels tagged `source`; grey pixels if `isGray`.
  func conversion(from source: ICCProfile, isGray: Bool) throws(ColorError) -> Prepared {
    try cache.withLock { cache throws(ColorError) in
      try cache.value(for: Key(source: source, isGray: isGray), size: source.bytes.count) {
        () throws(ColorError) in
        try prepare(source, isGray)
      }
    }
  }

  private func prepare(_ source: ICCProfile, _ isGray: Bool) throws(ColorError) -> Prepared {
    let target = request.target.profile
    let plan = try ConversionPlan(
      source: source, destination: isGray ? target.grayCounterpart() : target, intent: request.intent,
      blackPointCompensation: request.blackPointCompensation, sourceIsGrayImage: isGray,
      exactProfile: request.exactProfile)
    return Prepared(
      plan: plan,
      executor: try PixelExecutor(
        plan, mapping: request.gamutMapping, knee: request.knee,
        countsGamut: request.scansGamut))
  }
}
