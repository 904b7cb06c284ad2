import ColorManagement
import ImageFiles
import PixelConversion
import Pixels
import Synchronization

/// The plans of one request with their executors, by the profile of the pixels: LittleCMS's transforms and the tables of
/// gamut mappings cost more than a small image, and the images of a run mostly share a few profiles.
final class PreparedConversions: Sendable {
  /// A plan, ready to run on any number of images.
  struct Prepared: Sendable {
    let plan: ConversionPlan
    let executor: PixelExecutor
  }

  private struct Key: Hashable {
    let source: ICCProfile
    let isGray: Bool
  }

  private let request: ConversionRequest
  /// Few: the tables of a gamut mapping are several megabytes, and those of a profile may be as large as the profile.
  private let cache = Mutex(BoundedCache<Key, Prepared>(capacity: 4, size: mostProfileBytes))
  /// Bytes of the profiles of several plans that are kept.
  static let mostProfileBytes = 8 << 20

  init(_ request: ConversionRequest) { self.request = request }

  /// The conversion of pixels tagged `source`, grey ones where `isGray`.
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
