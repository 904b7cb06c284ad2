/// Why a PNG could not be read or written: file, place, fact, remedy.
public struct PNGError: Error, Sendable, Hashable {
  /// What happened, with its values.
  package enum Kind: Error, Sendable, Hashable {
    /// A system call failed: its errno, and what it is called.
    case system(code: Int32, text: String)
    /// The system gave no memory.
    case outOfMemory
    /// The task that reads the image was cancelled.
    case cancelled
    /// No PNG signature; `what` is the format that the first bytes are of instead, if known.
    case notPNG(what: String?)
    /// The file ends too early. `decoded` of `expected` bytes of image data were there, if it ended among them.
    case truncated(decoded: UInt64?, expected: UInt64?)
    /// The chunk has another checksum than its data give.
    case badCRC(stored: UInt32, computed: UInt32)
    /// A chunk type that is no four letters.
    case badChunkType
    /// A chunk that is longer, or shorter, than it may be.
    case badChunkLength(length: UInt64, maximum: UInt64)
    /// A chunk that has to be understood, and is not known.
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
    /// An animation (APNG), of which more than its default image would be lost.
    case animated
    /// More chunks than are read.
    case tooManyChunks(maximum: UInt64)
    /// Over a limit of ours: what is how large, what the limit is, and what raises it.
    case overLimit(what: String, value: Int, limit: Int, option: String)
    /// The compressed data are broken after `decoded` of `expected` bytes.
    case badImageData(reason: String, decoded: UInt64, expected: UInt64)
    /// The compressed stream ends before IHDR's promise is kept.
    case shortImageData(decoded: UInt64, expected: UInt64)
    /// The compressed stream holds more than the `expected` bytes that IHDR promises.
    case longImageData(expected: UInt64)
    /// libpng's own text.
    case libpng(String)
  }

  /// The file's name, as the user typed it.
  public let file: String
  /// What happened.
  package let kind: Kind
  /// The chunk it happened in.
  public let chunk: String?
  /// Where in the file.
  public let byteOffset: UInt64?

  /// Whether the file needs more than `PNGLimits` allow.
  public var isOverLimit: Bool {
    if case .overLimit = kind { true } else { false }
  }

  /// Whether the file is a PNG all the same, whose chunks `PNGChunkList` can list.
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
