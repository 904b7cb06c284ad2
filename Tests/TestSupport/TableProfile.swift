/// A version 2 RGB profile made of tables alone (lut16Type, ICC.1:2001-04, clause 6.5.8), whose colours can be worked
/// out by hand: device RGB is linear light of the primaries X, Y and Z of the connection space itself, scaled to D50.
public enum TableProfile {
  /// D50 in s15Fixed16: white of the connection space.
  private static let d50: [UInt32] = [63190, 65536, 54061]

  /// The profile. Red, green and blue are the X, Y and Z parts of D50, through curves of two points (no gamma).
  public static var bytes: [UInt8] { bytes(description: "tables") }

  /// The profile under a name of ASCII.
  public static func bytes(description: String) -> [UInt8] {
    let name = Array(description.utf8) + [0]
    let tags: [(String, [UInt8])] = [
      ("desc", Array("desc".utf8) + zeros(4) + PNGFile.big(UInt32(name.count)) + name + zeros(78)),
      ("cprt", Array("text".utf8) + zeros(4) + Array("CC0\0".utf8)),
      ("wtpt", Array("XYZ ".utf8) + zeros(4) + d50.flatMap { PNGFile.big($0) }),
      ("A2B0", table(fullScale: d50.map { $0 / 2 })),
      ("B2A0", table(fullScale: [65535, 65535, 65535], inputEnds: d50.map { $0 / 2 })),
    ]
    var (directory, data) = (PNGFile.big(UInt32(tags.count)), [UInt8]())
    for (name, content) in tags {
      let offset = UInt32(132 + 12 * tags.count + data.count)
      directory += Array(name.utf8) + PNGFile.big(offset) + PNGFile.big(UInt32(content.count))
      data += content + zeros(-content.count & 3)
    }
    let body = directory + data
    var header =
      PNGFile.big(UInt32(128 + body.count)) + zeros(4) + [2, 0x10, 0, 0] + Array("mntrRGB XYZ ".utf8)
    header += zeros(12) + Array("acsp".utf8) + zeros(28) + d50.flatMap { PNGFile.big($0) }
    return header + zeros(128 - header.count) + body
  }

  /// Curves and a cube of two points a side: output channel i is input channel i times `fullScale`. In lut16Type
  /// 65535 stands for 1 + 32767/32768 of XYZ.
  ///
  /// - Parameter inputEnds: the input codes that count as full scale; curves are straight up to there, then flat.
  private static func table(fullScale: [UInt32], inputEnds: [UInt32]? = nil) -> [UInt8] {
    let identity = [65536, 0, 0, 0, 65536, 0, 0, 0, 65536].map { UInt32($0) }.flatMap { PNGFile.big($0) }
    let points = inputEnds == nil ? 2 : 4096
    var tag = Array("mft2".utf8) + zeros(4) + [3, 3, 2, 0] + identity
    tag += PNGFile.big(UInt16(points)) + PNGFile.big(UInt16(2))
    for channel in 0..<3 {
      let end = inputEnds.map { Double($0[channel]) } ?? 65535
      for point in 0..<points {
        let code = Double(point) * 65535 / Double(points - 1)
        tag += PNGFile.big(UInt16(min(code / end, 1) * 65535 + 0.5))
      }
    }
    // The first input channel varies slowest.
    for corner in 0..<8 {
      for channel in 0..<3 {
        tag += PNGFile.big(UInt16(corner >> (2 - channel) & 1 == 1 ? fullScale[channel] : 0))
      }
    }
    for _ in 0..<3 { tag += PNGFile.big(UInt16(0)) + PNGFile.big(UInt16(65535)) }
    return tag
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
