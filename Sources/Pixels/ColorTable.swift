import CPixelKernels

/// A set of up to `capacity` colours of 48 bits, as `ColorList` gives them, in 10 bytes or less for each that there is
/// room for.
package struct ColorTable: Sendable {
  /// Colours that there is room for.
  package let capacity: Int
  /// Distinct colours so far.
  package private(set) var count = 0
  /// Colours out of gamut that were inserted and are equal to another one that was.
  package private(set) var sharedCount = 0

  /// The hashes of the colours, 0 for none.
  private var tags: [UInt8]
  /// The colours, in groups of 16.
  private var colors: [UInt64]

  /// What is added to a colour that is out of gamut.
  package static let outsideMark = UInt64(P3_COLOR_OUTSIDE)

  /// An empty table.
  package init(capacity: Int) {
    self.capacity = capacity
    // An eighth stays free, so that no search is long.
    let groups = capacity * 8 / 7 / Int(P3_COLOR_GROUP) + 1
    tags = [UInt8](repeating: 0, count: groups * Int(P3_COLOR_GROUP))
    colors = [UInt64](repeating: 0, count: groups * Int(P3_COLOR_GROUP))
  }

  /// Inserts colours, with their marks, until the table is full and another new one comes.
  ///
  /// - Returns: how many were taken.
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

  /// Takes the colours out, without their marks and in no particular order. The table is of no more use then: its memory
  /// is the array's.
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
