import Oracles
import Pixels
import TestSupport
import Testing

@Suite("StaircaseScanner")
struct StaircaseScannerTests {
  @Test(
    "exact and tolerant staircases equal the reference",
    .enabled(if: LongTests.areEnabled, "\(LongTests.skipReason)"),
    arguments: KernelTarget.available)
  func staircases(target: KernelTarget) {
    for format in PixelFormat.allCases {
      for (width, height, seed) in [
        (97, 41, 1), (64, 32, 2), (261, 203, 3), (5, 90, 4), (33, 18, 5), (1, 1, 6),
      ] {
        for widening in [0, 9, 30] {
          let image = Self.terraces(width, height, format, seed: UInt64(seed), widening: widening)
          let found = Self.staircases(image, strip: 7, target: target)
          #expect(Set(found) == Set(Self.reference(image)))
          #expect(found.count == Set(found).count)
        }
      }
    }
  }

  @Test("in cells of 12 pixels every third line is followed at full size", arguments: KernelTarget.available)
  func spacing(target: KernelTarget) {
    for (seed, widening) in [(1, 0), (2, 9), (3, 30)] {
      let image = Self.terraces(161, 103, .rgb16, seed: UInt64(seed), widening: widening)
      let expected = Self.reference(image).filter { $0.scale > 1 || $0.line % 3 == 1 }
      let found = Self.scan(image, strip: 7, cell: 12, target: target).staircases
      #expect(Set(found) == Set(expected) && found.count == expected.count)
      #expect(found.contains { $0.scale == (widening == 0 ? 1 : 2) })
    }
  }

  @Test("the reference finds all kinds in these images")
  func kinds() {
    let found = (3...5).flatMap { seed in
      Self.reference(Self.terraces(280, 280, .rgb16, seed: UInt64(seed), widening: 10 * seed - 20))
    }
    for kind in ReferenceStaircases.Kind.allCases {
      for direction in Staircase.Direction.allCases {
        #expect(
          found.contains {
            $0.scale == kind.scale && $0.tolerance == kind.tolerance && $0.direction == direction
          })
      }
    }
  }

  @Test("all targets find the same in the same order", arguments: KernelTarget.available)
  func order(target: KernelTarget) {
    for format in PixelFormat.allCases {
      let image = Self.terraces(333, 70, format, seed: 8, widening: 5)
      let scalar = Self.scan(image, strip: 70, target: .scalar)
      let vector = Self.scan(image, strip: 70, target: target)
      #expect(scalar.staircases == vector.staircases && scalar.cells == vector.cells)
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
          image.samples[(y * width + x) * channels + channel] =
            UInt16(truncatingIfNeeded: 10_000 + step * 257 * (1 + channel))
        }
      }
    }
    return image
  }

  private static func staircases(
    _ image: borrowing PixelBuffer, strip: Int, target: KernelTarget = .current
  ) -> [Staircase] {
    scan(image, strip: strip, target: target).staircases
  }

  private static func scan(
    _ image: borrowing PixelBuffer, strip: Int, cell: Int = 4, target: KernelTarget
  ) -> (staircases: [Staircase], cells: [StaircaseCell]) {
    var found: [Staircase] = []
    var scanner = StaircaseScanner(
      width: image.width, height: image.height, format: image.format, cell: cell, target: target)
    for y in stride(from: 0, to: image.height, by: strip) {
      let rows = min(strip, image.height - y)
      let samples = Array(image.samples[y * image.rowStride..<(y + rows) * image.rowStride])
      scanner.scan(
        PixelBuffer(width: image.width, height: rows, format: image.format, samples: samples)
      ) { found.append($0) }
    }
    let cells = scanner.finish { found.append($0) }
    return (found, cells)
  }

  /// All kinds of staircases, line by line.
  private static func reference(_ image: borrowing PixelBuffer) -> [Staircase] {
    var rows = (0..<image.height).map { y in
      stride(from: y * image.rowStride, to: (y + 1) * image.rowStride, by: image.format.channelCount).map {
        first in
        var pixel = SIMD4<UInt16>()
        for channel in 0..<image.format.channelCount { pixel[channel] = image.samples[first + channel] }
        return pixel
      }
    }
    var found: [Staircase] = []
    for scale in [1, 2, 4] {
      if scale > 1 {
        rows = (0..<rows.count / 2).map { ReferenceStaircases.averages(rows[2 * $0], rows[2 * $0 + 1]) }
      }
      for kind in ReferenceStaircases.Kind.allCases where kind.scale == scale {
        found += staircases(rows, channels: image.format.channelCount, kind: kind)
      }
    }
    return found
  }

  private static func staircases(
    _ rows: [[SIMD4<UInt16>]], channels: Int, kind: ReferenceStaircases.Kind
  ) -> [Staircase] {
    let columns = (rows.first ?? []).indices.map { x in rows.map { $0[x] } }
    return (0..<channels).flatMap { channel in
      zip([rows, columns], [Staircase.Direction.row, .column]).flatMap { lines, direction in
        lines.indices.flatMap { number in
          ReferenceStaircases.staircases(
            along: lines[number], channel: channel, number: number, direction: direction, kind: kind)
        }
      }
    }
  }
}
