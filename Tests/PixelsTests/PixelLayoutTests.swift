import Oracles
import TestSupport
import Testing

@testable import Pixels

/// Layouts, and pixels read from and written to all of them.
@Suite struct PixelLayoutTests {
  private static func layout(
    _ channels: PixelLayout.Channels, _ component: PixelLayout.Component, _ alpha: PixelLayout.Alpha,
    _ order: PixelLayout.ByteOrder = .native, width: Int = 13, height: Int = 3, padding: Int = 5
  ) throws -> PixelLayout {
    try PixelLayout(
      width: width, height: height, channels: channels, component: component,
      bytesPerRow: width * channels.count * component.byteCount + padding, alpha: alpha, byteOrder: order)
  }

  /// All layouts that differ.
  private static let all: [PixelLayout] = PixelLayout.Channels.allCases.flatMap { channels in
    PixelLayout.Component.allCases.flatMap { component in
      PixelLayout.Alpha.allCases.flatMap { alpha in
        PixelLayout.ByteOrder.allCases.compactMap { try? layout(channels, component, alpha, $0) }
      }
    }
  }

  /// Bytes at random; as floats, values around 0 to 1.
  private static func bytes(_ layout: PixelLayout, seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    var bytes = (0..<layout.byteCount).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    guard layout.component.isFloat else { return bytes }
    let oracle = ReferencePixelLayout(layout)
    for y in 0..<layout.height {
      for x in 0..<layout.width {
        let pixel = (0..<(layout.isGray ? 2 : 4)).map { _ in Double(random.next() % 3000) / 2000 - 0.25 }
        oracle.write(pixel, x, y, to: &bytes)
      }
    }
    return bytes
  }

  private static func withRows<Value>(
    _ bytes: inout [UInt8], _ layout: PixelLayout, _ body: (PixelRows) throws -> Value
  ) throws -> Value {
    try bytes.withUnsafeMutableBytes {
      try body(PixelRows($0.baseAddress, byteCount: $0.count, layout: layout))
    }
  }

  @Test func valuesAreThoseOfTheDefinition() throws {
    for (number, layout) in Self.all.enumerated() {
      var bytes = Self.bytes(layout, seed: UInt64(number))
      let oracle = ReferencePixelLayout(layout)
      var written = [UInt8](repeating: 7, count: bytes.count)
      var expected = written
      let before = bytes
      try Self.withRows(&bytes, layout) { rows in
        for block in rows.blocks(of: 0..<layout.height, pixels: 5) {
          let values = rows.values(of: block)
          for index in 0..<values.count {
            let x = block.columns.lowerBound + index % block.columns.count
            let y = block.rows.lowerBound + index / block.columns.count
            let pixel = oracle.pixel(x, y, of: before)
            for channel in 0...values.colorCount {
              let value = values.planes[channel * values.count + index]
              #expect(abs(value - pixel[channel]) <= 1e-12, "\(layout)")
            }
            oracle.write(pixel, x, y, to: &expected)
          }
          try Self.withRows(&written, layout) { $0.write(values, to: block) }
        }
      }
      #expect(bytes == before)
      // Also where alpha is not positive, and between rows.
      #expect(written == expected, "\(layout)")
    }
  }

  @Test func codesAreThoseOfTheDefinition() throws {
    for (number, layout) in Self.all.enumerated() {
      var bytes = Self.bytes(layout, seed: UInt64(number))
      let before = bytes
      let oracle = ReferencePixelLayout(layout)
      try Self.withRows(&bytes, layout) { rows in
        for block in rows.blocks(of: 0..<layout.height, pixels: 30) {
          let codes = rows.codes(of: block)
          #expect(codes.width == layout.width && codes.format == layout.pixelFormat)
          for index in 0..<codes.pixelCount {
            let pixel = oracle.pixel(
              index % layout.width, block.rows.lowerBound + index / layout.width, of: before)
            for channel in 0..<codes.format.channelCount {
              let code = (min(max(pixel[channel], 0), 1) * 65535 + 0.5 + 1e-7).rounded(.down)
              #expect(Double(codes.samples[index * codes.format.channelCount + channel]) == code, "\(layout)")
            }
          }
        }
      }
    }
  }

