import CBenchmarkCodecs
@testable import PNGCodec
@testable import Pixels

/// About a megabyte of a picture, as the codec meets it.
struct PictureStrip {
  let picture: TestPicture
  let format: PixelFormat
  let pixels: Picture

  /// 1,024 pixels a row.
  static let width = 1_024

  init(_ picture: TestPicture) {
    self.picture = picture
    format = picture == .interface ? .rgba16 : .rgb16
    let height = (1 << 20) / (Self.width * format.bytesPerPixel)
    pixels = Picture(picture.pixels(width: Self.width, height: height, format: format))
  }

  static let kinds: [TestPicture] = [.photo, .interface, .gradient]

  var byteCount: Int { pixels.buffer.samples.count * 2 }

  /// "photo, rgb16".
  var name: String { "\(picture.rawValue), \(format.rawValue), \(byteCount >> 10) KB" }

  /// IHDR of an image that is just this strip.
  var header: PNGHeader {
    PNGHeader(width: Self.width, height: pixels.buffer.height, bitDepth: 16, format: format)
  }

  /// The PNG that libpng writes at zlib's `level`.
  func libpngFile(level: Int) -> [UInt8] {
    let shape = bench_png_shape(
      width: UInt32(Self.width), height: UInt32(pixels.buffer.height), channels: UInt32(format.channelCount),
      depth: 16,
      level: Int32(level))
    let png = bench_png_open(nil, shape, nil, 0)
    for y in 0..<pixels.buffer.height {
      let row = Array(pixels.buffer.samples[pixels.buffer.rowRange(y)])
      bench_png_row(png, row)
    }
    var count = 0
    guard let bytes = bench_png_close(png, &count) else { preconditionFailure("libpng wrote nothing") }
    defer { bytes.deallocate() }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The zlib stream of `file`: the data of its IDAT chunks (PNG 3rd edition, clause 10.1).
  static func stream(of file: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = []
    var next = 8
    while next + 12 <= file.count {
      let length = file[next..<next + 4].reduce(0) { $0 << 8 | Int($1) }
      if Array(file[next + 4..<next + 8]) == Array("IDAT".utf8) {
        stream += file[next + 8..<next + 8 + length]
      }
      next += length + 12
    }
    return stream
  }
}
