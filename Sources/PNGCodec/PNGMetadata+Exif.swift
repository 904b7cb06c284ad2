// Updates Exif's ColorSpace entry, which describes the samples. Everything else in Exif stays.

extension PNGMetadata {
  /// Values of Exif's ColorSpace (Exif 2.32, tag 0xA001).
  package enum ExifColorSpace: UInt16, Sendable {
    /// The samples are sRGB.
    case sRGB = 1
    /// Any embedded profile: Display P3, Adobe RGB and all others.
    case uncalibrated = 0xffff
  }

  /// The metadata with ColorSpace set to `colorSpace`, if the Exif data have that entry.
  package func settingExifColorSpace(_ colorSpace: ExifColorSpace) -> PNGMetadata {
    PNGMetadata(
      chunks: chunks.map { chunk in
        guard chunk.type == "eXIf", let place = ExifColorSpaceLocator(chunk.data).location else {
          return chunk
        }
        var data = chunk.data
        let high = UInt8(colorSpace.rawValue >> 8)
        let low = UInt8(truncatingIfNeeded: colorSpace.rawValue)
        data[place.offset] = place.isBigEndian ? high : low
        data[place.offset + 1] = place.isBigEndian ? low : high
        return PNGChunk(type: chunk.type, data: data, place: chunk.place)
      })
  }
}

/// Finds the two bytes of the ColorSpace value: TIFF header → IFD 0 → Exif IFD → tag 0xA001.
struct ExifColorSpaceLocator {
  struct Location: Equatable {
    let offset: Int
    let isBigEndian: Bool
  }

  private let bytes: [UInt8]
  private let isBigEndian: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isBigEndian = bytes.first == 0x4d
  }

  /// The value's location; nil if the data have none or are damaged.
  var location: Location? {
    guard bytes.starts(with: [0x4d, 0x4d, 0, 42]) || bytes.starts(with: [0x49, 0x49, 42, 0]),
      let first = long(4), let pointer = entry(tag: 0x8769, type: 4, ifd: first),
      let exif = long(pointer), let value = entry(tag: 0xa001, type: 3, ifd: exif)
    else { return nil }
    return Location(offset: value, isBigEndian: isBigEndian)
  }

  /// The offset of the value field of the entry with `tag`, type `type` and one value.
  private func entry(tag: Int, type: Int, ifd: Int) -> Int? {
    guard let count = short(ifd) else { return nil }
    for index in 0..<count {
      let start = ifd + 2 + index * 12
      guard let found = short(start), start + 12 <= bytes.count else { return nil }
      if found == tag, short(start + 2) == type, long(start + 4) == 1 { return start + 8 }
    }
    return nil
  }

  private func short(_ offset: Int) -> Int? { number(offset, 2) }

  private func long(_ offset: Int) -> Int? { number(offset, 4) }

  private func number(_ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, offset + size <= bytes.count else { return nil }
    let field = bytes[offset..<offset + size]
    return isBigEndian
      ? field.reduce(0) { $0 << 8 | Int($1) } : field.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
