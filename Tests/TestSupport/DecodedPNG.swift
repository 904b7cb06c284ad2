package import PNGCodec
package import Pixels

/// A PNG read to its end by `PNGReader`.
public struct DecodedPNG: Sendable {
  /// IHDR.
  package let header: PNGHeader
  /// The layout of `samples`.
  package let format: PixelFormat
  /// All rows, widened to 16 bits.
  public let samples: [UInt16]
  /// What the colour chunks say.
  package let color: PNGColorInfo
  /// The chunks' types in file order, neighbouring IDAT chunks as one.
  public let chunkTypes: [String]
  /// The chunks that survive conversions.
  package let metadata: PNGMetadata

  /// Reads `bytes` to the end.
  public init(_ bytes: [UInt8], name: String = "memory") throws {
    try self.init(PNGReader(bytes: bytes, name: name))
  }

  /// Reads the file at `path` to the end.
  public init(path: String) throws { try self.init(PNGReader(path: path)) }

  private init(_ opened: consuming PNGReader) throws {
    var reader = opened
    header = reader.header
    format = reader.pixelFormat
    samples = try reader.readRows(reader.header.height).samples
    try reader.finish()
    color = reader.colorInfo
    chunkTypes = reader.chunks.map(\.type)
    metadata = reader.metadata
  }

  /// Pixel `index`, counted row by row: one sample per channel.
  public subscript(index: Int) -> [UInt16] {
    let channels = format.channelCount
    return Array(samples[index * channels..<(index + 1) * channels])
  }

  /// The index of a pixel that has the commonest colour.
  public var commonestPixel: Int? {
    let channels = format.channelCount
    var counts: [UInt64: (count: Int, index: Int)] = [:]
    samples.withUnsafeBufferPointer { samples in
      for first in stride(from: 0, to: samples.count, by: channels) {
        let key = (first..<first + channels).reduce(0) { $0 << 16 | UInt64(samples[$1]) }
        counts[key, default: (0, first / channels)].count += 1
      }
    }
    return counts.values.max { ($0.count, $1.index) < ($1.count, $0.index) }?.index
  }
}
