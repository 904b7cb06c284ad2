/// What the first pass notes about each row for the second, as bytes: the tokens of `SofteningRowScanner.solveEdges`, or
/// the entries of an `OutlineMap`.
///
/// Rows are stored in chunks of half a megabyte, so that appending a row copies little.
struct SofteningMap: Sendable {
  private struct Chunk: Sendable {
    let firstRow: Int
    /// Where each row ends in `bytes`.
    var ends: [UInt32] = []
    var bytes: [UInt8] = []
  }

  private static let chunkBytes = 1 << 19
  private var chunks: [Chunk] = []

  /// Rows so far.
  private(set) var rowCount = 0

  /// Bytes held, apart from the arrays' own headers and spare capacity.
  private(set) var byteCount = 0

  /// Appends the next row: `write` adds its bytes to those given.
  mutating func appendRow(_ write: (inout [UInt8]) -> Void) {
    if chunks.last.map({ $0.bytes.count >= Self.chunkBytes }) ?? true {
      chunks.append(Chunk(firstRow: rowCount))
    }
    let last = chunks.count - 1
    let before = chunks[last].bytes.count
    write(&chunks[last].bytes)
    chunks[last].ends.append(UInt32(chunks[last].bytes.count))
    byteCount += chunks[last].bytes.count - before + MemoryLayout<UInt32>.size
    rowCount += 1
  }

  /// Appends a number from 0 to 4,294,967,295 in four bytes.
  static func append(_ number: Int, to bytes: inout [UInt8]) {
    for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }

  /// The number in four bytes from `index` on.
  static func number(_ bytes: Span<UInt8>, at index: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
  }

  /// Appends the codes of a colour in six bytes.
  static func append(_ color: SIMD3<UInt16>, to bytes: inout [UInt8]) {
    for channel in 0..<3 {
      bytes.append(UInt8(truncatingIfNeeded: color[channel]))
      bytes.append(UInt8(truncatingIfNeeded: color[channel] >> 8))
    }
  }

  /// The codes of a colour in six bytes from `index` on.
  static func color(_ bytes: Span<UInt8>, at index: Int) -> SIMD3<UInt16> {
    func code(_ channel: Int) -> UInt16 {
      UInt16(bytes[index + 2 * channel]) | UInt16(bytes[index + 2 * channel + 1]) << 8
    }
    return SIMD3(code(0), code(1), code(2))
  }

  /// Calls `body` with the bytes of row `y`.
  func withBytes<Result>(ofRow y: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    precondition(y >= 0 && y < rowCount, "a row that the first pass has not seen")
    let chunk = chunks[chunk(ofRow: y)]
    let index = y - chunk.firstRow
    let start = index > 0 ? Int(chunk.ends[index - 1]) : 0
    let bytes = chunk.bytes.span
    return body(bytes.extracting(start..<Int(chunk.ends[index])))
  }

  /// The last chunk that begins at row `y` or above.
  private func chunk(ofRow y: Int) -> Int {
    var low = 0
    var high = chunks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if chunks[middle].firstRow <= y { low = middle } else { high = middle }
    }
    return low
  }
}
