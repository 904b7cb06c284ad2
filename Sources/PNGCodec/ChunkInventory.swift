internal import CPNGShims

/// The chunks that the chunk walker has read so far, copied out of C. The data of ancillary chunks are moved: C keeps
/// no copy.
struct ChunkInventory {
  /// Every chunk.
  private(set) var entries: [PNGChunkEntry] = []
  /// Ancillary chunks with their data.
  private(set) var chunks: [PNGChunk] = []
  /// The data of IHDR and of PLTE; empty where there is none.
  private(set) var header: [UInt8] = []
  private(set) var palette: [UInt8] = []
  /// What is wrong with chunks that were skipped.
  private(set) var problems: [PNGProblem] = []

  /// Records copied so far.
  private var recordCount = 0

  /// An empty inventory.
  init() {}

  /// Adds the chunks that `reader` has read since the last call.
  mutating func update(from reader: OpaquePointer) {
    let count = unsafe p3png_reader_chunk_count(reader)
    // The last record, if of image data, may have grown since.
    if let last = entries.last, last.type == "IDAT" {
      entries.removeLast()
      recordCount -= 1
    }
    for index in recordCount..<count {
      let record = unsafe p3png_reader_chunk(reader, index)
      let data = unsafe p3png_reader_chunk_data(reader, index).map { data in
        unsafe Array(UnsafeBufferPointer(start: data, count: Int(record.length)))
      }
      if Self.isAncillary(record.type) { unsafe p3png_reader_drop_chunk_data(reader, index) }
      add(record, data: data)
    }
    recordCount = count
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
    } else if type == "PLTE", palette.isEmpty, let data {
      palette = data
    } else if type == "IHDR", header.isEmpty, let data {
      header = data
    }
  }

  /// The first bKGD before the image data (in a palette image: after PLTE).
  func background(of header: PNGHeader) -> PNGBackground? {
    chunks.first { $0.type == "bKGD" && $0.place != .afterImageData }
      .flatMap { PNGBackground($0, header: header, palette: palette) }
  }

  /// Frames of an animation, from acTL; nil for still images.
  var frameCount: Int? {
    chunks.first { $0.type == "acTL" && $0.place != .afterImageData && $0.data.count == 8 }
      .map { Int(bigEndian32($0.data, 0)) }
  }

  /// Bit 5 of the first letter: lower case.
  private static func isAncillary(_ type: UInt32) -> Bool { type & 0x2000_0000 != 0 }
}
