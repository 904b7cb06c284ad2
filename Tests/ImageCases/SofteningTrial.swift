package import Analysis
public import DarkMode
package import Pixels

/// Both passes over a whole image in memory, in strips of any height.
public enum SofteningTrial {
  /// What softening makes of `pixels`.
  public struct Outcome: Sendable {
    /// The decision.
    public let softening: Softening
    /// The samples after the second pass.
    public let samples: [UInt16]
  }

  /// Both passes with strips of `stripHeight` rows.
  package static func run(
    _ pixels: borrowing PixelBuffer, options: SofteningOptions = SofteningOptions(),
    colorSpace: SofteningColorSpace? = nil, stripHeight: Int = 64
  ) -> Outcome {
    let space = colorSpace ?? (pixels.format.isGray ? .sRGBGray : .sRGB)
    var analyzer = SofteningAnalyzer(
      options: options, colorSpace: space, format: pixels.format, width: pixels.width, height: pixels.height)
    for first in stride(from: 0, to: pixels.height, by: stripHeight) {
      analyzer.add(strip(of: pixels, from: first, height: stripHeight))
    }
    var softening = analyzer.finish()
    if var scan = SofteningInkScan(softening) {
      for first in stride(from: 0, to: pixels.height, by: stripHeight) {
        scan.add(strip(of: pixels, from: first, height: stripHeight))
      }
      softening = scan.finish()
    }
    var samples: [UInt16] = []
    samples.reserveCapacity(pixels.samples.count)
    for first in stride(from: 0, to: pixels.height, by: stripHeight) {
      var rows = strip(of: pixels, from: first, height: stripHeight)
      softening.apply(to: &rows, firstRow: first)
      samples += rows.samples
    }
    return Outcome(softening: softening, samples: samples)
  }

  private static func strip(of pixels: borrowing PixelBuffer, from first: Int, height: Int) -> PixelBuffer {
    let rows = min(height, pixels.height - first)
    let range = first * pixels.rowStride..<(first + rows) * pixels.rowStride
    return PixelBuffer(
      width: pixels.width, height: rows, format: pixels.format, samples: Array(pixels.samples[range]))
  }
}
