import TestSupport

/// Makes a palette image of an 8-bit greyscale one: both store one byte per pixel, so the image data can stay and
/// only IHDR's colour type changes (PNG 3rd edition, clause 11.2.1).
enum IndexedPNG {
  /// - Parameters:
  ///   - gray: a PNG of 8-bit grey.
  ///   - palette: one colour per grey code that occurs, at most 256.
  static func indexed(_ gray: [UInt8], palette: [SIMD3<UInt8>]) -> [UInt8] {
    var file = PNGFile(gray).changing("IHDR") { header in
      precondition(header.data[8] == 8 && header.data[9] == 0, "not 8-bit grey")
      header.data[9] = 3
    }
    let firstData = file.chunks.firstIndex { $0.type == "IDAT" } ?? file.chunks.endIndex
    file.chunks.insert(.init("PLTE", palette.flatMap { [$0.x, $0.y, $0.z] }), at: firstData)
    return file.bytes
  }
}
