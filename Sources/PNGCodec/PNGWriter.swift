internal import CPNGShims
package import Pixels

/// Writes one PNG to a descriptor, never interlaced: from encoded segments, or row by row. Palette indices are written
/// as segments, PLTE as one of the chunks.
@safe
package struct PNGWriter: ~Copyable, @unchecked Sendable {
  // Unchecked: this value owns the C writer, and everything that touches it is mutating.
  private let handle: OpaquePointer
  private let name: String
  private var rowsWritten = 0
  /// Divides the rows of `writeRows` into segments.
  private var rows: SegmentRows

  /// IHDR as written.
  package let header: PNGHeader
  /// Encodes segments for `append`.
  package let encoder: PNGSegmentEncoder

  /// Writes signature, IHDR and `chunks` (those before the image data, in the order given).
  ///
  /// - Parameters:
  ///   - fileDescriptor: is not closed. The caller must ignore SIGPIPE, so that a closed pipe is an error.
  ///   - header: 8 or 16 bits, not interlaced.
  ///   - chunks: the chunks before the image data.
  ///   - options: how samples are filtered and compressed.
  ///   - name: the file's name in errors.
  package init(
    fileDescriptor: Int32, header: PNGHeader, chunks: [PNGChunk],
    options: PNGWriteOptions = PNGWriteOptions(), name: String = "output"
  ) throws(PNGError) {
    encoder = PNGSegmentEncoder(header: header, options: options)
    rows = SegmentRows(encoder)
    let opened = unsafe try Self.opened(fileDescriptor, header, name: name)
    do {
      unsafe try Self.write(chunks, to: opened, name: name)
    } catch {
      unsafe p3png_writer_close(opened)
      throw error
    }
    unsafe handle = opened
    self.name = name
    self.header = header
  }

  deinit { unsafe p3png_writer_close(handle) }

  private static func opened(
    _ fileDescriptor: Int32, _ header: PNGHeader, name: String
  ) throws(PNGError) -> OpaquePointer {
    var status = p3png_status()
    var raw = header.raw
    guard let handle = unsafe p3png_writer_open(fileDescriptor, &raw, &status) else {
      throw PNGError(status, file: name)
    }
    return unsafe handle
  }

  private static func write(
    _ chunks: [PNGChunk], to handle: OpaquePointer, name: String
  ) throws(PNGError) {
    for chunk in chunks {
      var status = p3png_status()
      let count = chunk.data.count
      guard unsafe p3png_writer_chunk(handle, chunkNumber(chunk.type), chunk.data, count, &status) else {
        throw PNGError(status, file: name)
      }
    }
  }

  /// Writes the next segment as one IDAT chunk. Segments must be appended in order and without gaps.
  package mutating func append(_ segment: borrowing PNGSegment) throws(PNGError) {
    precondition(rows.isUnused, "segments and single rows do not mix")
    try write(segment)
  }

  private mutating func write(_ segment: borrowing PNGSegment) throws(PNGError) {
    precondition(segment.rows.lowerBound == rowsWritten, "segments come in order")
    var status = p3png_status()
    var encoded = unsafe segment.encoded
    let isLast = segment.rows.upperBound == header.height
    guard unsafe p3png_writer_segment(handle, &encoded, isLast, &status) else {
      throw PNGError(status, file: name)
    }
    rowsWritten = segment.rows.upperBound
  }

  /// Encodes and writes the next rows on this thread: the same bytes as with `append`, for any height of `rows`.
  ///
  /// With 8 bits the high byte of each sample is written: samples must be v·257.
  package mutating func writeRows(_ rows: borrowing PixelBuffer) throws(PNGError) {
    for piece in self.rows.add(rows) { try write(encoder.encode(piece)) }
  }

  /// Bytes written so far; the size of the file after `finish()`.
  package var byteCount: Int { Int(unsafe p3png_writer_byte_count(handle)) }

  /// Writes the chunks that follow the image data, and IEND. The descriptor is neither synced nor closed.
  package mutating func finish(trailing: [PNGChunk] = []) throws(PNGError) {
    precondition(rowsWritten == header.height, "fewer rows than the header promises")
    unsafe try Self.write(trailing, to: handle, name: name)
    var status = p3png_status()
    guard unsafe p3png_writer_finish(handle, &status) else { throw PNGError(status, file: name) }
  }
}
