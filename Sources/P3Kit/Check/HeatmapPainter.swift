import ColorManagement
import Pixels

/// Paints the pixels of an image for a heat map: in grey what the target keeps, in the colours of
/// `HeatmapScale` what it clips.
struct HeatmapPainter: Sendable {
  private let scan: GamutScan
  /// What linear red, green and blue of the target add to its luminance; white has 1.
  private let luminance: SIMD3<Double>
  /// Made when the first pixel is painted: checks without pictures do not pay for it.
  private static let encoder = DecisionLevels(.parametric(RGBColorSpace.sRGB.transfer))

  /// A painter of what `scan` finds in the gamut of `destination`.
  init(_ scan: GamutScan, destination: ICCProfile) {
    self.scan = scan
    guard case .matrix(let model) = destination.model else {
      luminance = SIMD3(0, 1, 0)
      return
    }
    let row = model.colorants.rows[1]
    luminance = row / (row.x + row.y + row.z)
  }

  /// The colour difference that the clip makes, or nil for colours that stay.
  func deltaE(_ color: SIMD3<UInt16>) -> Double? {
    guard !scan.isGray else { return nil }
    let linear = scan.linear(color)
    return GamutScan.isOut(linear) ? scan.difference.value(linear) : nil
  }

  /// A quarter of the way to white, so that paint stands out, and on white where there is alpha.
  func gray(_ color: SIMD3<UInt16>, alpha: UInt16) -> SIMD3<UInt8> {
    let opaque = 64 + 0.75 * Double(encodedLuminance(color)) / 257
    let coverage = Double(alpha) / 65535
    return SIMD3(repeating: UInt8(opaque * coverage + 255 * (1 - coverage) + 0.5))
  }

  /// The luminance as a 16-bit code of the sRGB curve.
  func encodedLuminance(_ color: SIMD3<UInt16>) -> UInt16 {
    if scan.isGray { return color.x }
    let linear = scan.linear(color)
    return Self.encoder.code(linear.x * luminance.x + linear.y * luminance.y + linear.z * luminance.z)
  }

  /// Paints `strip` into the left of `canvas`, which is as high, at least as wide, and RGB.
  func paint(_ strip: borrowing PixelBuffer, onto canvas: inout PixelBuffer) {
    precondition(canvas.height == strip.height && canvas.width >= strip.width && canvas.format == .rgb16)
    let format = strip.format
    var memo = DeltaEMemo(self)
    for y in 0..<strip.height {
      var from = strip.rowRange(y).lowerBound
      var to = canvas.rowRange(y).lowerBound
      for _ in 0..<strip.width {
        let color = strip.color(at: from)
        let alpha = format.hasAlpha ? strip.samples[from + format.channelCount - 1] : 65535
        // Transparent pixels are not seen, whatever colour they keep.
        let paint = alpha > 0 ? memo.deltaE(color).map { HeatmapScale.color($0) } : nil
        canvas.set(paint ?? gray(color, alpha: alpha), at: to)
        from += format.channelCount
        to += 3
      }
    }
  }
}

extension PixelBuffer {
  /// The colour whose first sample is `index`; grey as R = G = B.
  func color(at index: Int) -> SIMD3<UInt16> {
    format.isGray
      ? SIMD3(repeating: samples[index]) : SIMD3(samples[index], samples[index + 1], samples[index + 2])
  }

  /// Writes an 8-bit colour over the three samples from `index` on.
  mutating func set(_ color: SIMD3<UInt8>, at index: Int) {
    for channel in 0..<3 { samples[index + channel] = UInt16(color[channel]) * 257 }
  }
}

/// A painter that remembers its last answer: neighbouring pixels mostly have one colour.
struct DeltaEMemo {
  private let painter: HeatmapPainter
  private var color: SIMD3<UInt16>?
  private var value: Double?

  init(_ painter: HeatmapPainter) { self.painter = painter }

  /// What `HeatmapPainter.deltaE` says of `color`.
  mutating func deltaE(_ color: SIMD3<UInt16>) -> Double? {
    if color != self.color {
      self.color = color
      value = painter.deltaE(color)
    }
    return value
  }
}

/// How a heat map paints a colour difference: amber over orange and red to purple, darker the more is lost, so
/// that the order survives for readers who are colour-blind.
///
/// The stops were chosen in OKLCh: lightness 0.78, 0.715, 0.645, 0.565, 0.48, chroma from 0.159 to 0.2. Each has
/// a contrast (WCAG) of at least 2:1 with white and with the dark ground of pages, and lies 0.15 or more in OKLab from every
/// grey; neighbours are 0.08 to 0.15 apart (`HeatmapTests`).
package enum HeatmapScale {
  /// A colour difference and its paint, encoded sRGB of 8 bits.
  package struct Stop: Sendable, Hashable {
    /// CIEDE2000.
    package let deltaE: Double
    /// Red, green, blue.
    package let color: SIMD3<UInt8>
  }

  /// The stops of the scale. 1 is just noticeable side by side, 2 noticeable at a glance, 5 plain, 10 another
  /// colour; fixed, so that pictures can be compared.
  package static let stops = [
    Stop(deltaE: 0, color: [0xE4, 0xAE, 0x05]), Stop(deltaE: 1, color: [0xE7, 0x89, 0x04]),
    Stop(deltaE: 2, color: [0xE8, 0x5A, 0x00]), Stop(deltaE: 5, color: [0xD1, 0x2B, 0x47]),
    Stop(deltaE: 10, color: [0xA3, 0x08, 0x77]),
  ]

  /// The paint of `deltaE`, 0 or more: between the stops linear in encoded sRGB, rounded half up; the last
  /// stop's from there on.
  package static func color(_ deltaE: Double) -> SIMD3<UInt8> {
    guard let above = stops.firstIndex(where: { $0.deltaE > deltaE }), above > 0 else {
      return deltaE > 0 ? stops[stops.count - 1].color : stops[0].color
    }
    let (low, high) = (stops[above - 1], stops[above])
    let share = (deltaE - low.deltaE) / (high.deltaE - low.deltaE)
    var color = SIMD3<UInt8>()
    for channel in 0..<3 {
      let (from, to) = (Double(low.color[channel]), Double(high.color[channel]))
      color[channel] = UInt8(from + (to - from) * share + 0.5)
    }
    return color
  }
}
