// Seeds of the work on images: every command on every kind of image, and pixels that rules look for.

extension FuzzSeed {
  static var images: [FuzzSeed] {
    var seeds: [FuzzSeed] = []
    for kind in 0..<15 {
      seeds.append(image("kind-\(kind)", work: kind % 6, kind: kind, options: kind * 17, pixels: noise(300)))
    }
    for work in 0..<6 {
      seeds.append(
        image("interlaced-\(work)", work: work, kind: work * 2, options: 48, step: 7, pixels: noise(64)))
      seeds.append(image("ramp-\(work)", work: work, kind: 5, options: 24, pixels: ramp))
      seeds.append(image("page-\(work)", work: work, kind: 13, options: work, pixels: page))
    }
    let chunks = sampleChunks.filter { ["cHRM", "gAMA", "tRNS", "bKGD"].contains($0.type) }
    return seeds + [
      image("dots", work: 0, kind: 0, options: 48, width: 255, height: 31, pixels: [0, 0x55, 0xAA]),
      image("column", work: 5, kind: 3, options: 24, width: 0, height: 255, pixels: noise(64)),
      image("chunks", work: 1, kind: 5, options: 0, chunks: ChunksInput.bytes(of: chunks), pixels: ramp),
    ]
  }

  private static func image(
    _ name: String, work: Int, kind: Int, options: Int, width: Int = 39, height: Int = 29, step: Int = 0,
    chunks: [UInt8] = [], pixels: [UInt8]
  ) -> FuzzSeed {
    FuzzSeed(
      target: "images", name: name + ".bin",
      bytes: ImagesInput.bytes(
        work: UInt8(work), options: UInt8(options & 255), kind: UInt8(kind), width: UInt8(width),
        height: UInt8(height), step: UInt8(step), chunks: chunks, pixels: pixels))
  }

  private static func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 9) }
  }

  /// Rows that rise by one from left to right, each a little more than the row above; filter 0.
  private static var ramp: [UInt8] {
    var bytes: [UInt8] = []
    for row in 0..<30 {
      bytes.append(0)
      for column in 0..<120 { bytes.append(UInt8((column / 3 + row) & 255)) }
    }
    return bytes
  }

  /// Four samples a pixel: paper with a dark square that is opaque, and nothing around.
  private static var page: [UInt8] {
    var bytes: [UInt8] = []
    for row in 0..<30 {
      bytes.append(0)
      for column in 0..<40 {
        let isInk = (10..<20).contains(row) && (12..<28).contains(column)
        let isPaper = (4..<26).contains(row) && (4..<36).contains(column)
        bytes += isInk ? [20, 20, 60, 255] : [255, 255, 255, isPaper ? 255 : 0]
      }
    }
    return bytes
  }
}
