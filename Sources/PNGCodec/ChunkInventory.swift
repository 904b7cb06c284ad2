internal import CPNGShims

/// What the chunk walker has met so far, copied out of C.
struct ChunkInventory {
  /// Every chunk.
  private(set) var entries: [PNGChunkEntry] = []
  /// Ancillary chunks with their data.
  private(set) var chunks: [PNGChunk] = []
  /// Chunks that were passed over.
  private(set) var problems: [PNGProblem] = []

  init(reader: OpaquePointer) {
    for index in 0..<(unsafe p3png_reader_chunk_count(reader)) {
      let record = unsafe p3png_reader_chunk(reader, index)
      let data = unsafe p3png_reader_chunk_data(reader, index).map { data in
        unsafe Array(UnsafeBufferPointer(start: data, count: Int(record.length)))
      }
      add(record, data: data)
    }
  }

  private mutating func add(_ record: p3png_chunk, data: [UInt8]?) {
    let type = chunkName(record.type)
    entries.append(
      PNGChunkEntry(
        type: type, length: Int(record.length), offset: record.offset, count: Int(record.count)))
    if record.crc_is_bad {
      problems.append(PNGProblem(chunk: type, message: "ignored: its CRC is wrong (damaged file?)"))
    } else if record.is_over_limit {
      problems.append(
        PNGProblem(chunk: type, message: "ignored: its \(record.length) bytes are over the limit"))
    } else if Self.isAncillary(record.type), let data {
      let place: PNGChunk.Place =
        record.after_image ? .afterImageData : record.after_palette ? .beforeImageData : .beforePalette
      chunks.append(PNGChunk(type: type, data: data, place: place))
    }
  }

  /// Bit 5 of the first letter: lower case.
  private static func isAncillary(_ type: UInt32) -> Bool { type & 0x2000_0000 != 0 }
}
