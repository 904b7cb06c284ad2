import Oracles
import PNGCodec

/// A deterministic image of any kind as a PNG file, rows filtered with all five filters in turn.
///
/// The filtered bytes are arbitrary: any bytes are a legal filtered row, so no encoder is needed.
struct MadeImage {
  let type: PNGColorType
  let depth: Int
  let width: Int
  let height: Int
  var isInterlaced = false
  var hasTransparency = false

  /// The file up to its image data.
  var head: PNGBytes {
    var file = PNGBytes().header(
      width, height, depth: depth, type: Int(type.rawValue), interlace: isInterlaced ? 1 : 0)
    if type == .palette {
      file = file.chunk("PLTE", (0..<(3 << depth)).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) })
    }
    guard hasTransparency else { return file }
    switch type {
    case .palette: return file.chunk("tRNS", [0, 128, 77].prefix(1 << depth).map { $0 })
    case .gray: return file.chunk("tRNS", [0, 1])
    default: return file.chunk("tRNS", depth == 8 ? [0, 3, 0, 3, 0, 3] : [3, 3, 3, 3, 3, 3])
    }
  }

  /// The rows as IDAT carries them, filter types in front.
  var raw: [UInt8] {
    var bytes: [UInt8] = []
    var seed: UInt32 = 12345
    var filter: UInt8 = 0
    for (columns, rows) in ReferencePNG.passSizes(width: width, height: height, isInterlaced: isInterlaced) {
      for _ in 0..<rows {
        bytes.append(filter)
        filter = (filter + 1) % 5
        for _ in 0..<(columns * depth * type.channelCount + 7) / 8 {
          seed = seed &* 1_664_525 &+ 1_013_904_223
          // Few values, so that transparent keys are met.
          bytes.append(seed >> 31 == 0 ? UInt8(seed >> 24) : 3)
        }
      }
    }
    return bytes
  }

  var stream: [UInt8] { PNGBytes.zlib(raw) }

  /// The whole file.
  var file: PNGBytes { head.chunk("IDAT", stream).chunk("IEND") }
}
