internal import CPNGShims
package import Pixels

/// Reads one PNG from its signature to IEND, in strips of rows. Memory grows with the image's height only if it is
/// interlaced.
///
///     var reader = try PNGReader(path: "in.png")
///     while true {
///       let rows = try reader.readRows(64)
///       if rows.height == 0 { break }
///     }
///     try reader.finish()
@safe
package struct PNGReader: ~Copyable, @unchecked Sendable {
  // Unchecked: this value owns the C reader, which has no thread of its own, and everything that touches it is
  // mutating.
  private let handle: OpaquePointer

  /// The file's name in errors.
  package let name: String
  /// IHDR.
  package let header: PNGHeader
  /// The format of the rows that `readRows` delivers: always 16 bits, palettes as colours, tRNS as alpha.
  package let pixelFormat: PixelFormat
  /// The limits for this file.
  package let limits: PNGLimits
  /// Bytes of memory that the work on the image takes (`limits.cost`), and the buffer of an interlaced image.
  package let memory: Int
  /// Rows delivered so far.
  package private(set) var rowsRead = 0
  /// The contents of the colour chunks.
  package let colorInfo: PNGColorInfo
  /// Frames of an animation, which is read only if the limits allow it; nil for still images.
  package let frameCount: Int?
  /// bKGD, if it is valid and in the right place.
  package let background: PNGBackground?
  /// Chunks that a conversion keeps; those after the image data are added by `finish()`.
  package private(set) var metadata: PNGMetadata
  private var inventory = ChunkInventory()
  private var busyPixels: BusyPixels?
  /// The chunks read so far, in file order; complete after `finish()`.
  package private(set) var chunks: [PNGChunkEntry]
  /// Problems that were not fatal; complete after `finish()`.
  package private(set) var problems: [PNGProblem]

  /// Opens the file at `path` and reads up to its image data.
  package init(path: String, limits: PNGLimits = PNGLimits()) throws(PNGError) {
    var status = p3png_status()
    guard let source = unsafe p3png_source_open_path(path, &status) else {
      throw PNGError(status, file: path)
    }
    try unsafe self.init(source: source, name: path, limits: limits)
  }

  /// Reads from an open descriptor, which is not closed; a pipe is streamed.
  package init(fileDescriptor: Int32, name: String, limits: PNGLimits = PNGLimits()) throws(PNGError) {
    guard let source = unsafe p3png_source_open_descriptor(fileDescriptor, false) else {
      throw PNGError(file: name, kind: .outOfMemory)
    }
    try unsafe self.init(source: source, name: name, limits: limits)
  }

  /// Reads from an open descriptor and closes it at the end, also if this initializer throws.
  package init(owning fileDescriptor: Int32, name: String, limits: PNGLimits = PNGLimits()) throws(PNGError) {
    guard let source = unsafe p3png_source_open_descriptor(fileDescriptor, true) else {
      throw PNGError(file: name, kind: .outOfMemory)
    }
    try unsafe self.init(source: source, name: name, limits: limits)
  }

  /// Reads a file that is in memory.
  package init(bytes: [UInt8], name: String, limits: PNGLimits = PNGLimits()) throws(PNGError) {
    guard let source = unsafe p3png_source_open_bytes(bytes, bytes.count) else {
      throw PNGError(file: name, kind: .outOfMemory)
    }
    try unsafe self.init(source: source, name: name, limits: limits)
  }

  private init(source: OpaquePointer, name: String, limits: PNGLimits) throws(PNGError) {
    let opened = unsafe try OpenedReader(source: source, name: name, limits: limits)
    unsafe handle = opened.handle
    self.name = name
    self.limits = limits
    header = opened.header
    pixelFormat = opened.pixelFormat
    memory = opened.memory
    busyPixels = opened.busyPixels
    unsafe inventory.update(from: opened.handle)
    colorInfo = PNGColorInfo(chunks: inventory.chunks, header: opened.header, limits: limits)
    frameCount = inventory.frameCount
    background = inventory.background(of: opened.header)
    metadata = PNGMetadata.surviving(inventory.chunks)
    chunks = inventory.entries
    problems = inventory.problems + colorInfo.problems
  }

  deinit { unsafe p3png_reader_close(handle) }

  /// Rows not read yet.
  package var remainingRows: Int { header.height - rowsRead }

  /// Reads the next rows, at most `maximum`; none after the last row.
  ///
  /// - Parameters:
  ///   - maximum: 1 or more.
  ///   - above: whole rows of samples to put at the start of the buffer, for work that needs the rows before.
  /// - Throws: `PNGError` if the image data are damaged or exceed `limits.busyPixels`; kind `cancelled` if the task is
  ///   cancelled.
  package mutating func readRows(_ maximum: Int, below above: [UInt16] = []) throws(PNGError) -> PixelBuffer {
    precondition(maximum > 0, "asks for no rows")
    // All work on an image reads its rows, so cancellation is checked here.
    if Task.isCancelled { throw PNGError(file: name, kind: .cancelled) }
    let stride = header.width * pixelFormat.channelCount
    precondition(above.count.isMultiple(of: stride), "no whole rows above")
    let count = min(maximum, remainingRows)
    // Empty arrays share one storage, to which nothing may be written, not even a count.
    guard above.count + count > 0 else {
      return PixelBuffer(width: header.width, height: 0, format: pixelFormat, samples: [])
    }
    var status = p3png_status()
    var isRead = true
    // Every sample is written below, so nothing is cleared first.
    let samples = unsafe [UInt16](unsafeUninitializedCapacity: above.count + count * stride) {
      buffer, filled in
      _ = unsafe buffer.initialize(fromContentsOf: above)
      if count > 0 {
        isRead = unsafe p3png_reader_read_rows(
          handle, buffer.baseAddress.map { unsafe $0 + above.count }, count, &status)
      }
      filled = isRead ? above.count + count * stride : 0
    }
    guard isRead else { throw PNGError(status, file: name) }
    rowsRead += count
    busyPixels?.add(samples.span.extracting(above.count...))
    if let excess = busyPixels?.excess(
      bytesRead: unsafe p3png_reader_byte_count(handle),
      option: limits.maxPixelsOption ?? Wording.current.busyPixels)
    {
      throw PNGError(file: name, kind: excess, chunk: "IDAT")
    }
    return PixelBuffer(
      width: header.width, height: above.count / stride + count, format: pixelFormat, samples: samples)
  }

  /// Reads through IEND: checks the rest and collects the chunks after the image data.
  ///
  /// All rows must have been read. Bytes after IEND become a problem, not an error, as every viewer ignores them.
  package mutating func finish() throws(PNGError) {
    precondition(remainingRows == 0, "finish() before the last row")
    try readToEnd()
  }

  /// Skips the remaining rows without decoding and reads through IEND, for callers that only need the chunks.
  ///
  /// Checks the CRCs of the image data, not the pixels.
  package mutating func skipToEnd() throws(PNGError) {
    rowsRead = header.height
    try readToEnd()
  }

  /// Divides the limit `limits.busyPixels` by `work`, 1 to 3, if more costly work turns out only after the image is
  /// open.
  package mutating func weighBusyPixels(_ work: Int) { busyPixels?.work = work }

  private mutating func readToEnd() throws(PNGError) {
    var status = p3png_status()
    var hasGarbage = false
    var hasLeftover = false
    guard unsafe p3png_reader_finish(handle, &hasGarbage, &hasLeftover, &status) else {
      throw PNGError(status, file: name)
    }
    unsafe inventory.update(from: handle)
    metadata = PNGMetadata.surviving(inventory.chunks)
    chunks = inventory.entries
    problems = inventory.problems + colorInfo.problems
    if hasLeftover {
      problems.append(PNGProblem(chunk: "IDAT", message: "bytes after the compressed image data are ignored"))
    }
    if hasGarbage {
      problems.append(PNGProblem(chunk: nil, message: "bytes after the end of the PNG (IEND) are ignored"))
    }
  }
}
