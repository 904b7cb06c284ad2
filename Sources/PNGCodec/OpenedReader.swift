internal import CPNGShims
import Pixels

/// A C reader positioned before the image data, whose header is valid and within the limits.
@safe
struct OpenedReader {
  let handle: OpaquePointer
  let header: PNGHeader
  let pixelFormat: PixelFormat
  /// Bytes of memory that the work on the image takes (`limits.cost`), and the buffer of an interlaced image.
  let memory: Int
  /// Counts changing pixels; nil if the image cannot have too many.
  let busyPixels: BusyPixels?

  /// Takes over `source`; closes it when it throws.
  init(source: OpaquePointer, name: String, limits: PNGLimits) throws(PNGError) {
    var status = p3png_status()
    var raw = p3png_header()
    var caps = limits.caps
    let fileBytes = unsafe p3png_source_size(source)
    let allowed = limits.memory(fileBytes: fileBytes)
    var magic = [UInt8](repeating: 0, count: 64)
    var magicCount = 0
    guard let handle = unsafe p3png_reader_open(source, &caps, &raw, &magic, &magicCount, &status) else {
      throw PNGError(status, file: name, magic: Array(magic.prefix(magicCount)))
    }
    do {
      header = try Self.checked(raw, name: name, limits: limits)
      let work = limits.cost.bytes(for: header)
      try Self.check(memory: work, limit: allowed, header: header, name: name)
      pixelFormat = try unsafe Self.started(handle, header: header, name: name)
      memory = work + Self.buffer(header, pixelFormat)
      busyPixels = BusyPixels(
        header, channels: pixelFormat.channelCount, limits: limits, fileBytes: fileBytes)
      try Self.check(memory: memory, limit: allowed, header: header, name: name)
    } catch {
      unsafe p3png_reader_close(handle)
      throw error
    }
    unsafe self.handle = handle
  }

  private static func checked(
    _ raw: p3png_header, name: String, limits: PNGLimits
  ) throws(PNGError) -> PNGHeader {
    let header: PNGHeader
    do {
      header = try PNGHeader.validation(raw)
    } catch {
      throw PNGError(file: name, kind: error, chunk: "IHDR", byteOffset: 8)
    }
    guard header.pixelCount <= limits.maxPixels else {
      throw PNGError(
        file: name,
        kind: .overLimit(
          what: "the number of pixels", value: header.pixelCount, limit: limits.maxPixels,
          option: limits.maxPixelsOption ?? Wording.current.maxPixels), chunk: "IHDR")
    }
    return header
  }

  private static func started(_ handle: OpaquePointer, header: PNGHeader, name: String) throws(PNGError)
    -> PixelFormat
  {
    var status = p3png_status()
    var channels: UInt8 = 0
    guard unsafe p3png_reader_start(handle, &channels, &status) else { throw PNGError(status, file: name) }
    let hasAlpha = channels == 2 || channels == 4
    let format = header.pixelFormat(hasTransparency: hasAlpha)
    precondition(format.channelCount == Int(channels), "C delivers another format")
    return format
  }

  // MARK: Memory

  /// Bytes of the buffer of an interlaced image; 0 for others, which are read in strips.
  private static func buffer(_ header: PNGHeader, _ format: PixelFormat) -> Int {
    guard header.isInterlaced else { return 0 }
    let (bytes, overflows) = header.pixelCount.multipliedReportingOverflow(by: format.bytesPerPixel)
    return overflows ? Int.max / 2 : bytes
  }

  private static func check(
    memory: Int, limit: Int, header: PNGHeader, name: String
  ) throws(PNGError) {
    guard memory > limit else { return }
    let kind = header.isInterlaced ? "an interlaced image" : "an image"
    throw PNGError(
      file: name,
      kind: .overLimit(
        what: "the memory for \(kind) of \(header.width)×\(header.height) pixels, in bytes:", value: memory,
        limit: limit, option: Wording.current.maxMemory), chunk: "IHDR")
  }
}

extension PNGLimits {
  /// The limits that the C reader checks.
  var caps: p3png_limits {
    p3png_limits(
      profile_bytes: UInt64(maxProfileBytes), chunk_bytes: UInt64(maxChunkBytes),
      total_bytes: UInt64(maxMetadataBytes), reads_first_frame: readsFirstFrame)
  }
}
