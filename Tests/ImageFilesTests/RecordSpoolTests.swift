import ImageFiles
import Testing

/// Records come back in order, from memory and from the file.
@Suite struct RecordSpoolTests {
  /// Empty ones, and some that are longer than a block that is read.
  private static let records = (0..<300).map { (index: Int) -> [UInt8] in
    if index.isMultiple(of: 7) { return [] }
    let count = index % 50 == 1 ? 150_000 : index * 3
    return [UInt8](repeating: UInt8(index % 251), count: count)
  }

  private static func all(_ spool: RecordSpool) throws -> [[UInt8]] {
    var records: [[UInt8]] = []
    try spool.forEach { records.append($0) }
    return records
  }

  @Test(arguments: [1, 1000, 1 << 16, 1 << 30])
  func recordsComeBackInOrder(bufferBytes: Int) throws {
    let spool = RecordSpool(bufferBytes: bufferBytes)
    for record in Self.records { try spool.append(record) }
    #expect(spool.count == Self.records.count)
    #expect(try Self.all(spool) == Self.records)
    #expect(try Self.all(spool) == Self.records)
  }

  @Test func recordsMayBeAddedAfterOthersWereRead() throws {
    let spool = RecordSpool(bufferBytes: 4)
    #expect(try Self.all(spool).isEmpty)
    try spool.append([1, 2, 3])
    #expect(try Self.all(spool) == [[1, 2, 3]])
    try spool.append([4])
    #expect(try Self.all(spool) == [[1, 2, 3], [4]])
  }
}
