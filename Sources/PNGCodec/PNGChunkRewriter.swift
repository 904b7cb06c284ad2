internal import CPNGShims

/// Copies a PNG chunk by chunk and changes only ancillary chunks and, where asked to, the colours of the palette: samples,
/// interlacing and compression stay as they are, byte for byte. CRCs are verified on the way, pixels are not decoded.
package enum PNGChunkRewriter {
  /// What becomes of the chunks.
  package struct Changes: Sendable, Hashable {
    /// Types that are left out.
    package var dropped: Set<String>
    /// The only ancillary types of the file that are copied, where not nil.
    package var copiedOnly: Set<String>?
    /// Chunks that are written right before IEND.
    package var addedAtEnd: [PNGChunk] = []
    /// Chunks that are written right after IHDR.
    package var added: [PNGChunk]
    /// The same for a greyscale image, whose profile must be a grey one; nil: as for colour images.
    package var addedToGray: [PNGChunk]?
    /// What Exif's ColorSpace entry becomes, where there is one; nil leaves it.
    package var exifColorSpace: PNGMetadata.ExifColorSpace?

    /// Replaces the colour chunks by `added`, unless told otherwise.
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

  /// What was copied.
  package struct Rewritten: Sendable {
    /// The fields of IHDR.
    package let header: PNGHeader
    /// What was wrong without being fatal.
    package let problems: [PNGProblem]
    /// The bytes written.
    package let byteCount: Int
  }

  /// Every chunk that gives the samples their colours. sBIT, bKGD and the like describe samples: they stay.
  package static let colorChunkTypes: Set<String> = [
    "cICP", "iCCP", "sRGB", "gAMA", "cHRM", "mDCV", "mDCv", "cLLI", "cLLi",
  ]

  /// Copies the file at `path` to the descriptor `output`, which stays the caller's.
  ///
  /// - Returns: what was copied; ancillary chunks with a wrong CRC are left out.
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

  /// Copies what the descriptor `input` delivers to the descriptor `output`; both stay the caller's.
  ///
  /// - Parameters:
  ///   - input: is read from where it stands.
  ///   - name: the input's name in errors.
  ///   - output: gets the whole file.
  ///   - changes: the chunks that go, and those that come.
  ///   - limits: what is refused.
  ///   - palette: gives PLTE's new bytes for its old ones, red, green and blue of each entry, as many; nil leaves them.
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
