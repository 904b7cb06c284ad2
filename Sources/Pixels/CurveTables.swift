import Synchronization

/// The tables of curves that conversions of this process have used, so that the second picture pays nothing.
///
/// At most `capacity` curves a side are remembered, about 1 MB each; the oldest goes first. Whoever still uses
/// its tables keeps them alive.
enum CurveTables {
  private static let capacity = 8

  /// Tables are made for a target: each cuts the curve its own way.
  private struct Key: Hashable {
    let curve: ToneCurve
    let target: KernelTarget
  }

  private struct Cache<Table: Sendable>: Sendable {
    private var tables: [Key: Table] = [:]
    private var order: [Key] = []

    mutating func table(for key: Key, make: () -> Table) -> Table {
      if let table = tables[key] { return table }
      let table = make()
      tables[key] = table
      order.append(key)
      if order.count > capacity { tables[order.removeFirst()] = nil }
      return table
    }
  }

  private static let decodingCache = Mutex(Cache<DecodingTable>())
  private static let encodingCache = Mutex(Cache<EncodingTable>())

  /// The decoding table of `curve`. The lock is held while it is made: two threads never make one twice.
  static func decoding(_ curve: ToneCurve, _ target: KernelTarget) -> DecodingTable {
    decodingCache.withLock {
      $0.table(for: Key(curve: curve, target: target)) { DecodingTable(curve, target: target) }
    }
  }

  /// The encoding table of `curve`.
  static func encoding(_ curve: ToneCurve, _ target: KernelTarget) -> EncodingTable {
    encodingCache.withLock {
      $0.table(for: Key(curve: curve, target: target)) { EncodingTable(curve, target: target) }
    }
  }
}
