internal import CPNGShims

/// The chunks of a file that `PNGReader` refuses, as far as they can be read: damaged, of an unsupported kind, or over
/// a limit.
package struct PNGChunkList: Sendable {
  /// IHDR; nil if it is missing or has values that the standard forbids.
  package let header: PNGHeader?
  /// The chunks in file order. The file may end within the data of the last one.
  package let chunks: [PNGChunkEntry]
  /// The contents of the colour chunks.
  package let colorInfo: PNGColorInfo
  /// Frames of an animation; nil for still images.
  package let frameCount: Int?
  /// What is wrong with chunks that were skipped.
  package let problems: [PNGProblem]
  /// Bytes up to the end of IEND, or up to the first place where no chunk follows.
  package let byteCount: Int

  /// Lists the chunks read from `fileDescriptor`, which is not closed.
  ///
  /// - Throws: `PNGError` if the file is no PNG, reading fails, or memory is short.
  package init(fileDescriptor: Int32, name: String, limits: PNGLimits = PNGLimits()) throws(PNGError) {
    guard let source = unsafe p3png_source_open_descriptor(fileDescriptor, false) else {
      throw PNGError(file: name, kind: .outOfMemory)
    }
    var status = p3png_status()
    var caps = limits.caps
    var magic = [UInt8](repeating: 0, count: 64)
    var magicCount = 0
    guard let handle = unsafe p3png_reader_list(source, &caps, &magic, &magicCount, &status) else {
      throw PNGError(status, file: name, magic: Array(magic.prefix(magicCount)))
    }
    defer { unsafe p3png_reader_close(handle) }
    let stop = PNGError(status, file: name)
    switch stop.kind {
    case .system, .outOfMemory: throw stop
    default: break
    }
    var inventory = ChunkInventory()
    unsafe inventory.update(from: handle)
    let header = Self.header(inventory.header)
    self.header = header
    chunks = inventory.entries
    // Of the colour chunks only sBIT depends on IHDR.
    colorInfo = PNGColorInfo(
      chunks: header == nil ? inventory.chunks.filter { $0.type != "sBIT" } : inventory.chunks,
      header: header ?? PNGHeader(width: 1, height: 1, bitDepth: 16, colorType: .rgb), limits: limits)
    frameCount = inventory.frameCount
    problems = inventory.problems + colorInfo.problems
    byteCount = Int(unsafe p3png_reader_byte_count(handle))
  }

  private static func header(_ data: [UInt8]) -> PNGHeader? {
    guard data.count == 13 else { return nil }
    return try? PNGHeader.validation(p3png_header(data))
  }
}
