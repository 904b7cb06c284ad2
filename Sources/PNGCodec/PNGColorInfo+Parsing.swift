// The colour chunks, byte by byte. Problems are collected, never thrown: a broken colour chunk does not make
// the pixels unreadable.

extension PNGColorInfo {
  /// Chunk types for colour that this file interprets.
  static let chunkTypes: Set<String> = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM", "sBIT"]

  /// Reads the colour chunks among `chunks`, which come in file order.
  package init(chunks: [PNGChunk], header: PNGHeader, limits: PNGLimits = PNGLimits()) {
    var seen: Set<String> = []
    for chunk in chunks where Self.chunkTypes.contains(chunk.type) {
      guard isWellPlaced(chunk) else { continue }
      guard seen.insert(chunk.type).inserted else {
        note(chunk, "a second chunk of this type is ignored")
        continue
      }
      read(chunk, header: header, limits: limits)
    }
    if chromaticities != nil, gamma == nil, governing == .none {
      problems.append(PNGProblem(chunk: "cHRM", message: "ignored, since there is no gAMA with it"))
    }
  }

  private mutating func isWellPlaced(_ chunk: PNGChunk) -> Bool {
    switch chunk.place {
    case .beforePalette: return true
    case .beforeImageData: note(chunk, "ignored, since it stands after PLTE")
    case .afterImageData: note(chunk, "ignored, since it stands after the image data")
    }
    return false
  }

  private mutating func note(_ chunk: PNGChunk, _ message: String) {
    problems.append(PNGProblem(chunk: chunk.type, message: message))
  }

  private mutating func read(_ chunk: PNGChunk, header: PNGHeader, limits: PNGLimits) {
    switch chunk.type {
    case "cICP": readCodePoints(chunk)
    case "iCCP": readProfile(chunk, limits: limits)
    case "sRGB": readRenderingIntent(chunk)
    case "gAMA": readGamma(chunk)
    case "cHRM": readChromaticities(chunk)
    default: readSignificantBits(chunk, header: header)
    }
  }

  private mutating func readCodePoints(_ chunk: PNGChunk) {
    guard chunk.data.count == 4 else { return noteLength(chunk, 4) }
    guard chunk.data[2] == 0 else {
      return note(chunk, "ignored: matrix coefficients \(chunk.data[2]), must be 0 (RGB)")
    }
    guard chunk.data[3] <= 1 else {
      return note(chunk, "ignored: full-range flag \(chunk.data[3]), must be 0 or 1")
    }
    cicp = PNGCodePoints(
      primaries: chunk.data[0], transfer: chunk.data[1], matrix: 0, isFullRange: chunk.data[3] == 1)
  }

  private mutating func readProfile(_ chunk: PNGChunk, limits: PNGLimits) {
    guard let end = chunk.data.prefix(80).firstIndex(of: 0), end > 0 else {
      return note(chunk, "ignored: the profile name must have 1 to 79 characters")
    }
    guard chunk.data.count > end + 2 else { return note(chunk, "ignored: it holds no profile") }
    guard chunk.data[end + 1] == 0 else {
      return note(chunk, "ignored: compression method \(chunk.data[end + 1]) is unknown")
    }
    switch ZlibStream.inflated(chunk.data[(end + 2)...], limit: limits.maxProfileBytes) {
    case .success(let bytes):
      embeddedProfile = PNGEmbeddedProfile(name: latin1(chunk.data[..<end]), bytes: bytes)
    case .failure(.overLimit):
      note(chunk, "ignored: the profile is over the limit of \(limits.maxProfileBytes) bytes")
    case .failure(.damaged): note(chunk, "ignored: its compressed data are damaged")
    }
  }

  private mutating func readRenderingIntent(_ chunk: PNGChunk) {
    guard chunk.data.count == 1 else { return noteLength(chunk, 1) }
    guard chunk.data[0] <= 3 else {
      return note(chunk, "ignored: rendering intent \(chunk.data[0]), must be 0 to 3")
    }
    renderingIntent = chunk.data[0]
  }

  private mutating func readGamma(_ chunk: PNGChunk) {
    guard chunk.data.count == 4 else { return noteLength(chunk, 4) }
    let value = bigEndian32(chunk.data, 0)
    guard (1...0x7fff_ffff).contains(value) else {
      return note(chunk, "ignored: the value \(value) is invalid")
    }
    gamma = Double(value) / 100_000
  }

  private mutating func readChromaticities(_ chunk: PNGChunk) {
    guard chunk.data.count == 32 else { return noteLength(chunk, 32) }
    // Signed: wide spaces (ACES) have primaries with negative coordinates, and writers store them so.
    let values = (0..<8).map { Double(Int32(bitPattern: bigEndian32(chunk.data, $0 * 4))) / 100_000 }
    let read = PNGChromaticities(
      white: SIMD2(values[0], values[1]), red: SIMD2(values[2], values[3]),
      green: SIMD2(values[4], values[5]), blue: SIMD2(values[6], values[7]))
    guard read.isUsable else { return note(chunk, "ignored: white and primaries span no colours") }
    chromaticities = read
  }

  private mutating func readSignificantBits(_ chunk: PNGChunk, header: PNGHeader) {
    let count = header.colorType == .palette ? 3 : header.colorType.channelCount
    let depth = header.colorType == .palette ? 8 : header.bitDepth
    guard chunk.data.count == count else { return noteLength(chunk, count) }
    guard chunk.data.allSatisfy({ (1...depth).contains(Int($0)) }) else {
      return note(chunk, "ignored: each value must be 1 to \(depth)")
    }
    significantBits = chunk.data
  }

  private mutating func noteLength(_ chunk: PNGChunk, _ expected: Int) {
    note(chunk, "ignored: \(chunk.data.count) bytes long, must be \(expected)")
  }
}

extension PNGChromaticities {
  /// Whether white has a luminance and the primaries form a triangle.
  fileprivate var isUsable: Bool {
    let toGreen = green - red
    let toBlue = blue - red
    let area = toGreen.x * toBlue.y - toGreen.y * toBlue.x
    return white.y > 0 && white.x >= 0 && white.x + white.y <= 1.1 && abs(area) > 1e-6
  }
}

/// The unsigned 32-bit number at `offset`.
func bigEndian32(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
  bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
}

/// Latin-1 (ISO 8859-1) text: each byte is its own code point.
func latin1(_ bytes: some Sequence<UInt8>) -> String {
  var text = String.UnicodeScalarView()
  for byte in bytes { text.append(Unicode.Scalar(byte)) }
  return String(text)
}
