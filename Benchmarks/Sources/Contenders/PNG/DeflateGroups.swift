@testable import PNGCodec
@testable import Pixels

/// The tables of the section `deflate`: filters and compression of one segment, beside libpng with zlib 6.
enum DeflateGroups {
  static var all: [() -> ContenderGroup] { PictureStrip.kinds.map { kind in { group(kind) } } }

  private static let yardstick = "libpng, zlib 6"

  private static func group(_ kind: TestPicture) -> ContenderGroup {
    let strip = PictureStrip(kind)
    let libpng = [1, 6].map { level in
      let remark = Remark()
      return Contender(
        "libpng, zlib \(level)", yardsticks: [yardstick], note: { remark.text },
        run: { remark.text = "\(PictureStrip.stream(of: strip.libpngFile(level: level)).count) bytes" })
    }
    return ContenderGroup(
      strip.name, pixels: strip.pixels.buffer.pixelCount, bytes: strip.byteCount, ratios: ["× libpng 6"],
      contenders: libpng + PNGWriteOptions.Compression.allCases.map { encoder($0, strip) })
  }

  private static func encoder(_ compression: PNGWriteOptions.Compression, _ strip: PictureStrip) -> Contender
  {
    let encoder = PNGSegmentEncoder(header: strip.header, options: PNGWriteOptions(compression: compression))
    let remark = Remark()
    return Contender(
      "p3tool \(compression.rawValue)", yardsticks: [yardstick], note: { remark.text },
      run: {
        do { remark.text = "\(try encoder.encode(strip.pixels.buffer, firstRow: 0).byteCount) bytes" } catch {
          preconditionFailure("a segment could not be encoded: \(error)")
        }
      })
  }
}
