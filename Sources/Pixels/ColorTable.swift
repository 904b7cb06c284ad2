import CPixelKernels

/// A set of up to `capacity` 48-bit colours, coded as in `ColorList`, in at most 10 bytes per colour of
/// capacity.
package struct ColorTable: Sendable {
  /// The most colours that it can hold.
  package let capacity: Int
  /// Distinct colours so far.
  package private(set) var count = 0
  /// Inserted colours marked out of gamut that equal another inserted colour.
  package private(set) var sharedCount = 0

  /// A byte of each colour's hash; 0 for a free slot.
  private var tags: [UInt8]
  /// The colours, in groups of 16.
  private var colors: [UInt64]

  /// Added to a colour that is out of gamut.
  package static let outsideMark = UInt64(P3_COLOR_OUTSIDE)

  /// An empty table.
  package init(capacity: Int) {
    self.capacity = capacity
    // An eighth of the slots stays free, so that no search is long.
    let groups = capacity * 8 / 7 / Int(P3_COLOR_GROUP) + 1
    tags = [UInt8](repeating: 0, count: groups * Int(P3_COLOR_GROUP))
    colors = [UInt64](repeating: 0, count: groups * Int(P3_COLOR_GROUP))
  }

  /// Inserts colours with their marks. Stops at a new colour once the table is full.
  ///
  /// - Returns: how many were processed.
  package mutating func insert(_ span: Span<UInt64>) -> Int {
    let room = capacity - count
    let done = unsafe withTable { table in
      unsafe span.withUnsafeBufferPointer {
        unsafe p3_insert_colors(table, $0.baseAddress, $0.count, room)
      }
    }
    count += done.added
    sharedCount += done.shared
    return done.taken
  }

  /// Returns the colours, without marks and in no particular order. The table cannot be used afterwards: the
  /// array takes over its memory.
  package mutating func drain() -> [UInt64] {
    let count = unsafe withTable { unsafe p3_pack_colors($0) }
    var drained: [UInt64] = []
    swap(&drained, &colors)
    drained.removeLast(drained.count - count)
    self = ColorTable(capacity: 0)
    return drained
  }

  private mutating func withTable<Result>(_ body: (p3_color_table) -> Result) -> Result {
    unsafe tags.withUnsafeMutableBufferPointer { tags in
      unsafe colors.withUnsafeMutableBufferPointer { colors in
        unsafe body(
          p3_color_table(
            tags: tags.baseAddress, colors: colors.baseAddress, groups: tags.count / Int(P3_COLOR_GROUP)))
      }
    }
  }
}
