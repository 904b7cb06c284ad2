import ColorManagement
import Pixels

/// Paints the pixels of an image in grey by luminance, as the ground of a heat map. Reuses its memory for all rows.
struct HeatmapGrays {
  /// The luminance of a pixel, as a 16-bit code of the sRGB curve.
  enum Luminance {
    /// The grey samples themselves.
    case samples
    /// An entry for each grey code.
    case table([UInt16])
    /// Converts pixels to their luminance, in all three channels.
    case converter(PixelConverter)
  }

  private let luminance: Luminance
  /// The grey of each luminance of an opaque pixel, as a 16-bit code.
  private let opaque: [UInt16]
  private var luminances: [UInt16] = []

  init(_ luminance: Luminance) {
    self.luminance = luminance
    opaque = (0...UInt16.max).map { UInt16(Self.gray(luminance: $0, alpha: .max)) * 257 }
  }

  /// Converts colours to their luminance, in all three channels, as 16-bit codes of the sRGB curve.
  ///
  /// - Parameters:
  ///   - converter: decodes the colours.
  ///   - row: the luminance weights of its linear destination components.
  static func converter(_ converter: PixelConverter, row: SIMD3<Double>) -> PixelConverter {
    let conversion = converter.conversion
    let rows = (0..<3).map { row[$0] * conversion.matrix.rows[$0] }
    let sum = rows[0] + rows[1] + rows[2]
    let curve = ToneCurve.parametric(RGBColorSpace.sRGB.transfer)
    return PixelConverter(
      MatrixConversion(
        source: conversion.source, matrix: Matrix3x3(sum, sum, sum), destination: [curve, curve, curve]),
      target: converter.target)
  }

  /// The grey for a luminance (a 16-bit code of the sRGB curve): a quarter of the way towards white, so that paint
  /// stands out, and on white if there is alpha.
  static func gray(luminance: UInt16, alpha: UInt16) -> UInt8 {
    let opaque = 64 + 0.75 * Double(luminance) / 257
    let coverage = Double(alpha) / 65535
    return UInt8(opaque * coverage + 255 * (1 - coverage) + 0.5)
  }

  /// Paints rows onto the left of an RGB canvas.
  ///
  /// - Parameters:
  ///   - samples: the rows.
  ///   - format: their layout.
  ///   - columns: pixels per row.
  ///   - canvas: the canvas's samples.
  ///   - start: the index of the first row's first sample in `canvas`.
  ///   - stride: samples from one canvas row to the next.
  mutating func paint(
    _ samples: Span<UInt16>, _ format: PixelFormat, columns: Int, onto canvas: inout MutableSpan<UInt16>,
    from start: Int, stride: Int
  ) {
    let channels = format.channelCount
    let rowStride = columns * channels
    setLuminances(samples, format)
    let (luminances, opaque) = (luminances.span, opaque.span)
    for row in 0..<samples.count / rowStride {
      var to = start + row * stride
      for from in Swift.stride(from: row * rowStride, to: (row + 1) * rowStride, by: channels) {
        let alpha = format.hasAlpha ? samples[from + channels - 1] : .max
        let luminance = luminances[from]
        let code =
          alpha == .max ? opaque[Int(luminance)] : UInt16(Self.gray(luminance: luminance, alpha: alpha)) * 257
        canvas[to] = code
        canvas[to + 1] = code
        canvas[to + 2] = code
        to += 3
      }
    }
  }

  /// Stores the luminance of each pixel in its first channel.
  private mutating func setLuminances(_ samples: Span<UInt16>, _ format: PixelFormat) {
    if luminances.count != samples.count { luminances = [UInt16](repeating: 0, count: samples.count) }
    let luminance = luminance
    var span = luminances.mutableSpan
    switch luminance {
    case .samples: for index in samples.indices { span[index] = samples[index] }
    case .table(let table): for index in samples.indices { span[index] = table[Int(samples[index])] }
    case .converter(let converter):
      for index in samples.indices { span[index] = samples[index] }
      converter.convert(&span, format: format)
    }
  }
}

extension MutableSpan<UInt16> {
  /// Paints pixels of an RGB canvas with one colour.
  ///
  /// - Parameters:
  ///   - color: 8-bit encoded sRGB.
  ///   - count: number of pixels.
  ///   - start: the index of the first pixel's first sample.
  mutating func paint(_ color: SIMD3<UInt8>, count: Int, from start: Int) {
    let codes = SIMD3<UInt16>(truncatingIfNeeded: color) &* 257
    for pixel in 0..<count {
      self[start + 3 * pixel] = codes.x
      self[start + 3 * pixel + 1] = codes.y
      self[start + 3 * pixel + 2] = codes.z
    }
  }
}
