// Converts the C status struct to a typed error.
internal import CPNGShims

extension PNGError {
  init(_ status: p3png_status, file: String, magic: [UInt8] = []) {
    self.init(
      file: file, kind: Kind(status, magic: magic), chunk: status.chunk == 0 ? nil : chunkName(status.chunk),
      byteOffset: status.offset == 0 ? nil : status.offset)
  }
}

extension PNGError.Kind {
  fileprivate init(_ status: p3png_status, magic: [UInt8]) {
    switch UInt32(bitPattern: status.code) {
    case P3PNG_SYSTEM.rawValue:
      self = .system(code: status.system_error, text: systemErrorText(status.system_error))
    case P3PNG_OUT_OF_MEMORY.rawValue: self = .outOfMemory
    case P3PNG_NOT_PNG.rawValue: self = .notPNG(what: FileMagic.name(of: magic))
    case P3PNG_TRUNCATED.rawValue:
      let isCounted = status.expected > 0
      self = .truncated(
        decoded: isCounted ? status.value : nil, expected: isCounted ? status.expected : nil)
    case P3PNG_BAD_CRC.rawValue:
      self = .badCRC(stored: UInt32(status.value), computed: UInt32(status.expected))
    case P3PNG_BAD_CHUNK_TYPE.rawValue: self = .badChunkType
    case P3PNG_BAD_CHUNK_LENGTH.rawValue:
      self = .badChunkLength(length: status.value, maximum: status.expected)
    case P3PNG_UNKNOWN_CRITICAL.rawValue: self = .unknownCriticalChunk
    case P3PNG_MISPLACED_CHUNK.rawValue: self = .misplacedChunk
    case P3PNG_MISSING_IHDR.rawValue: self = .missingHeader
    case P3PNG_MISSING_PLTE.rawValue: self = .missingPalette
    case P3PNG_MISSING_IDAT.rawValue: self = .missingImageData
    case P3PNG_ANIMATED.rawValue: self = .animated
    case P3PNG_TOO_MANY_CHUNKS.rawValue: self = .tooManyChunks(maximum: status.expected)
    case P3PNG_BAD_IMAGE_DATA.rawValue:
      self = .badImageData(reason: text(status), decoded: status.value, expected: status.expected)
    case P3PNG_SHORT_IMAGE_DATA.rawValue:
      self = .shortImageData(decoded: status.value, expected: status.expected)
    case P3PNG_LONG_IMAGE_DATA.rawValue: self = .longImageData(expected: status.expected)
    default: self = .libpng(text(status))
    }
  }
}

/// Four readable characters: bytes that are no letters become `?`.
func chunkName(_ type: UInt32) -> String {
  var name = ""
  for shift in [24, 16, 8, 0] as [UInt32] {
    let byte = UInt8(truncatingIfNeeded: type >> shift)
    let isLetter = (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    name.append(isLetter ? Character(Unicode.Scalar(byte)) : "?")
  }
  return name
}

/// The number of a chunk type of four ASCII letters.
func chunkNumber(_ type: String) -> UInt32 { type.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

private func text(_ status: p3png_status) -> String {
  var copy = status.message
  return unsafe withUnsafeBytes(of: &copy) { bytes in
    let characters = unsafe bytes.prefix { $0 != 0 }
    return unsafe String(decoding: characters, as: UTF8.self)
  }
}
