import ImageCases
import Analysis
import DarkMode
import Foundation
import Pixels
import TestSupport

/// Megapixels per second of both passes on decoded pixels, one thread.
enum SpeedTrial {
  /// Times the kinds of cases named, or one of each that matters.
  static func run(_ names: [String]) {
    let named = names.compactMap { DarkModeCase.Kind(rawValue: $0) }
    let kinds = named.isEmpty ? [.document, .scan, .chart, .screenshot, .product, .photo] : named
    print(
      "Mpx/s of mode white, one thread: first pass, second pass, both (8-bit values | noise in the low byte)")
    for kind in kinds {
      let pixels = enlarged(DarkModeCases.make(kind, variant: 0))
      let name = kind.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0)
      print(name, best(of: pixels), "|", best(of: noisy(pixels)))
    }
  }

  private static func best(of pixels: borrowing PixelBuffer) -> String {
    var best = (first: Double.infinity, second: Double.infinity)
    for _ in 0..<3 {
      let result = seconds(pixels)
      best = (min(best.first, result.first), min(best.second, result.second))
    }
    let mega = Double(pixels.pixelCount) / 1e6
    return [best.first, best.second, best.first + best.second]
      .map { $0 < 1e-4 ? "   -" : String(format: "%4.0f", mega / $0) }.joined(separator: " ")
  }

  /// The same picture with values that need 16 bits: nothing repeats.
  private static func noisy(_ pixels: borrowing PixelBuffer) -> PixelBuffer {
    var random = SplitMix64(seed: 1)
    let samples = pixels.samples.map { $0 & 0xFF00 | UInt16(truncatingIfNeeded: random.next() & 0xFF) }
    return PixelBuffer(width: pixels.width, height: pixels.height, format: pixels.format, samples: samples)
  }

  /// A page of `item`s side by side: its border is theirs.
  private static func enlarged(_ item: DarkModeCase) -> PixelBuffer {
    let (columns, rows) = (2400 / item.width, 2400 / item.height)
    var samples: [UInt16] = []
    for _ in 0..<rows {
      for y in 0..<item.height {
        let row = item.samples[
          y * item.width * item.format.channelCount..<(y + 1) * item.width * item.format.channelCount]
        for _ in 0..<columns { samples += row }
      }
    }
    return PixelBuffer(
      width: columns * item.width, height: rows * item.height, format: item.format, samples: samples)
  }

  /// Processor time of this thread, so that what else the machine does is not counted.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ pixels: borrowing PixelBuffer) -> (first: Double, second: Double) {
    var strips: [[UInt16]] = []
    let stripSamples = 64 * pixels.rowStride
    for first in stride(from: 0, to: pixels.samples.count, by: stripSamples) {
      strips.append(Array(pixels.samples[first..<min(pixels.samples.count, first + stripSamples)]))
    }
    let options = SofteningOptions(mode: .white)
    var analyzer = SofteningAnalyzer(
      options: options, colorSpace: .sRGB, format: pixels.format, width: pixels.width, height: pixels.height)
    let start = processorSeconds()
    for strip in strips {
      analyzer.add(
        PixelBuffer(
          width: pixels.width, height: strip.count / pixels.rowStride, format: pixels.format, samples: strip))
    }
    let softening = analyzer.finish()
    let middle = processorSeconds()
    var second = 0.0
    for (index, strip) in strips.enumerated() {
      var rows = PixelBuffer(
        width: pixels.width, height: strip.count / pixels.rowStride, format: pixels.format, samples: strip)
      rows.samples.withUnsafeMutableBufferPointer { _ in }  // own storage before the clock runs
      let before = processorSeconds()
      softening.apply(to: &rows, firstRow: index * 64)
      second += processorSeconds() - before
    }
    return (middle - start, second)
  }
}
