import Dispatch
import Synchronization

/// The curve tables of this process, so that the second picture with a curve need not make them again.
///
/// A few curves per side are kept, about 1 MB each. Conversions keep dropped tables alive.
enum CurveTables {
  /// Tables are made for one target, as each divides curves its own way.
  private struct Key: Hashable {
    let curve: ToneCurve
    let target: KernelTarget
  }

  private static let decodingCache = Mutex(BoundedCache<Key, DecodingTable>(capacity: 8))
  private static let encodingCache = Mutex(BoundedCache<Key, EncodingTable>(capacity: 8))

  /// The tables of all curves of `conversion`, one per channel. Both sides are made in parallel if two cores
  /// are free; a new curve takes about a millisecond.
  static func tables(
    _ conversion: MatrixConversion, _ target: KernelTarget
  ) -> (decoders: [DecodingTable], encoders: [EncodingTable]) {
    let decoders = Mutex<[DecodingTable]>([])
    let encoders = Mutex<[EncodingTable]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      if side == 0 {
        let made = conversion.source.map { decoding($0, target) }
        decoders.withLock { $0 = made }
      } else {
        let made = conversion.destination.map { encoding($0, target) }
        encoders.withLock { $0 = made }
      }
    }
    return (decoders.withLock { $0 }, encoders.withLock { $0 })
  }

  /// The decoding table of `curve`.
  static func decoding(_ curve: ToneCurve, _ target: KernelTarget) -> DecodingTable {
    decodingCache.withLock {
      $0.value(for: Key(curve: curve, target: target)) { DecodingTable(curve, target: target) }
    }
  }

  /// The encoding table of `curve`.
  static func encoding(_ curve: ToneCurve, _ target: KernelTarget) -> EncodingTable {
    encodingCache.withLock {
      $0.value(for: Key(curve: curve, target: target)) { EncodingTable(curve, target: target) }
    }
  }
}
