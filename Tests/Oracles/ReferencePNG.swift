/// An independent decoder of whole PNG files: the standard's text in the plainest Swift, no libpng.
public struct ReferencePNG {
  private let width: Int
  private let height: Int
  private let depth: Int
  private let type: Int
  private let isInterlaced: Bool
  private var palette: [UInt8] = []
  private var transparency: [UInt8]?
  private var raw: [UInt8] = []

  /// Parses a file that must be right.
  public init(_ file: [UInt8]) throws {
    let chunks = Self.chunks(file)
    let header = chunks[0].data
    width = Self.number(header, 0, 4)
    height = Self.number(header, 4, 4)
    depth = Int(header[8])
    type = Int(header[9])
    isInterlaced = header[12] == 1
    var stream: [UInt8] = []
    for chunk in chunks {
      if chunk.type == "PLTE" { palette = chunk.data }
      if chunk.type == "tRNS" { transparency = chunk.data }
      if chunk.type == "IDAT" { stream += chunk.data }
    }
    raw = try ReferenceInflate.zlib(stream)
  }

  /// Type and data of each chunk; the CRCs are another test's concern.
  public static func chunks(_ file: [UInt8]) -> [(type: String, data: [UInt8])] {
    var chunks: [(type: String, data: [UInt8])] = []
    var position = 8
    while position + 8 <= file.count {
      let length = number(file, position, 4)
      let type = String(decoding: file[position + 4..<position + 8], as: UTF8.self)
      chunks.append((type, Array(file[position + 8..<position + 8 + length])))
      position += length + 12
    }
    return chunks
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
    bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
  }

  private var channels: Int { [1, 0, 3, 1, 2, 0, 4][type] }

  /// First x, first y, step x and step y of each pass of Adam7 (clause 8.1); of the one of a plain image.
  private static func passes(isInterlaced: Bool) -> [(Int, Int, Int, Int)] {
    isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
  }

  /// Columns and rows of the passes that hold pixels.
  public static func passSizes(width: Int, height: Int, isInterlaced: Bool) -> [(columns: Int, rows: Int)] {
    passes(isInterlaced: isInterlaced).map { left, top, stepX, stepY in
      ((width - left + stepX - 1) / stepX, (height - top + stepY - 1) / stepY)
    }.filter { $0.columns > 0 && $0.rows > 0 }
  }

  /// The image as `PNGReader` shall deliver it: 16 bits, palette and tRNS resolved.
  public func samples() -> [UInt16] {
    let out = (type == 3 ? 3 : channels) + (transparency != nil ? 1 : 0)
    var image = [UInt16](repeating: 0, count: width * height * out)
    var position = 0
    for (left, top, stepX, stepY) in Self.passes(isInterlaced: isInterlaced) {
      let columns = (width - left + stepX - 1) / stepX
      let rows = (height - top + stepY - 1) / stepY
      guard columns > 0, rows > 0 else { continue }
      let lines = unfiltered(&position, columns: columns, rows: rows)
      for row in 0..<rows {
        for column in 0..<columns {
          let pixel = pixel(lines[row], column)
          let offset = ((top + row * stepY) * width + left + column * stepX) * out
          for channel in 0..<out { image[offset + channel] = pixel[channel] }
        }
      }
    }
    return image
  }

  /// Clause 9.2, byte by byte.
  private func unfiltered(_ position: inout Int, columns: Int, rows: Int) -> [[UInt8]] {
    let bits = depth * channels
    let count = (columns * bits + 7) / 8
    let step = max(1, bits / 8)
    var lines: [[UInt8]] = []
    for _ in 0..<rows {
      let filter = raw[position]
      position += 1
      var line = [UInt8](raw[position..<position + count])
      position += count
      let above = lines.last ?? [UInt8](repeating: 0, count: count)
      for index in 0..<count {
        let a = index >= step ? Int(line[index - step]) : 0
        let b = Int(above[index])
        let c = index >= step ? Int(above[index - step]) : 0
        let predicted: Int
        switch filter {
        case 1: predicted = a
        case 2: predicted = b
        case 3: predicted = (a + b) / 2
        case 4:
          let p = a + b - c
          let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
          predicted = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
        default: predicted = 0
        }
        line[index] = UInt8(truncatingIfNeeded: Int(line[index]) + predicted)
      }
      lines.append(line)
    }
    return lines
  }

  private func stored(_ line: [UInt8], _ index: Int) -> Int {
    if depth == 16 { return Int(line[index * 2]) << 8 | Int(line[index * 2 + 1]) }
    let bit = index * depth
    return Int(line[bit / 8]) >> (8 - depth - bit % 8) & ((1 << depth) - 1)
  }

  private func pixel(_ line: [UInt8], _ column: Int) -> [UInt16] {
    if type == 3 {
      let index = stored(line, column)
      let color = (0..<3).map { channel -> UInt16 in
        let offset = index * 3 + channel
        return offset < palette.count ? UInt16(palette[offset]) * 257 : 0
      }
      guard let transparency else { return color }
      return color + [index < transparency.count ? UInt16(transparency[index]) * 257 : 65535]
    }
    let values = (0..<channels).map { stored(line, column * channels + $0) }
    let widened = values.map { UInt16($0 * 65535 / ((1 << depth) - 1)) }
    guard let transparency else { return widened }
    let key = (0..<channels).map { Self.number(transparency, $0 * 2, 2) & ((1 << depth) - 1) }
    return widened + [values == key ? 0 : 65535]
  }
}
