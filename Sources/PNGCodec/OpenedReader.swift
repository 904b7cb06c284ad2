internal import CPNGShims
import Pixels

/// A C reader that stands before the image data: opened, its header found sane and within the limits.
@safe
struct OpenedReader {
  let handle: OpaquePointer
  let header: PNGHeader
  let pixelFormat: PixelFormat

  /// Takes over `source`; closes it when it throws.
  init(source: OpaquePointer, name: String, limits: PNGLimits) throws(PNGError) {
    var status = p3png_status()
    var raw = p3png_header()
    var caps = p3png_limits(
      profile_bytes: UInt64(limits.maxProfileBytes), chunk_bytes: UInt64(limits.maxChunkBytes),
      total_bytes: UInt64(limits.maxMetadataBytes))
    var magic = [UInt8](repeating: 0, count: 64)
    var magicCount = 0
    guard let handle = unsafe p3png_reader_open(source, &caps, &raw, &magic, &magicCount, &status) else {
      throw PNGError(status, file: name, magic: Array(magic.prefix(magicCount)))
    }
    do {
      header = try Self.checked(raw, name: name, limits: limits)
      pixelFormat = try unsafe Self.started(handle, header: header, name: name, limits: limits)
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
          option: "--max-pixels"), chunk: "IHDR")
    }
    // Two rows as libpng keeps them, one as we deliver it.
    try check(memory: header.width * 24, header: header, name: name, limits: limits)
    return header
  }

  private static func started(
    _ handle: OpaquePointer, header: PNGHeader, name: String, limits: PNGLimits
  ) throws(PNGError) -> PixelFormat {
    var status = p3png_status()
    var layout = p3png_layout()
    guard unsafe p3png_reader_start(handle, &layout, &status) else { throw PNGError(status, file: name) }
    let hasAlpha = layout.channels == 2 || layout.channels == 4
    let format = header.pixelFormat(hasTransparency: hasAlpha)
    precondition(format.channelCount == Int(layout.channels), "libpng delivers another format")
    if header.isInterlaced {
      let (bytes, overflows) = header.pixelCount.multipliedReportingOverflow(by: format.bytesPerPixel)
      try check(memory: overflows ? .max : bytes, header: header, name: name, limits: limits)
    }
    return format
  }

  private static func check(
    memory: Int, header: PNGHeader, name: String, limits: PNGLimits
  ) throws(PNGError) {
    guard memory <= limits.maxMemory else {
      throw PNGError(
        file: name,
        kind: .overLimit(
          what: header.isInterlaced ? "memory for an interlaced image" : "memory for a row", value: memory,
          limit: limits.maxMemory, option: "--max-memory"), chunk: "IHDR")
    }
  }
}