  /// Products and quotients with alpha, walked completely for bytes and for many alphas of 16 bits.
  @Test func premultipliedColorsAreRoundedHalfUp() throws {
    var wrong = 0
    for alpha in 0...255 {
      let colors = Array(0...alpha)
      let layout = try PixelLayout(
        width: colors.count, height: 1, channels: .grayAlpha, alpha: .premultiplied)
      var bytes = colors.flatMap { [UInt8($0), UInt8(alpha)] }
      let before = bytes
      try Self.withRows(&bytes, layout) { rows in
        let block = rows.blocks(of: 0..<1, pixels: 4096)[0]
        let codes = rows.codes(of: block)
        for color in colors {
          let quotient = alpha == 0 ? 0 : (2 * color * 65535 + alpha) / (2 * alpha)
          if Int(codes.samples[2 * color]) != quotient { wrong += 1 }
        }
        rows.write(codes, to: block)
      }
      #expect(bytes == before)
    }
    for alpha in [0, 1, 3, 256, 32767, 65534, 65535] {
      let colors = (0...65535).map { min($0, alpha) }
      let layout = try PixelLayout(
        width: colors.count, height: 1, channels: .grayAlpha, component: .uint16, alpha: .premultiplied)
      var bytes = colors.flatMap { color in
        [color, alpha].flatMap { value in withUnsafeBytes(of: UInt16(value)) { Array($0) } }
      }
      let before = bytes
      try Self.withRows(&bytes, layout) { rows in
        let block = rows.blocks(of: 0..<1, pixels: 65536)[0]
        let codes = rows.codes(of: block)
        for (index, color) in colors.enumerated() {
          let quotient = alpha == 0 ? 0 : (2 * color * 65535 + alpha) / (2 * alpha)
          if Int(codes.samples[2 * index]) != quotient { wrong += 1 }
        }
        rows.write(codes, to: block)
      }
      #expect(bytes == before)
    }
    #expect(wrong == 0)
  }

  @Test func codesBecomeBytesAsInAConversion() throws {
    let layout = try PixelLayout(width: 65536, height: 1, channels: .gray)
    var bytes = [UInt8](repeating: 0, count: layout.byteCount)
    try Self.withRows(&bytes, layout) { rows in
      let codes = PixelBuffer(width: 65536, height: 1, format: .gray16, samples: Array(0...65535))
      rows.write(codes, to: rows.blocks(of: 0..<1, pixels: 65536)[0])
    }
    #expect((0...65535).allSatisfy { Int(bytes[$0]) == Int((Double($0) / 257 + 0.5).rounded(.down)) })
  }

  @Test func grayFillsAllColors() throws {
    let layout = try PixelLayout(width: 2, height: 1, channels: .argb)
    var bytes = [UInt8](repeating: 9, count: 8)
    try Self.withRows(&bytes, layout) { rows in
      rows.write(
        PixelBuffer(width: 2, height: 1, format: .gray16, samples: [257, 514]),
        to: rows.blocks(of: 0..<1, pixels: 2)[0])
    }
    #expect(bytes == [255, 1, 1, 1, 255, 2, 2, 2])
  }

