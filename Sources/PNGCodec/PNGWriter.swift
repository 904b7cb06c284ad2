internal import CPNGShims
public import Pixels

/// Writes one PNG to a descriptor, in strips of rows; never interlaced, never a palette.
@safe
public struct PNGWriter: ~Copyable, @unchecked Sendable {
  // Unchecked: the C writer belongs to this value alone, and all that touches it is mutating.
  private let handle: OpaquePointer
  private let name: String
  private let rowFormat: PixelFormat
  private var rowsWritten = 0

  /// IHDR as written.
  public let header: PNGHeader

  /// Writes signature, IHDR and `chunks` (those before the image data, in the order given).
  ///
  /// - Parameters:
  ///   - fileDescriptor: stays the caller's. The caller ignores SIGPIPE, so that a closed pipe is an error.
  ///   - header: 8 or 16 bits, not interlaced, no palette.
  ///   - name: the file's name in errors.
  public init(
    fileDescriptor: Int32, header: PNGHeader, chunks: [PNGChunk],
    options: PNGWriteOptions = PNGWriteOptions(),
    name: String = "output"
  ) throws(PNGError) {
    precondition(
      header.bitDepth >= 8 && header.colorType != .palette && !header.isInterlaced, "not written here")
    let opened = unsafe try Self.opened(fileDescriptor, header, options, name: name)
    do {
      unsafe try Self.write(chunks, to: opened, name: name)
    } catch {
      unsafe p3png_writer_close(opened)
      throw error
    }
    unsafe handle = opened
    self.name = name
    self.header = header
    rowFormat = header.pixelFormat(hasTransparency: false)
  }

  deinit { unsafe p3png_writer_close(handle) }

  private static func opened(
    _ fileDescriptor: Int32, _ header: PNGHeader, _ options: PNGWriteOptions, name: String
  ) throws(PNGError) -> OpaquePointer {
    var status = p3png_status()
    var raw = header.raw
    let level: Int32 =
      switch options.compression {
      case .fast: 1
      case .balanced: 6
      case .small: 9
      }
    guard let handle = unsafe p3png_writer_open(fileDescriptor, &raw, level, &status) else {
      throw PNGError(status, file: name)
    }
    return unsafe handle
  }

  private static func write(_ chunks: [PNGChunk], to handle: OpaquePointer, name: String) throws(PNGError) {
    for chunk in chunks {
      var status = p3png_status()
      let count = chunk.data.count
      guard unsafe p3png_writer_chunk(handle, chunkNumber(chunk.type), chunk.data, count, &status) else {
        throw PNGError(status, file: name)
      }
    }
  }

  /// Encodes the next rows. With 8 bits the high byte of each sample is written: samples must be v·257.
  public mutating func writeRows(_ rows: borrowing PixelBuffer) throws(PNGError) {
    precondition(rows.width == header.width && rows.format == rowFormat, "rows of another shape")
    precondition(rows.height <= header.height - rowsWritten, "more rows than the header promises")
    guard rows.height > 0 else { return }
    var status = p3png_status()
    let isWritten = unsafe rows.samples.withUnsafeBufferPointer { samples in
      unsafe p3png_writer_rows(handle, samples.baseAddress, rows.height, &status)
    }
    guard isWritten else { throw PNGError(status, file: name) }
    rowsWritten += rows.height
  }

  /// Writes the chunks that follow the image data, and IEND. The descriptor is neither synced nor closed.
  public mutating func finish(trailing: [PNGChunk] = []) throws(PNGError) {
    precondition(rowsWritten == header.height, "fewer rows than the header promises")
    unsafe try Self.write(trailing, to: handle, name: name)
    var status = p3png_status()
    guard unsafe p3png_writer_finish(handle, &status) else { throw PNGError(status, file: name) }
  }
}
