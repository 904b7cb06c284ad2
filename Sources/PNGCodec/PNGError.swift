/// Why a PNG could not be read or written: file, place, fact, remedy.
public struct PNGError: Error, Sendable, Hashable {
  /// What happened, with its values.
  public enum Kind: Error, Sendable, Hashable {
    /// A system call failed: its errno, and what it is called.
    case system(code: Int32, text: String)
    case outOfMemory
    /// No PNG signature; `what` says what the file is instead, where its first bytes tell.
    case notPNG(what: String?)
    /// The file ends too early. `decoded` of `expected` bytes of image data were there, if it ended among them.
    case truncated(decoded: UInt64?, expected: UInt64?)
    case badCRC(stored: UInt32, computed: UInt32)
    case badChunkType
    case badChunkLength(length: UInt64, maximum: UInt64)
    case unknownCriticalChunk
    case misplacedChunk
    case missingHeader
    case missingPalette
    case missingImageData
    /// An IHDR field has a value that the standard does not allow.
    case invalidHeader(String)
    case animated
    case tooManyChunks(maximum: UInt64)
    /// Over a limit of ours: what is how large, what the limit is, and the option that raises it.
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
  public let kind: Kind
  /// The chunk it happened in.
  public let chunk: String?
  /// Where in the file.
  public let byteOffset: UInt64?

  /// Whether the file is a PNG all the same, whose chunks `PNGChunkList` can tell.
  public var leavesChunks: Bool {
    switch kind {
    case .system, .outOfMemory, .notPNG: false
    default: true
    }
  }

  /// An error of `kind` in `file`.
  public init(file: String, kind: Kind, chunk: String? = nil, byteOffset: UInt64? = nil) {
    self.file = file
    self.kind = kind
    self.chunk = chunk
    self.byteOffset = byteOffset
  }
}
