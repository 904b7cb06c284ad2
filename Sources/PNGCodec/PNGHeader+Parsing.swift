// Converts the IHDR fields of a file, which may hold anything, to a header that the standard allows.
internal import CPNGShims

extension PNGHeader {
  /// Checks each field against clause 11.2.1.
  static func validation(_ raw: p3png_header) throws(PNGError.Kind) -> PNGHeader {
    guard sides.contains(Int(raw.width)), sides.contains(Int(raw.height)) else {
      throw .invalidHeader("the size is \(raw.width)×\(raw.height), each side must be 1 to 2147483647")
    }
    guard let colorType = PNGColorType(rawValue: raw.color_type) else {
      throw .invalidHeader("colour type \(raw.color_type) does not exist")
    }
    guard colorType.bitDepths.contains(Int(raw.bit_depth)) else {
      throw .invalidHeader("bit depth \(raw.bit_depth) is not allowed for colour type \(raw.color_type)")
    }
    guard raw.compression == 0 else {
      throw .invalidHeader("compression method \(raw.compression) is unknown")
    }
    guard raw.filter == 0 else { throw .invalidHeader("filter method \(raw.filter) is unknown") }
    guard raw.interlace <= 1 else { throw .invalidHeader("interlace method \(raw.interlace) is unknown") }
    return PNGHeader(
      width: Int(raw.width), height: Int(raw.height), bitDepth: Int(raw.bit_depth), colorType: colorType,
      isInterlaced: raw.interlace == 1)
  }

  /// The fields as C writes them.
  var raw: p3png_header {
    p3png_header(
      width: UInt32(width), height: UInt32(height), bit_depth: UInt8(bitDepth),
      color_type: colorType.rawValue,
      compression: 0, filter: 0, interlace: isInterlaced ? 1 : 0)
  }
}

extension p3png_header {
  /// The fields in the 13 bytes of IHDR.
  init(_ data: [UInt8]) {
    self.init(
      width: bigEndian32(data, 0), height: bigEndian32(data, 4), bit_depth: data[8], color_type: data[9],
      compression: data[10], filter: data[11], interlace: data[12])
  }
}
