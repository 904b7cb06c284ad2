/// Why a PNG could not be read or written. `description` states file, place, fact and remedy.
public struct PNGError: Error, Sendable, Hashable {
  /// The fact, with its values.
  package enum Kind: Error, Sendable, Hashable {
    /// A system call failed: its errno and the error's name.
    case system(code: Int32, text: String)
    /// Out of memory.
    case outOfMemory
    /// The task that reads the image was cancelled.
    case cancelled
    /// No PNG signature; `what` is the format that the first bytes show, if known.
    case notPNG(what: String?)
    /// The file ends too early. If it ends in the image data: `decoded` of `expected` bytes were there.
    case truncated(decoded: UInt64?, expected: UInt64?)
    /// The stored CRC differs from the CRC of the chunk's data.
    case badCRC(stored: UInt32, computed: UInt32)
    /// A chunk type with bytes that are no letters.
    case badChunkType
    /// A chunk longer or shorter than allowed, in bytes.
    case badChunkLength(length: UInt64, maximum: UInt64)
    /// An unknown chunk that must be understood to show the image.
    case unknownCriticalChunk
    /// A chunk where the standard does not allow it.
    case misplacedChunk
    /// The first chunk is not IHDR.
    case missingHeader
    /// A palette image without PLTE.
    case missingPalette
    /// No IDAT.
    case missingImageData
    /// An IHDR field has a value that the standard does not allow.
    case invalidHeader(String)
    /// An animation (APNG): all but its default image would be lost.
    case animated
    /// More chunks than the limit.
    case tooManyChunks(maximum: UInt64)
    /// Over one of the limits: the figure's name, its value, the limit, and what raises it.
    case overLimit(what: String, value: Int, limit: Int, option: String)
    /// The compressed data are broken after `decoded` of `expected` bytes.
    case badImageData(reason: String, decoded: UInt64, expected: UInt64)
    /// The compressed stream ends before all the bytes that IHDR promises.
    case shortImageData(decoded: UInt64, expected: UInt64)
    /// The compressed stream holds more than the `expected` bytes that IHDR promises.
    case longImageData(expected: UInt64)
    /// A message of libpng.
    case libpng(String)
  }

  /// The file's name as the user gave it.
  public let file: String
  /// The kind of error.
  package let kind: Kind
  /// The type of the chunk with the error; nil if it is not in a chunk.
  public let chunk: String?
  /// Byte offset of the error in the file; nil if unknown.
  public let byteOffset: UInt64?

  /// Whether the file exceeds `PNGLimits`.
  public var isOverLimit: Bool {
    if case .overLimit = kind { true } else { false }
  }

  /// Whether the file is a PNG nevertheless, so that `PNGChunkList` can list its chunks.
  package var leavesChunks: Bool {
    switch kind {
    case .system, .outOfMemory, .cancelled, .notPNG: false
    default: true
    }
  }

  /// An error of `kind` in `file`.
  package init(file: String, kind: Kind, chunk: String? = nil, byteOffset: UInt64? = nil) {
    self.file = file
    self.kind = kind
    self.chunk = chunk
    self.byteOffset = byteOffset
  }
}
