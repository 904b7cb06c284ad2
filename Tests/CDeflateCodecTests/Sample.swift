/// Data of several kinds, the same bytes each time.
enum Sample {
  /// A linear congruential generator; its high bits are good enough for tests.
  struct Random {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  /// Any bytes: nothing compresses them.
  static func random(count: Int, seed: UInt64) -> [UInt8] {
    var random = Random(seed: seed)
    return (0..<count).map { _ in UInt8(random.next(256)) }
  }

  /// Small values around zero, as filtered photographs have them.
  static func noise(count: Int, seed: UInt64) -> [UInt8] {
    var random = Random(seed: seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next(12) + random.next(12) - 11) }
  }

  /// Noise, runs and repetitions by turns.
  static func mixed(count: Int, seed: UInt64) -> [UInt8] {
    var random = Random(seed: seed)
    var bytes: [UInt8] = []
    while bytes.count < count {
      let length = 1 + random.next(90)
      switch random.next(3) {
      case 0: bytes += noise(count: length, seed: UInt64(random.next(1 << 30)))
      case 1: bytes += [UInt8](repeating: UInt8(random.next(256)), count: length * 3)
      default:
        let back = 1 + random.next(max(1, bytes.count))
        for _ in 0..<min(length, bytes.count) { bytes.append(bytes[bytes.count - min(back, bytes.count)]) }
      }
    }
    return Array(bytes.prefix(count))
  }

  /// Rows of a flat picture: shapes of few colours, a little noise at the end when `noisyRows` asks for it.
  static func flat(rows: Int, pixels: Int, pixelBytes: Int, seed: UInt64, noisyRows: Int = 0) -> [UInt8] {
    var random = Random(seed: seed)
    let shapes = (0..<12).map { _ in
      (random.next(pixels), random.next(rows), 1 + random.next(max(rows, pixels) / 3), random.next(256))
    }
    var bytes: [UInt8] = []
    for y in 0..<rows {
      bytes.append(0)
      for x in 0..<pixels {
        let shape = shapes.last { abs(x - $0.0) < $0.2 && abs(y - $0.1) < $0.2 / 2 }
        for byte in 0..<pixelBytes {
          bytes.append(
            y >= rows - noisyRows ? UInt8(random.next(256)) : UInt8(((shape?.3 ?? 240) + byte * 9) & 255))
        }
      }
    }
    return bytes
  }
}
