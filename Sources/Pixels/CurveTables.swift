import Synchronization

/// The tables of curves that conversions of this process have used, so that the second picture pays nothing.
///
/// Some curves a side are remembered, about 1 MB each. Whoever still uses tables that were dropped keeps them alive.
enum CurveTables {
  /// Tables are made for a target: each cuts the curve its own way.
  private struct Key: Hashable {
    let curve: ToneCurve
    let target: KernelTarget
  }

  private static let decodingCache = Mutex(BoundedCache<Key, DecodingTable>(capacity: 8))
  private static let encodingCache = Mutex(BoundedCache<Key, EncodingTable>(capacity: 8))

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
