import Pixels
import Testing

@Suite("StaircaseScanner")
struct StaircaseScannerTests {
  @Test(
    "the difference mask equals the plain one at every length up to three words", arguments: 1...193)
  func differences(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let a = (0..<count).map { _ in UInt16(random.next() % 3) &* 257 }
    let b = a.map { random.next() % 3 == 0 ? $0 &+ 1 : $0 }
    let mask = UInt64.max >> UInt64((64 - count % 64) % 64)
    var vector = StaircaseKernels.differences(a, b)
    vector[vector.count - 1] &= mask
    #expect(vector == StaircaseReference.differences(a, b))
  }

  @Test("plateaus widen and end as in the plain form", arguments: [8, 16, 64], [0, 64, 288] as [UInt16])
  func widen(count: Int, tolerance: UInt16) {
    var random = SplitMix64(seed: 7)
    var vector = OpenPlateaus(count: count)
    var plain = vector
    for step in 0..<300 {
      let samples = (0..<count).map { line in
        UInt16(truncatingIfNeeded: step * line * 20) &+ UInt16(random.next() % 90)
      }
      let closed = StaircaseKernels.widen(&vector, samples: samples, tolerance: tolerance, least: 4)
      let expected = StaircaseReference.widen(&plain, samples: samples, tolerance: tolerance, least: 4)
      #expect(closed == expected)
      #expect(vector == plain)
    }
  }

  @Test("exact staircases equal the plain form along rows and columns", arguments: PixelFormat.allCases)
  func exactStaircases(format: PixelFormat) {
    for (width, height, seed) in [(97, 41, 1), (64, 30, 2), (130, 77, 3), (5, 90, 4), (1, 1, 5)] {
      let image = Self.terraces(width, height, format, seed: UInt64(seed))
      let found = Self.staircases(image, strip: 7).filter { $0.scale == 1 }
      #expect(Set(found) == Set(Self.reference(image)))
      #expect(found.count == Set(found).count)
    }
  }

  @Test("what is found does not depend on the strips")
  func strips() {
    let image = Self.terraces(150, 61, .rgb16, seed: 9, widening: 12)
    let whole = Self.staircases(image, strip: 61)
    #expect(whole.contains { $0.scale == 2 })
    for strip in [1, 2, 3, 17, 60] { #expect(Self.staircases(image, strip: strip) == whole) }
  }

  @Test("a blurred staircase is found in the averages, a smooth ramp is not")
  func tolerantStaircases() {
    var soft = PixelBuffer(width: 320, height: 16, format: .gray16)
    var smooth = soft.clone()
    for index in soft.samples.indices {
      let x = index % 320
      // Steps of 4 codes every 20 px, drawn over 4 px.
      let within = min(max(x % 20 - 8, 0), 4)
      soft.samples[index] = UInt16(8000 + x / 20 * 1028 + within * 257)
      smooth.samples[index] = UInt16(8000 + x * 51)
    }
    let found = Self.staircases(soft, strip: 16).filter { $0.scale == 2 && $0.direction == .row }
    #expect(Set(found.map(\.line)) == [0, 2, 4, 6, 8, 10, 12, 14])
    #expect(found.allSatisfy { $0.steps >= 12 })
    #expect(Self.staircases(smooth, strip: 16).isEmpty)
  }

  @Test("cells count changes and keep the colour in their middle")
  func cells() {
    var image = PixelBuffer(width: 10, height: 9, format: .gray16)
    for y in 0..<9 {
      for x in 0..<10 { image.samples[y * 10 + x] = x < 6 ? 1000 : 3000 }
    }
    image.samples[8 * 10 + 1] = 1001
    var scanner = StaircaseScanner(width: 10, height: 9, format: .gray16, cell: 4)
    scanner.scan(image) { _ in }
    let cells = scanner.finish { _ in }
    #expect(cells.count == 9)
    #expect(cells[1].changesRight == 4 && cells[1].changesDown == 0 && cells[1].anyChanges == 4)
    #expect(cells[1].color == [3000, 0, 0, 0])
    #expect(cells[6].anyChanges == 2 && cells[6].changesRight == 0)
  }

  // MARK: Images

  /// Ramps of plateaus of random length, with some noise: many staircases, many that end early.
  private static func terraces(
    _ width: Int, _ height: Int, _ format: PixelFormat, seed: UInt64, widening: Int = 0
  )
    -> PixelBuffer
  {
    var random = SplitMix64(seed: seed)
    var image = PixelBuffer(width: width, height: height, format: format)
    let channels = format.channelCount
    for channel in 0..<channels {
      let run = 3 + widening + Int(random.next() % 6)
      let slope = Int(random.next() % 3)
      for y in 0..<height {
        for x in 0..<width {
          let step = (x + slope * y + channel) / run + (random.next() % 40 == 0 ? 1 : 0)
          image.samples[(y * width + x) * channels + channel] = UInt16(10_000 + step * 257 * (1 + channel))
        }
      }
    }
    return image
  }

  private static func staircases(_ image: borrowing PixelBuffer, strip: Int) -> [Staircase] {
    var found: [Staircase] = []
    var scanner = StaircaseScanner(width: image.width, height: image.height, format: image.format, cell: 4)
    for y in stride(from: 0, to: image.height, by: strip) {
      let rows = min(strip, image.height - y)
      let samples = Array(image.samples[y * image.rowStride..<(y + rows) * image.rowStride])
      scanner.scan(
        PixelBuffer(width: image.width, height: rows, format: image.format, samples: samples)
      ) { found.append($0) }
    }
    _ = scanner.finish { found.append($0) }
    return found
  }

  private static func reference(_ image: borrowing PixelBuffer) -> [Staircase] {
    let channels = image.format.channelCount
    var pixels: [SIMD4<UInt16>] = []
    for first in stride(from: 0, to: image.samples.count, by: channels) {
      var pixel = SIMD4<UInt16>()
      for channel in 0..<channels { pixel[channel] = image.samples[first + channel] }
      pixels.append(pixel)
    }
    var found: [Staircase] = []
    for channel in 0..<channels {
      for y in 0..<image.height {
        let line = Array(pixels[y * image.width..<(y + 1) * image.width])
        found += StaircaseReference.staircases(along: line, channel: channel, number: y, direction: .row)
      }
      for x in 0..<image.width {
        let line = (0..<image.height).map { pixels[$0 * image.width + x] }
        found += StaircaseReference.staircases(along: line, channel: channel, number: x, direction: .column)
      }
    }
    return found
  }
}
