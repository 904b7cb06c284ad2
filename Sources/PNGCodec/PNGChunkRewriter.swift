internal import CPNGShims

/// Copies a PNG chunk by chunk and changes only ancillary chunks and, if requested, the colours of the palette.
/// Samples, interlacing and compression stay byte for byte. CRCs are verified, pixels are not decoded.
package enum PNGChunkRewriter {
  /// The changes to the chunks.
  package struct Changes: Sendable, Hashable {
    /// Types of chunks that are left out.
    package var dropped: Set<String>
    /// If not nil, the only ancillary types that are copied.
    package var copiedOnly: Set<String>?
    /// Chunks to write right before IEND.
    package var addedAtEnd: [PNGChunk] = []
    /// Chunks to write right after IHDR.
    package var added: [PNGChunk]
    /// Replaces `added` for greyscale images, whose profile must be grey; nil: `added`.
    package var addedToGray: [PNGChunk]?
    /// The new value of Exif's ColorSpace entry if there is one; nil leaves it.
    package var exifColorSpace: PNGMetadata.ExifColorSpace?

    /// By default replaces the colour chunks by `added`.
    package init(
      dropping dropped: Set<String> = PNGChunkRewriter.colorChunkTypes, adding added: [PNGChunk],
      addingToGray addedToGray: [PNGChunk]? = nil, exifColorSpace: PNGMetadata.ExifColorSpace? = nil
    ) {
      self.dropped = dropped
      self.added = added
      self.addedToGray = addedToGray
      self.exifColorSpace = exifColorSpace
    }
  }

  /// The result of a copy.
  package struct Rewritten: Sendable {
    /// The fields of IHDR.
    package let header: PNGHeader
    /// Problems that were not fatal.
    package let problems: [PNGProblem]
    /// The bytes written.
    package let byteCount: Int
  }

  /// Every chunk that defines the samples' colours. sBIT, bKGD and others that describe samples are not among them.
  package static let colorChunkTypes: Set<String> = [
    "cICP", "iCCP", "sRGB", "gAMA", "cHRM", "mDCV", "mDCv", "cLLI", "cLLi",
  ]

  /// Copies the file at `path` to the descriptor `output`, which is not closed.
  ///
  /// - Returns: the result; ancillary chunks with a wrong CRC are left out.
  package static func rewrite(
    path: String, to output: Int32, changes: Changes, limits: PNGLimits = PNGLimits()
  ) throws(PNGError) -> Rewritten {
    var status = p3png_status()
    guard let source = unsafe p3png_source_open_path(path, &status) else {
      throw PNGError(status, file: path)
    }
    return unsafe try rewrite(
      source, to: output, name: path, changes: changes, limits: limits, palette: nil)
  }

  /// Copies from the descriptor `input` to the descriptor `output`; neither is closed.
  ///
  /// - Parameters:
  ///   - input: is read from its current position.
  ///   - name: the input's name in errors.
  ///   - output: receives the whole file.
  ///   - changes: the chunks to drop and to add.
  ///   - limits: the limits on the file.
  ///   - palette: maps the bytes of PLTE (red, green and blue of each entry) to as many new ones; nil leaves them.
  package static func rewrite(
    fileDescriptor input: Int32, name: String, to output: Int32, changes: Changes,
    limits: PNGLimits = PNGLimits(), palette: (([UInt8]) -> [UInt8])? = nil
  ) throws(PNGError) -> Rewritten {
    guard let source = unsafe p3png_source_open_descriptor(input, false) else {
      throw PNGError(file: name, kind: .outOfMemory)
    }
    return unsafe try rewrite(
      source, to: output, name: name, changes: changes, limits: limits, palette: palette)
  }

  private static func rewrite(
    _ source: OpaquePointer, to output: Int32, name: String, changes: Changes, limits: PNGLimits,
    palette: (([UInt8]) -> [UInt8])?
  ) throws(PNGError) -> Rewritten {
    guard let sink = unsafe p3png_sink_open_descriptor(output) else {
      unsafe p3png_source_close(source)
      throw PNGError(file: name, kind: .outOfMemory)
    }
    var copier = unsafe ChunkCopier(source: source, sink: sink, name: name, changes: changes, limits: limits)
    let header = try copier.run(palette: palette)
    return Rewritten(header: header, problems: copier.problems, byteCount: copier.byteCount)
  }
}
