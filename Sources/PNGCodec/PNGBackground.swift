/// bKGD: the colour to show the image on if no other is given (PNG 3rd edition, clause 11.3.4.1).
package struct PNGBackground: Sendable, Hashable {
  /// One grey sample, or red, green and blue, in 16 bits as in delivered rows.
  package let samples: [UInt16]

  /// A background of one grey sample, or of three.
  package init(samples: [UInt16]) {
    precondition(samples.count == 1 || samples.count == 3, "a background is a grey or a colour")
    self.samples = samples
  }

  /// The background of `chunk` for an image with `header`; nil if the chunk does not fit.
  ///
  /// - Parameter palette: the data of PLTE.
  init?(_ chunk: PNGChunk, header: PNGHeader, palette: [UInt8]) {
    switch header.colorType {
    case .palette:
      guard chunk.data.count == 1 else { return nil }
      let entry = palette.dropFirst(3 * Int(chunk.data[0])).prefix(3)
      guard entry.count == 3 else { return nil }
      samples = entry.map { 257 * UInt16($0) }
    case .gray, .grayAlpha, .rgb, .rgba:
      guard chunk.data.count == (header.colorType.isGray ? 2 : 6) else { return nil }
      let most = UInt32(1) << UInt32(header.bitDepth) - 1
      let values = stride(from: 0, to: chunk.data.count, by: 2).map {
        UInt32(chunk.data[$0]) << 8 | UInt32(chunk.data[$0 + 1])
      }
      guard values.allSatisfy({ $0 <= most }) else { return nil }
      samples = values.map { UInt16($0 * 65535 / most) }
    }
  }

  /// The chunk for an image with `header`: 8 or 16 bits, no palette, and grey exactly if the background is. At 8 bits
  /// it holds the high byte of each sample.
  package func chunk(for header: PNGHeader) -> PNGChunk {
    precondition(header.colorType != .palette && header.bitDepth >= 8, "such images are not written")
    precondition(header.colorType.isGray == (samples.count == 1), "a background of other channels")
    let data = samples.flatMap { sample -> [UInt8] in
      let (high, low) = (UInt8(sample >> 8), UInt8(sample & 255))
      return header.bitDepth == 16 ? [high, low] : [0, high]
    }
    return PNGChunk(type: "bKGD", data: data)
  }
}
