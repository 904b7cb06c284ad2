import Foundation
public import Pixels

/// Pixels of any layout as straight values, one component at a time: what `PixelRows` is compared with.
public struct ReferencePixelLayout {
  private let layout: PixelLayout

  /// Reads and writes pixels of `layout`.
  public init(_ layout: PixelLayout) { self.layout = layout }

  /// The letters of `channels`: R, G, B, A, or Y for grey.
  private var letters: [Character] {
    switch layout.channels {
    case .gray: ["Y"]
    case .grayAlpha: ["Y", "A"]
    default: Array(layout.channels.rawValue.uppercased())
    }
  }

  private var colors: [Character] { letters.contains("Y") ? ["Y"] : ["R", "G", "B"] }

  private func address(_ x: Int, _ y: Int, _ letter: Character) -> Int? {
    letters.firstIndex(of: letter).map {
      y * layout.bytesPerRow + (x * letters.count + $0) * layout.component.byteCount
    }
  }

  /// The straight colours of a pixel, then its alpha, 1 where it has none that counts. 1 is the greatest integer.
  public func pixel(_ x: Int, _ y: Int, of bytes: [UInt8]) -> [Double] {
    func value(_ letter: Character) -> Double? {
      address(x, y, letter).map { number(Array(bytes[$0..<$0 + layout.component.byteCount])) }
    }
    let stored = colors.map { value($0) ?? 0 }
    guard layout.alpha != .ignored, let alpha = value("A") else { return stored + [1] }
    guard layout.alpha == .premultiplied else { return stored + [alpha] }
    return stored.map { alpha > 0 ? $0 / alpha : 0 } + [alpha]
  }

  /// Writes straight colours, one of which fills all, and alpha.
  public func write(_ pixel: [Double], _ x: Int, _ y: Int, to bytes: inout [UInt8]) {
    func write(_ value: Double, _ letter: Character) {
      guard let address = address(x, y, letter) else { return }
      for (index, byte) in self.bytes(of: value).enumerated() { bytes[address + index] = byte }
    }
    func clamped(_ value: Double) -> Double { layout.component.isFloat ? value : min(max(value, 0), 1) }
    let alpha = clamped(pixel[pixel.count - 1])
    for (index, letter) in colors.enumerated() {
      let color = clamped(pixel[pixel.count == 2 ? 0 : index])
      write(layout.alpha == .premultiplied && letters.contains("A") ? color * alpha : color, letter)
    }
    write(layout.alpha == .ignored ? 1 : alpha, "A")
  }

  private func number(_ bytes: [UInt8]) -> Double {
    let bits = (layout.byteOrder == .big ? bytes : bytes.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
    switch layout.component {
    case .uint8: return Double(bits) / 255
    case .uint16: return Double(bits) / 65535
    case .float32: return Double(Float(bitPattern: bits))
    case .float16: return Self.half(bits)
    }
  }

  private func bytes(of value: Double) -> [UInt8] {
    let bits: UInt32 =
      switch layout.component {
      case .uint8: UInt32((value * 255 + 0.5).rounded(.down))
      case .uint16: UInt32((value * 65535 + 0.5).rounded(.down))
      case .float32: Float(value).bitPattern
      case .float16: Self.nearestHalf(Float(value))
      }
    let big = (0..<layout.component.byteCount).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    return layout.byteOrder == .big ? big.reversed() : big
  }

  /// The value of a binary16, by IEEE 754's definition.
  public static func half(_ bits: UInt32) -> Double {
    let sign = bits & 0x8000 == 0 ? 1.0 : -1.0
    let (exponent, mantissa) = (Int(bits >> 10 & 31), Double(bits & 1023))
    if exponent == 31 { return mantissa == 0 ? sign * .infinity : .nan }
    if exponent == 0 { return sign * mantissa * 0x1p-24 }
    return sign * (1 + mantissa / 1024) * pow(2, Double(exponent - 15))
  }

  /// The binary16 nearest to `value`, of two the even one: found by bisection over all that are there.
  public static func nearestHalf(_ value: Float) -> UInt32 {
    let sign: UInt32 = value.sign == .minus ? 0x8000 : 0
    if value.isNaN { return sign | 0x7e00 }
    let magnitude = Double(value.magnitude)
    if magnitude >= 65520 { return sign | 0x7c00 }
    var (low, high) = (UInt32(0), UInt32(0x7bff))
    while low < high {
      let middle = (low + high + 1) / 2
      if half(middle) <= magnitude { low = middle } else { high = middle - 1 }
    }
    guard low < 0x7bff else { return sign | low }
    let (below, above) = (magnitude - half(low), half(low + 1) - magnitude)
    return sign | (below < above || below == above && low.isMultiple(of: 2) ? low : low + 1)
  }
}
