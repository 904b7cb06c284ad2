/// Records that are written one after the other and read again in order: in memory while they are few, then in a file
/// without a name, so that a run of any length takes the memory of a short one.
package final class RecordSpool {
  /// Bytes that stay in memory before they go to the file.
  private let bufferBytes: Int
  private var buffer: [UInt8] = []
  /// The file; nil while everything is in memory.
  private var descriptor: Int32?
  /// Records so far.
  package private(set) var count = 0

  /// What messages call the file.
  private static let place = "temporary folder"
  /// A record begins with its length: eight bytes, the lowest first.
  private static let lengthBytes = 8

  /// A spool without records, which keeps `bufferBytes` in memory.
  package init(bufferBytes: Int = 1 << 20) { self.bufferBytes = bufferBytes }

  deinit {
    if let descriptor { try? SystemCall.close(descriptor, path: Self.place) }
  }

  /// Adds a record.
  ///
  /// - Throws: `FileError` when the temporary folder has no room.
  package func append(_ record: [UInt8]) throws(FileError) {
    for shift in 0..<Self.lengthBytes {
      buffer.append(UInt8(truncatingIfNeeded: record.count >> (8 * shift)))
    }
    buffer += record
    count += 1
    if buffer.count >= bufferBytes { try flush() }
  }

  private func flush() throws(FileError) {
    if descriptor == nil { descriptor = try ScratchFile.open() }
    guard let file = descriptor else { return }
    try SystemCall.write(buffer, to: file, path: Self.place)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Calls `body` with each record, in order. May be called again; no record is added meanwhile.
  package func forEach(_ body: ([UInt8]) throws -> Void) throws {
    guard let descriptor else { return try Self.forEach(in: { _ in nil }, rest: buffer, body) }
    try flush()
    SystemCall.rewind(descriptor)
    try Self.forEach(
      in: { block in try SystemCall.read(descriptor, into: &block, path: Self.place) }, rest: [], body)
  }

  /// Cuts what is in `rest`, and what `read` delivers behind it until it gives nil or 0, into records.
  private static func forEach(
    in read: (inout [UInt8]) throws -> Int?, rest: [UInt8], _ body: ([UInt8]) throws -> Void
  ) throws {
    var bytes = rest
    var start = 0
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      while let record = record(of: bytes, at: start) {
        try body(Array(bytes[record]))
        start = record.upperBound
      }
      bytes.removeFirst(start)
      start = 0
      guard let count = try read(&block), count > 0 else { return }
      bytes += block[..<count]
    }
  }

  /// Where the record at `start` stands; nil where it is not complete.
  private static func record(of bytes: [UInt8], at start: Int) -> Range<Int>? {
    guard bytes.count - start >= lengthBytes else { return nil }
    let length = (0..<lengthBytes).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    let first = start + lengthBytes
    return bytes.count - first >= length ? first..<first + length : nil
  }
}
