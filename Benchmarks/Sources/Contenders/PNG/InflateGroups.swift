import CBenchmarkCodecs
@testable import Pixels

/// The tables of the section `inflate`: the stream of a libpng level-6 file, of three kinds of pictures.
enum InflateGroups {
  static var all: [() -> ContenderGroup] { PictureStrip.kinds.map { kind in { group(kind) } } }

  private static let yardsticks = ["zlib"]

  private static func group(_ kind: TestPicture) -> ContenderGroup {
    let strip = PictureStrip(kind)
    let stream = PictureStrip.stream(of: strip.libpngFile(level: 6))
    // Each row has a filter byte before it.
    let raw = strip.byteCount + strip.pixels.buffer.height
    let out = SampleBuffer(byteCount: raw)
    func contender(_ name: String, _ inflate: @escaping ([UInt8], Int) -> Int) -> Contender {
      Contender(name, yardsticks: yardsticks) {
        precondition(inflate(stream, stream.count) == raw, "\(name) lost bytes")
      }
    }
    let isal = bench_has_isal() ? [contender("ISA-L, streaming") { bench_inflate_isal($0, $1) }] : []
    let contenders =
      [
        contender("zlib") { bench_inflate_zlib($0, $1) },
        contender("p3tool, streaming") { bench_inflate_p3tool($0, $1) },
        contender("libdeflate, all at once") {
          bench_inflate_libdeflate($0, $1, out.bytes.bindMemory(to: UInt8.self).baseAddress, raw)
        },
      ] + isal + [.memcpy(byteCount: raw, yardsticks: yardsticks)]
    return ContenderGroup(
      "\(strip.name) to \(stream.count >> 10) KB at level 6", pixels: strip.pixels.buffer.pixelCount,
      bytes: raw,
      ratios: ["× zlib"], contenders: contenders)
  }
}
