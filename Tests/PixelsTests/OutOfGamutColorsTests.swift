import Oracles
import TestSupport
import Testing

@testable import Pixels

@Suite("OutOfGamutColors")
struct OutOfGamutColorsTests {
  private static let clip = ClipDifferences(
    colorants: Matrix3x3([0.4361, 0.3851, 0.1431], [0.2225, 0.7169, 0.0606], [0.0139, 0.0971, 0.7141]),
    white: SIMD3(0.9642, 1, 0.8249))

  @Test(
    "lists what the reference finds out of gamut, row by row", arguments: KernelTarget.available,
    [PixelFormat.rgb16, .rgba16])
  func equalsReference(target: KernelTarget, format: PixelFormat) {
    let conversion = PixelConverterTests.conversion(format)
    let converter = PixelConverter(conversion, target: target)
    let reference = ReferenceConverter(conversion)
    var random = SplitMix64(seed: 21)
    var excursions = OutOfGamutColors(target: target)
    for width in [1, 7, 56, 57, 113, 1000] {
      let buffer = Self.rows(width, 3, format, &random)
      var outside: [UInt8] = []
      _ = converter.tally(buffer.samples.span, format: format, outside: &outside)
      for row in 0..<3 {
        excursions.find(
          converter, buffer.samples.span.extracting(buffer.rowRange(row)), format: format, outside: outside,
          firstBit: row * width, differences: Self.clip)
        #expect(
          Self.listed(excursions) == Self.expected(buffer, row, reference), "width \(width), row \(row)")
        let entries = 0..<excursions.count
        let differences = Self.clip.values(
          red: Array(excursions.red[entries]), green: Array(excursions.green[entries]),
          blue: Array(excursions.blue[entries]))
        #expect(Array(excursions.differences[entries]) == differences)
      }
    }
  }

  @Test("tells what rounding explains as the reference does", arguments: KernelTarget.available)
  func rounding(target: KernelTarget) {
    // Colours of the surface of sRGB in P3, at 8 bits: rounding throws many of them out.
    let curves = NamedConversion.sRGBCurves
    let there = ReferenceConverter(
      MatrixConversion(source: curves, matrix: Curves.sRGBToP3, destination: curves))
    guard let inverse = Curves.sRGBToP3.inverse else { return #expect(Bool(false)) }
    let back = MatrixConversion(source: curves, matrix: inverse, destination: curves)
    let (converter, reference) = (PixelConverter(back, target: target), ReferenceConverter(back))
    var samples: [UInt16] = []
    for a in stride(from: 0, through: 65535, by: 1285) {
      for b in stride(from: 0, through: 65535, by: 1285) {
        let wide = there.convert(0, UInt16(a), UInt16(b))
        let step: UInt16 = a % 2 == 0 ? 257 : 1
        samples += [wide.x, wide.y, wide.z].map { ($0 / step) * step }
      }
    }
    var outside: [UInt8] = []
    _ = converter.tally(samples.span, format: .rgb16, outside: &outside)
    var excursions = OutOfGamutColors(target: target)
    excursions.find(
      converter, samples.span, format: .rgb16, outside: outside, firstBit: 0, differences: Self.clip)
    let entries = 0..<excursions.count
    let wrong = entries.filter { entry in
      let first = 3 * Int(excursions.first[entry])
      let color = SIMD3(samples[first], samples[first + 1], samples[first + 2])
      return excursions.rounding[entry] != reference.rounding(color)
    }
    #expect(wrong.isEmpty)
    #expect(entries.contains { excursions.rounding[$0] == .to8Bits })
    #expect(entries.contains { excursions.rounding[$0] == [] })
  }

  @Test(
    "finds what half a 16-bit code explains, which takes a matrix with a lot of gain",
    arguments: KernelTarget.available)
  func fineRounding(target: KernelTarget) {
    let curves = NamedConversion.sRGBCurves
    let gain = Matrix3x3([3, -2, 0], [0, 3, -2], [-2, 0, 3])
    let conversion = MatrixConversion(source: curves, matrix: gain, destination: curves)
    let (converter, reference) = (PixelConverter(conversion, target: target), ReferenceConverter(conversion))
    var random = SplitMix64(seed: 24)
    // Close to white, where codes are far apart, and some anywhere.
    let samples = (0..<9000).map { index in
      index % 8 == 0 ? UInt16(truncatingIfNeeded: random.next()) : 65535 - UInt16(random.next() % 6)
    }
    var outside: [UInt8] = []
    _ = converter.tally(samples.span, format: .rgb16, outside: &outside)
    var excursions = OutOfGamutColors(target: target)
    excursions.find(
      converter, samples.span, format: .rgb16, outside: outside, firstBit: 0, differences: Self.clip)
    let found = (0..<excursions.count).map { excursions.rounding[$0] }
    let expected = (0..<excursions.count).map { entry in
      let first = 3 * Int(excursions.first[entry])
      return reference.rounding(SIMD3(samples[first], samples[first + 1], samples[first + 2]))
    }
    #expect(found == expected)
    for kind: OutOfGamutColors.Rounding in [[], .to8Bits, [.to8Bits, .to16Bits]] {
      #expect(found.contains(kind))
    }
  }

  @Test("sums and runs are those of a plain loop over the entries", arguments: KernelTarget.available)
  func sumsAndRuns(target: KernelTarget) {
    let conversion = PixelConverterTests.conversion(.rgba16)
    let converter = PixelConverter(conversion, target: target)
    var random = SplitMix64(seed: 23)
    var excursions = OutOfGamutColors(target: target)
    var runs = OutOfGamutRuns()
    for width in [0, 1, 2, 3, 9, 64, 500, 100] {
      let buffer = Self.rows(width, 1, .rgba16, &random)
      var outside: [UInt8] = []
      _ = converter.tally(buffer.samples.span, format: .rgba16, outside: &outside)
      excursions.find(
        converter, buffer.samples.span, format: .rgba16, outside: outside, firstBit: 0, differences: Self.clip
      )
      var expected: [(pixels: Range<Int>, maxDifference: Float)] = []
      var units: UInt64 = 0
      for entry in 0..<excursions.count {
        let pixels = Int(excursions.first[entry])..<Int(excursions.first[entry] + excursions.length[entry])
        let difference = excursions.differences[entry]
        units += UInt64((Double(difference) * 0x1p20).rounded()) * UInt64(pixels.count)
        if let last = expected.last, last.pixels.upperBound == pixels.lowerBound {
          expected[expected.count - 1] = (
            last.pixels.lowerBound..<pixels.upperBound, max(last.maxDifference, difference)
          )
        } else {
          expected.append((pixels, difference))
        }
      }
      let sums = excursions.sums()
      #expect(sums.differenceUnits == units, "width \(width)")
      #expect(sums.maxDifference == expected.map(\.maxDifference).max() ?? 0)
      excursions.join(into: &runs)
      #expect((0..<runs.count).map { runs[$0].pixels } == expected.map(\.pixels))
      #expect((0..<runs.count).map { runs[$0].maxDifference } == expected.map(\.maxDifference))
    }
  }

  @Test("sums count the pixels of the entries that rounding explains", arguments: KernelTarget.available)
  func roundingSums(target: KernelTarget) {
    let curves = NamedConversion.sRGBCurves
    let gain = Matrix3x3([3, -2, 0], [0, 3, -2], [-2, 0, 3])
    let converter = PixelConverter(
      MatrixConversion(source: curves, matrix: gain, destination: curves), target: target)
    // Runs of three pixels.
    var random = SplitMix64(seed: 25)
    let samples = (0..<1000).flatMap { _ in
      let color = (0..<3).map { _ in 65535 - UInt16(random.next() % 40) }
      return color + color + color
    }
    var outside: [UInt8] = []
    _ = converter.tally(samples.span, format: .rgb16, outside: &outside)
    var excursions = OutOfGamutColors(target: target)
    excursions.find(
      converter, samples.span, format: .rgb16, outside: outside, firstBit: 0, differences: Self.clip)
    func pixels(_ rounding: OutOfGamutColors.Rounding) -> Int {
      (0..<excursions.count).reduce(0) {
        $0 + (excursions.rounding[$1].contains(rounding) ? Int(excursions.length[$1]) : 0)
      }
    }
    let sums = excursions.sums()
    #expect(sums.withinRounding16 == pixels(.to16Bits) && sums.withinRounding16 > 0)
    #expect(sums.withinRounding8 == pixels(.to8Bits) && sums.withinRounding8 > sums.withinRounding16)
  }

  /// Random pixels, some repeated, some transparent.
  private static func rows(
    _ width: Int, _ height: Int, _ format: PixelFormat, _ random: inout SplitMix64
  ) -> PixelBuffer {
    let channels = format.channelCount
    let flat = PixelConverterTests.buffer(width * height, format, &random)
    var buffer = PixelBuffer(width: width, height: height, format: format, samples: flat.samples)
    // Some pixels repeat the one before, some do so for long.
    var left = 0
    for pixel in 1..<max(width * height, 2) where pixel < width * height {
      if left == 0, random.next() % 100 == 0 { left = Int(random.next() % 300) }
      left = max(0, left - 1)
      let repeats = left > 0 || random.next() % 3 == 0
      for channel in 0..<channels where repeats {
        buffer.samples[pixel * channels + channel] = buffer.samples[(pixel - 1) * channels + channel]
      }
      if format.hasAlpha, left == 0, random.next() % 5 == 0 { buffer.samples[(pixel + 1) * channels - 1] = 0 }
    }
    return buffer
  }

  private struct Entry: Equatable {
    var first: Int
    var length: Int
    let linear: SIMD3<Float>
    let rounding: UInt8
  }

  private static func listed(_ excursions: OutOfGamutColors) -> [Entry] {
    (0..<excursions.count).map {
      Entry(
        first: Int(excursions.first[$0]), length: Int(excursions.length[$0]),
        linear: SIMD3(excursions.red[$0], excursions.green[$0], excursions.blue[$0]),
        rounding: excursions.rounding[$0].rawValue)
    }
  }

  private static func expected(
    _ buffer: borrowing PixelBuffer, _ row: Int, _ reference: ReferenceConverter
  ) -> [Entry] {
    let channels = buffer.format.channelCount
    var entries: [Entry] = []
    var last: [UInt16]?
    for x in 0..<buffer.width {
      let first = buffer.rowRange(row).lowerBound + x * channels
      let color = SIMD3(buffer.samples[first], buffer.samples[first + 1], buffer.samples[first + 2])
      let isVisible = channels == 3 || buffer.samples[first + 3] > 0
      guard isVisible, reference.isOut(color) else {
        last = nil
        continue
      }
      let pixel = Array(buffer.samples[first..<first + channels])
      if pixel == last {
        entries[entries.count - 1].length += 1
      } else {
        let linear = SIMD3<Float>(reference.linear(color.x, color.y, color.z))
        entries.append(
          Entry(first: x, length: 1, linear: linear, rounding: reference.rounding(color).rawValue))
      }
      last = pixel
    }
    return entries
  }
}
