internal import CPNGShims

/// One run of `PNGChunkRewriter`: owns source and writer.
@safe
struct ChunkCopier: ~Copyable {
  private let source: OpaquePointer
  private let output: Int32
  /// Opened with IHDR.
  private var writer: OpaquePointer?
  private let name: String
  private let changes: PNGChunkRewriter.Changes
  private let limits: PNGLimits
  private(set) var problems: [PNGProblem] = []

  /// Takes over `source`; the descriptor `output` stays the caller's.
  init(
    source: OpaquePointer, output: Int32, name: String, changes: PNGChunkRewriter.Changes, limits: PNGLimits
  ) {
    unsafe self.source = source
    self.output = output
    self.name = name
    self.changes = changes
    self.limits = limits
  }

  deinit {
    unsafe p3png_source_close(source)
    unsafe p3png_writer_close(writer)
  }

  /// Written so far.
  var byteCount: Int { unsafe writer.map { unsafe Int(p3png_writer_byte_count($0)) } ?? 0 }

  /// Copies signature to IEND and flushes; returns what IHDR said.
  mutating func run(palette: (([UInt8]) -> [UInt8])? = nil) throws(PNGError) -> PNGHeader {
    try readSignature()
    let header = try copyHeader()
    while true {
      let chunk = try nextChunk()
      guard chunk.name != "IHDR" else { throw error(.misplacedChunk, chunk) }
      if chunk.name == "IEND" {
        for chunk in changes.addedAtEnd { try write(chunk) }
      }
      if chunk.name == "PLTE", let palette {
        try recolor(chunk, palette)
      } else {
        try handle(chunk)
      }
      if chunk.name == "IEND" { break }
    }
    if unsafe p3png_source_has_more(source) {
      problems.append(PNGProblem(chunk: nil, message: "bytes after the end of the PNG (IEND) are left out"))
    }
    try check { (status: inout p3png_status) in unsafe p3png_writer_flush(writer, &status) }
    return header
  }

  private func readSignature() throws(PNGError) {
    let bytes = try read(8, chunk: nil)
    guard bytes == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] else {
      throw PNGError(file: name, kind: .notPNG(what: FileMagic.name(of: bytes)))
    }
  }

  /// Writes signature, IHDR, and the added chunks behind it.
  private mutating func copyHeader() throws(PNGError) -> PNGHeader {
    let chunk = try nextChunk()
    guard chunk.name == "IHDR", chunk.length == 13 else { throw error(.missingHeader, chunk) }
    var raw = p3png_header(try checkedData(of: chunk))
    let header: PNGHeader
    do throws(PNGError.Kind) {
      header = try PNGHeader.validation(raw)
    } catch {
      throw self.error(error, chunk)
    }
    var status = p3png_status()
    unsafe writer = p3png_writer_open(output, &raw, &status)
    guard unsafe writer != nil else { throw PNGError(status, file: name) }
    let added = header.colorType.isGray ? changes.addedToGray ?? changes.added : changes.added
    for chunk in added { try write(chunk) }
    return header
  }

  /// The header of the next chunk, whose data follow.
  private func nextChunk() throws(PNGError) -> p3png_chunk_head {
    var head = p3png_chunk_head()
    try check { (status: inout p3png_status) in unsafe p3png_chunk_head_read(source, &head, 0, &status) }
    return head
  }

  /// Dropped chunks are passed over whatever their size; other small ancillary chunks are checked before they are
  /// written, all else is streamed.
  private mutating func handle(_ chunk: p3png_chunk_head) throws(PNGError) {
    let isLeftOut =
      changes.dropped.contains(chunk.name)
      || chunk.isAncillary && changes.copiedOnly.map { !$0.contains(chunk.name) } ?? false
    if isLeftOut { return try skip(chunk) }
    guard chunk.isAncillary, chunk.length <= limits.maxChunkBytes else { return try stream(chunk) }
    let data = try read(Int(chunk.length), chunk: chunk.name)
    guard try wrongCRC(of: chunk, data) == nil else {
      return problems.append(
        PNGProblem(chunk: chunk.name, message: "left out: its CRC is wrong (damaged file?)"))
    }
    var copy = PNGChunk(type: chunk.name, data: data)
    if let colorSpace = changes.exifColorSpace {
      copy = PNGMetadata(chunks: [copy]).settingExifColorSpace(colorSpace).chunks[0]
    }
    try write(copy)
  }

  /// Writes the palette with other colours.
  private func recolor(_ chunk: p3png_chunk_head, _ palette: ([UInt8]) -> [UInt8]) throws(PNGError) {
    guard chunk.length <= 3 * 256 else { return try stream(chunk) }
    try write(PNGChunk(type: chunk.name, data: palette(try checkedData(of: chunk))))
  }

  /// The data of a chunk whose CRC must be right.
  private func checkedData(of chunk: p3png_chunk_head) throws(PNGError) -> [UInt8] {
    let data = try read(Int(chunk.length), chunk: chunk.name)
    if let kind = try wrongCRC(of: chunk, data) { throw error(kind, chunk) }
    return data
  }

  /// Reads the CRC behind `data`; nil where it is right.
  private func wrongCRC(of chunk: p3png_chunk_head, _ data: [UInt8]) throws(PNGError) -> PNGError.Kind? {
    let stored = bigEndian32(try read(4, chunk: chunk.name), 0)
    let computed = unsafe p3png_crc32(chunk.crc, data, data.count)
    return stored == computed ? nil : .badCRC(stored: stored, computed: computed)
  }

  /// Passes over data and CRC.
  private func skip(_ chunk: p3png_chunk_head) throws(PNGError) {
    try check(chunk: chunk.name) { (status: inout p3png_status) in
      unsafe p3png_source_skip(source, chunk.length + 4, &status)
    }
  }

  private func stream(_ chunk: p3png_chunk_head) throws(PNGError) {
    try check(chunk: chunk.name) { (status: inout p3png_status) in
      unsafe p3png_writer_copy(writer, source, chunk, &status)
    }
  }

  /// Memory grows with what arrives, in steps: a length field alone takes none.
  private func read(_ count: Int, chunk: String?) throws(PNGError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var piece = [UInt8](repeating: 0, count: min(count - bytes.count, max(bytes.count, 65536)))
      try check(chunk: chunk) { (status: inout p3png_status) in
        unsafe p3png_source_read(source, &piece, piece.count, &status)
      }
      bytes += piece
    }
    return bytes
  }

  private func write(_ chunk: PNGChunk) throws(PNGError) {
    try check { (status: inout p3png_status) in
      unsafe p3png_writer_chunk(writer, chunkNumber(chunk.type), chunk.data, chunk.data.count, &status)
    }
  }

  private func error(_ kind: PNGError.Kind, _ chunk: p3png_chunk_head) -> PNGError {
    PNGError(file: name, kind: kind, chunk: chunk.name, byteOffset: chunk.offset)
  }

  private func check(
    chunk: String? = nil, _ step: (inout p3png_status) -> Bool
  ) throws(PNGError) {
    var status = p3png_status()
    guard step(&status) else {
      let error = PNGError(status, file: name)
      throw PNGError(
        file: name, kind: error.kind, chunk: chunk ?? error.chunk, byteOffset: error.byteOffset)
    }
  }
}

extension p3png_chunk_head {
  fileprivate var name: String { chunkName(type) }
  fileprivate var isAncillary: Bool { type & 0x2000_0000 != 0 }
}
