import Synchronization

/// The tables of curves that conversions of this process have used, so that the second picture pays nothing.
///
/// At most `capacity` curves a side are remembered, about 1.5 MB each; the oldest goes first. Whoever still uses
/// its tables keeps them alive.
enum CurveTables {
  private static let capacity = 8

  private struct Cache<Table: Sendable>: Sendable {
    var tables: [ToneCurve: Table] = [:]
    var order: [ToneCurve] = []

    mutating func remember(_ table: Table, for curve: ToneCurve) {
      if tables.updateValue(table, forKey: curve) == nil { order.append(curve) }
      if order.count > capacity { tables[order.removeFirst()] = nil }
    }
  }

  private static let decodingCache = Mutex(Cache<DecodingTable>())
  private static let encodingCache = Mutex(Cache<EncodingTable>())

  /// The decoding table of `curve`. The lock is held while it is made: two threads never make one twice.
  static func decoding(_ curve: ToneCurve) -> DecodingTable {
    decodingCache.withLock { cache in
      if let table = cache.tables[curve] { return table }
      let table = DecodingTable(curve)
      cache.remember(table, for: curve)
      return table
    }
  }

  /// The encoding table of `curve`.
  static func encoding(_ curve: ToneCurve) -> EncodingTable {
    encodingCache.withLock { cache in
      if let table = cache.tables[curve] { return table }
      let table = EncodingTable(curve)
      cache.remember(table, for: curve)
      return table
    }
  }
}
