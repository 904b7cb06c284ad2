internal import CPNGShims

/// One run of `PNGChunkRewriter`: owns source and sink.
@safe
struct ChunkCopier: ~Copyable {
  private let source: OpaquePointer
  private let sink: OpaquePointer
  private let name: String
  private let changes: PNGChunkRewriter.Changes
  private let limits: PNGLimits
  private(set) var problems: [PNGProblem] = []
  /// Bytes written so far.
  private(set) var byteCount = 0

  init(
    source: OpaquePointer, sink: OpaquePointer, name: String, changes: PNGChunkRewriter.Changes,
    limits: PNGLimits
  ) {
    unsafe self.source = source
    unsafe self.sink = sink
    self.name = name
    self.changes = changes
    self.limits = limits
  }

  deinit {
    unsafe p3png_source_close(source)
    unsafe p3png_sink_close(sink)
  }

  /// Copies everything from the signature to IEND and flushes; returns the contents of IHDR.
  mutating func run(palette: (([UInt8]) -> [UInt8])? = nil) throws(PNGError) -> PNGHeader {
    try copySignature()
    let header = try copyHeader()
    var hasImageData = false
    while true {
      let chunk = try nextChunk()
      guard chunk.type != "IHDR" else {
        throw PNGError(file: name, kind: .misplacedChunk, chunk: chunk.type, byteOffset: chunk.offset)
      }
      hasImageData = hasImageData || chunk.type == "IDAT"
      if chunk.type == "IEND" {
        guard hasImageData else {
          throw PNGError(file: name, kind: .missingImageData, chunk: chunk.type, byteOffset: chunk.offset)
        }
        for chunk in changes.addedAtEnd { try write(chunk.type, chunk.data) }
      }
      if chunk.type == "PLTE", let palette {
        try recolor(chunk, palette)
      } else {
        try handle(chunk)
      }
      if chunk.type == "IEND" { break }
    }
    if unsafe p3png_source_has_more(source) {
      problems.append(PNGProblem(chunk: nil, message: "bytes after the end of the PNG (IEND) are left out"))
    }
    try check { (status: inout p3png_status) in unsafe p3png_sink_flush(sink, &status) }
    return header
  }

  /// Copies IHDR and writes the added chunks behind it.
  private mutating func copyHeader() throws(PNGError) -> PNGHeader {
    let chunk = try nextChunk()
    guard chunk.type == "IHDR", chunk.length == 13 else {
      throw PNGError(file: name, kind: .missingHeader, chunk: chunk.type, byteOffset: chunk.offset)
    }
    let data = try read(chunk.length, chunk: chunk.type)
    if let kind = try checkCRC(of: chunk, data) {
      throw PNGError(file: name, kind: kind, chunk: chunk.type, byteOffset: chunk.offset)
    }
    let header: PNGHeader
    do throws(PNGError.Kind) {
      header = try PNGHeader.validation(p3png_header(data))
    } catch {
      throw PNGError(file: name, kind: error, chunk: "IHDR", byteOffset: chunk.offset)
    }
    try write(chunk.type, data)
    let added = header.colorType.isGray ? changes.addedToGray ?? changes.added : changes.added
    for chunk in added { try write(chunk.type, chunk.data) }
    return header
  }

  /// The header of a chunk; the chunk's data come next.
  private struct ChunkHead {
    let type: String
    let bytes: [UInt8]
    let length: Int
    let offset: UInt64
    var isAncillary: Bool { bytes[4] & 0x20 != 0 }
  }