  @Test func everyBinary16IsReadAndWritten() throws {
    let layout = try PixelLayout(width: 65536, height: 1, channels: .gray, component: .float16)
    var bytes = (0...65535).flatMap { bits in withUnsafeBytes(of: UInt16(bits)) { Array($0) } }
    let before = bytes
    let values = try Self.withRows(&bytes, layout) { rows in
      let block = rows.blocks(of: 0..<1, pixels: 65536)[0]
      let values = rows.values(of: block)
      rows.write(values, to: block)
      return values
    }
    var wrong = 0
    for bits in 0...65535 {
      let expected = ReferencePixelLayout.half(UInt32(bits))
      let value = values.planes[bits]
      if expected.isNaN ? !value.isNaN : value != expected { wrong += 1 }
      if !expected.isNaN, bytes[2 * bits..<2 * bits + 2] != before[2 * bits..<2 * bits + 2] { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  /// Values around every boundary between neighbours.
  @Test func binary16IsTheNearest() throws {
    var floats: [Float] = []
    for bits in stride(from: UInt32(0), to: 0x7c00, by: 7) {
      let middle = Float(
        (ReferencePixelLayout.half(bits) + ReferencePixelLayout.half(min(bits + 1, 0x7bff))) / 2)
      floats += [middle.nextDown, middle, middle.nextUp, -middle]
    }
    floats += [65519, 65520, 65504, .infinity, -.infinity, 0x1p-25, 0x1p-26, 1e-30]
    let layout = try PixelLayout(width: floats.count, height: 1, channels: .gray, component: .float16)
    var bytes = [UInt8](repeating: 0, count: layout.byteCount)
    try Self.withRows(&bytes, layout) { rows in
      var values = PixelValues(count: floats.count, colorCount: 1)
      for (index, float) in floats.enumerated() { values.planes[index] = Double(float) }
      rows.write(values, to: rows.blocks(of: 0..<1, pixels: floats.count)[0])
    }
    for (index, float) in floats.enumerated() {
      let bits = UInt32(bytes[2 * index]) | UInt32(bytes[2 * index + 1]) << 8
      #expect(bits == ReferencePixelLayout.nearestHalf(float), "\(float)")
    }
  }

  // MARK: Sizes

  @Test func layoutsThatCannotBeAreRefused() throws {
    #expect(throws: PixelLayoutError.badSize(width: -1, height: 1)) {
      try PixelLayout(width: -1, height: 1, channels: .gray)
    }
    #expect(throws: PixelLayoutError.badSize(width: .max, height: 1)) {
      try PixelLayout(width: .max, height: 1, channels: .rgba, component: .float32)
    }
    #expect(throws: PixelLayoutError.badSize(width: 1 << 32, height: 1 << 32)) {
      try PixelLayout(width: 1 << 32, height: 1 << 32, channels: .rgba)
    }
    #expect(throws: PixelLayoutError.badSize(width: 1, height: .max)) {
      try PixelLayout(width: 1, height: .max, channels: .gray, bytesPerRow: 2)
    }
    #expect(throws: PixelLayoutError.shortRows(bytesPerRow: 11, least: 12)) {
      try PixelLayout(width: 3, height: 1, channels: .rgba, bytesPerRow: 11)
    }
    #expect(throws: PixelLayoutError.linearIntegers(.uint16)) {
      try PixelLayout(width: 1, height: 1, channels: .gray, component: .uint16, transfer: .linear)
    }
    let layout = try PixelLayout(width: 3, height: 2, channels: .rgba, bytesPerRow: 16)
    #expect(layout.byteCount == 28)
    var short = [UInt8](repeating: 0, count: 27)
    #expect(throws: PixelLayoutError.shortMemory(byteCount: 27, needed: 28)) {
      try Self.withRows(&short, layout) { _ in }
    }
    #expect(try PixelLayout(width: 0, height: 5, channels: .rgba, bytesPerRow: 16).byteCount == 0)
  }

  @Test func blocksCoverAllPixelsOnce() throws {
    for (width, height, pixels) in [(0, 3, 5), (1, 1, 5), (5, 7, 5), (4, 7, 9), (12, 2, 5), (3, 0, 5)] {
      let layout = try PixelLayout(width: width, height: height, channels: .gray)
      var seen = [Int](repeating: 0, count: width * height)
      var bytes = [UInt8](repeating: 0, count: layout.byteCount)
      try Self.withRows(&bytes, layout) { rows in
        for block in rows.blocks(of: 0..<height, pixels: pixels) {
          #expect(block.pixelCount > 0 && block.pixelCount <= pixels)
          for y in block.rows { for x in block.columns { seen[y * width + x] += 1 } }
        }
      }
      #expect(seen.allSatisfy { $0 == 1 })
    }
  }
}
