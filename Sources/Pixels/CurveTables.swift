import Dispatch
import Synchronization

/// The tables of curves that conversions of this process have used, so that the second picture pays nothing.
///
/// A few curves a side are kept, about 1 MB each. Tables that are dropped stay alive as long as a conversion uses them.
enum CurveTables {
  /// Tables are made for a target: each cuts the curve its own way.
  private struct Key: Hashable {
    let curve: ToneCurve
    let target: KernelTarget
  }

  private static let decodingCache = Mutex(BoundedCache<Key, DecodingTable>(capacity: 8))
  private static let encodingCache = Mutex(BoundedCache<Key, EncodingTable>(capacity: 8))

  /// The tables of all curves of `conversion`, one per channel. Both sides are made at the same time where two cores
  /// are free: each takes about a millisecond for a curve that is new.
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
