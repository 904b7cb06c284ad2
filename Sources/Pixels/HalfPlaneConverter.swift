import CPixelKernels

/// Runs a `HalfPlaneConversion` over pixels: converts with both matrices by the kernels of `PixelConverter`,
/// then takes the larger or the smaller code of each sample. Encoders never fall, so this is exactly the code
/// of the matrix that applies; no pixel's side of the plane needs to be computed.
package struct HalfPlaneConverter: Sendable {
  package let conversion: HalfPlaneConversion

  private let positive: PixelConverter
  private let negative: PixelConverter
  /// Bit i: whether channel i takes the larger code. Alpha is equal on both sides.
  private let larger: UInt32

  /// Pixels per tile: both conversions run while a tile is in the cache.
  private static let tile = 4096

  /// A converter that runs `conversion` on `target`, which must be available.
  package init(_ conversion: HalfPlaneConversion, target: KernelTarget = .current) {
    self.conversion = conversion
    positive = PixelConverter(conversion.positive, target: target)
    negative = PixelConverter(conversion.negative, target: target)
    larger = conversion.takesLarger.enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt32($1.offset) : 0) }
  }

  /// The kernel's name, for reports.
  package var kernelName: String { "\(positive.kernelName) on two half-planes" }

  /// Converts every pixel of `buffer`, which must not be grey, in place.
  package func convert(_ buffer: inout PixelBuffer) {
    let width = buffer.width
    let samples = min(Self.tile, buffer.pixelCount) * buffer.format.channelCount
    var others = [UInt16](repeating: 0, count: samples)
    for part in buffer.parts() {
      convert(&buffer, part.rows.lowerBound * width..<part.rows.upperBound * width, &others)
      buffer.repeatRow(of: part)
    }
  }

  private func convert(_ buffer: inout PixelBuffer, _ pixels: Range<Int>, _ others: inout [UInt16]) {
    let format = buffer.format
    let channels = format.channelCount
    var samples = buffer.samples.mutableSpan
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      unsafe others.withUnsafeMutableBufferPointer { others in
        guard let samples = samples.baseAddress, let others = others.baseAddress else { return }
        for first in stride(from: pixels.lowerBound, to: pixels.upperBound, by: Self.tile) {
          let pixels = min(Self.tile, pixels.upperBound - first)
          unsafe convert(samples + first * channels, others, pixels: pixels, format)
        }
      }
    }
  }

  /// Converts `pixels` pixels of `samples` in place; `others` is scratch memory of the same size for the
  /// other side.
  private func convert(
    _ samples: UnsafeMutablePointer<UInt16>, _ others: UnsafeMutablePointer<UInt16>, pixels: Int,
    _ format: PixelFormat
  ) {
    let byteCount = pixels * format.bytesPerPixel
    unsafe negative.run(samples, others, byteCount: byteCount, format)
    unsafe positive.run(samples, samples, byteCount: byteCount, format)
    unsafe p3_take_extremes(samples, others, pixels, UInt32(format.channelCount), larger)
  }
}
