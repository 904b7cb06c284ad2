import ColorManagement
import Pixels
import Synchronization

/// The scans that this process has made: their tables cost more than a small image, and the images of a run
/// mostly share a few profiles.
enum GamutScanCache {
  private struct Key: Hashable {
    let source: ICCProfile
    let destination: ICCProfile
    let intent: RenderingIntent
    let isGrayImage: Bool
  }

  /// Small: the tables behind them are shared with the converters.
  private static let scans = Mutex(BoundedCache<Key, GamutScan>(capacity: 8))

  /// The scan of `plan`, as `GamutScan(_:)` makes it.
  static func scan(_ plan: ConversionPlan, findsRegions: Bool = true) throws(ColorError) -> GamutScan {
    let key = Key(
      source: plan.source, destination: plan.destination, intent: plan.intent,
      isGrayImage: plan.sourceIsGrayImage)
    var scan = try scans.withLock { scans throws(ColorError) in
      try scans.value(for: key) { () throws(ColorError) in try GamutScan(plan) }
    }
    scan.findsRegions = findsRegions
    return scan
  }
}