  private mutating func copySignature() throws(PNGError) {
    let bytes = try read(8, chunk: nil)
    guard bytes == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] else {
      throw PNGError(file: name, kind: .notPNG(what: FileMagic.name(of: bytes)))
    }
    try write(bytes)
  }

  private func nextChunk() throws(PNGError) -> ChunkHead {
    let offset = unsafe p3png_source_offset(source)
    let bytes = try read(8, chunk: nil)
    let type = chunkName(bigEndian32(bytes, 4))
    let length = Int(bigEndian32(bytes, 0))
    guard !type.contains("?") else {
      throw PNGError(file: name, kind: .badChunkType, chunk: type, byteOffset: offset)
    }
    guard length <= 0x7fff_ffff else {
      throw PNGError(
        file: name, kind: .badChunkLength(length: UInt64(length), maximum: 0x7fff_ffff), chunk: type,
        byteOffset: offset)
    }
    return ChunkHead(type: type, bytes: bytes, length: length, offset: offset)
  }

  /// Skips dropped chunks of any size, checks other small ancillary chunks before writing them, and streams all others.
  private mutating func handle(_ chunk: ChunkHead) throws(PNGError) {
    let isLeftOut =
      changes.dropped.contains(chunk.type)
      || chunk.isAncillary && changes.copiedOnly.map { !$0.contains(chunk.type) } ?? false
    if isLeftOut { return try skip(chunk) }
    guard chunk.isAncillary, chunk.length <= limits.maxChunkBytes else { return try stream(chunk) }
    let data = try read(chunk.length, chunk: chunk.type)
    guard try checkCRC(of: chunk, data) == nil else {
      return problems.append(
        PNGProblem(chunk: chunk.type, message: "left out: its CRC is wrong (damaged file?)"))
    }
    var copy = PNGChunk(type: chunk.type, data: data)
    if let colorSpace = changes.exifColorSpace {
      copy = PNGMetadata(chunks: [copy]).settingExifColorSpace(colorSpace).chunks[0]
    }
    try write(copy.type, copy.data)
  }

  /// Writes the palette with other colours.
  private mutating func recolor(_ chunk: ChunkHead, _ palette: ([UInt8]) -> [UInt8]) throws(PNGError) {
    guard chunk.length <= 3 * 256 else { return try stream(chunk) }
    let data = try read(chunk.length, chunk: chunk.type)
    if let kind = try checkCRC(of: chunk, data) {
      throw PNGError(file: name, kind: kind, chunk: chunk.type, byteOffset: chunk.offset)
    }
    try write(chunk.type, palette(data))
  }

  /// Reads the CRC behind `data`; nil if it is right.
  private func checkCRC(of chunk: ChunkHead, _ data: [UInt8]) throws(PNGError) -> PNGError.Kind? {
    let stored = bigEndian32(try read(4, chunk: chunk.type), 0)
    let computed = crc(Array(chunk.bytes[4...]) + data)
    return stored == computed ? nil : .badCRC(stored: stored, computed: computed)
  }

  /// Skips data and CRC.
  private func skip(_ chunk: ChunkHead) throws(PNGError) {
    var rest = chunk.length + 4
    while rest > 0 {
      let count = min(rest, 65536)
      _ = try read(count, chunk: chunk.type)
      rest -= count
    }
  }

  private mutating func stream(_ chunk: ChunkHead) throws(PNGError) {
    var computed = crc(Array(chunk.bytes[4...]))
    try write(chunk.bytes)
    try check(chunk: chunk.type) { (status: inout p3png_status) in
      unsafe p3png_copy(source, sink, UInt64(chunk.length), &computed, &status)
    }
    byteCount += chunk.length
    let field = try read(4, chunk: chunk.type)
    guard bigEndian32(field, 0) == computed else {
      throw PNGError(
        file: name, kind: .badCRC(stored: bigEndian32(field, 0), computed: computed), chunk: chunk.type,
        byteOffset: chunk.offset)
    }
    try write(field)
  }

  private func crc(_ bytes: [UInt8]) -> UInt32 { unsafe p3png_crc32(0, bytes, bytes.count) }

  /// Memory grows with the data that arrive, in steps: a length field alone takes none.
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

  private mutating func write(_ type: String, _ data: [UInt8]) throws(PNGError) {
    let body = Array(type.utf8) + data
    try write(bigEndian(UInt32(data.count)) + body + bigEndian(crc(body)))
  }

  private mutating func write(_ bytes: [UInt8]) throws(PNGError) {
    try check { (status: inout p3png_status) in unsafe p3png_sink_write(sink, bytes, bytes.count, &status) }
    byteCount += bytes.count
  }

  private func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
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
