/// One ancillary chunk with its data.
package struct PNGChunk: Sendable, Hashable {
  /// The position of a chunk in the file.
  package enum Place: Sendable, Hashable {
    /// Before PLTE, and so before IDAT.
    case beforePalette
    /// Before the first IDAT, and after PLTE if there is one.
    case beforeImageData
    /// After the last IDAT.
    case afterImageData
  }

  /// Four ASCII letters; their cases are properties (PNG 3rd edition, clause 5.4).
  package let type: String
  /// The chunk's data, without length, type and CRC.
  package let data: [UInt8]
  /// The chunk's position in the file read, or in the file to write.
  package let place: Place

  /// - Parameters:
  ///   - type: must be four ASCII letters.
  ///   - data: at most 2³¹ − 1 bytes.
  ///   - place: the chunk's position.
  package init(type: String, data: [UInt8], place: Place = .beforeImageData) {
    precondition(
      type.utf8.count == 4
        && type.utf8.allSatisfy { (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) },
      "a chunk type has four ASCII letters")
    precondition(data.count <= 0x7fff_ffff, "a chunk holds at most 2^31 - 1 bytes")
    self.type = type
    self.data = data
    self.place = place
  }

  /// Whether a program that does not know the chunk may copy it when the image changes.
  package var isSafeToCopy: Bool { type.utf8.dropFirst(3).allSatisfy { $0 & 0x20 != 0 } }
}
