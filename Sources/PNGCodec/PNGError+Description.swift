// The error messages that users read.

extension PNGError: CustomStringConvertible {
  /// `broken.png: IDAT: stream ends after 8123 of 1048576 decoded bytes (truncated file?)`.
  public var description: String { "\(file): \(statement)" }

  /// The message without the file's name.
  public var statement: String {
    var place = chunk.map { "\($0): " } ?? ""
    place += fact
    if let byteOffset, kind.hasPlace { place += " at byte \(byteOffset)" }
    return remedy.map { "\(place) (\($0))" } ?? place
  }

  private var fact: String {
    switch kind {
    case .system(_, let text): text
    case .outOfMemory: "not enough memory"
    case .cancelled: "was not read to its end: the task was cancelled"
    case .notPNG(let what): what.map { "not a PNG file: this is \($0)" } ?? "not a PNG file"
    case .truncated(let decoded?, let expected?):
      "the file ends after \(decoded) of \(expected) decoded bytes,"
    case .truncated: "the file ends"
    case .badCRC(let stored, let computed): "CRC is \(hex(stored)) but the data give \(hex(computed)),"
    case .badChunkType: "a chunk type that is no four letters"
    case .badChunkLength(let length, let maximum): "\(length) bytes long, at most \(maximum) are allowed,"
    case .unknownCriticalChunk: "unknown critical chunk"
    case .misplacedChunk: "chunk in the wrong place"
    case .missingHeader: "the first chunk must be IHDR"
    case .missingPalette: "a palette image without PLTE"
    case .missingImageData: "no image data (IDAT)"
    case .invalidHeader(let text): text
    case .animated: "this is an animated PNG (APNG), whose other frames would be lost"
    case .tooManyChunks(let maximum): "more than \(maximum) chunks"
    case .overLimit(let what, let value, let limit, _): "\(what) \(value) is over the limit of \(limit)"
    case .badImageData(let reason, let decoded, let expected):
      "\(reason) after \(decoded) of \(expected) decoded bytes"
    case .shortImageData(let decoded, let expected): "stream ends at byte \(decoded) of \(expected) decoded"
    case .longImageData(let expected): "stream goes on after the \(expected) bytes that IHDR promises"
    case .libpng(let text): text
    }
  }

  private var remedy: String? {
    switch kind {
    case .notPNG(FileMagic.gitLFSPointer): "fetch the image with `git lfs pull`"
    case .notPNG: "p3tool reads PNG only; convert it first"
    case .truncated, .shortImageData: "truncated file?"
    case .badCRC, .badChunkType, .badChunkLength, .badImageData, .longImageData, .misplacedChunk:
      "damaged file; get it again from its source"
    case .unknownCriticalChunk where chunk == "CgBI", .missingHeader where chunk == "CgBI":
      "an Xcode-optimised PNG of an iOS app; restore it with `xcrun pngcrush -revert-iphone-optimizations`"
    case .animated: "extract the frames and convert them one by one"
    case .overLimit(_, _, _, let option): "raise it with \(option) if you trust the file"
    default: nil
    }
  }

  /// Whether the file is sound but of an unsupported kind: an animation, an Xcode-optimised PNG, a Git LFS pointer.
  package var isOfUnsupportedKind: Bool {
    switch kind {
    case .animated, .notPNG(FileMagic.gitLFSPointer): true
    case .unknownCriticalChunk, .missingHeader: chunk == "CgBI"
    default: false
    }
  }

  private func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension PNGError.Kind {
  /// Whether the message states the byte offset, because it locates the damage.
  fileprivate var hasPlace: Bool {
    switch self {
    case .truncated, .badCRC, .badChunkType, .badChunkLength, .unknownCriticalChunk, .misplacedChunk: true
    default: false
    }
  }
}
