package import Pixels

/// A sample of an image's colours out of gamut, in proportion to their pixels: one pixel in every `step`, and half as
/// many each time there are too many. The same for the same rows, whatever the strips.
package struct OutOfGamutSample: Sendable {
  /// A colour, and the number of samples with it.
  struct Entry: Sendable, Hashable {
    let color: SIMD3<UInt16>
    let alpha: UInt16
    var weight: Int
  }

  /// The most entries; more would add nothing to a mean, or to a figure for 99 % of the pixels.
  private static let capacity = 1024

  private(set) var entries: [Entry] = []
  /// Pixels from one sample to the next.
  private var step = 1
  /// Pixels before the next sample.
  private var left = 0

  /// No colours yet.
  package init() {}

  /// Adds the colours of a row.
  ///
  /// - Parameters:
  ///   - samples: the row's samples.
  ///   - channels: samples per pixel, 3 or 4.
  ///   - colors: the row's colours out of gamut.
  package mutating func add(_ samples: Span<UInt16>, channels: Int, _ colors: OutOfGamutColors) {
    let (firsts, lengths) = (colors.first.span, colors.length.span)
    for index in 0..<colors.count {
      let length = Int(lengths[index])
      guard left < length else {
        left -= length
        continue
      }
      let weight = (length - left - 1) / step + 1
      left += weight * step - length
      let at = Int(firsts[index]) * channels
      append(
        SIMD3(samples[at], samples[at + 1], samples[at + 2]), alpha: channels == 4 ? samples[at + 3] : .max,
        weight)
    }
  }

  private mutating func append(_ color: SIMD3<UInt16>, alpha: UInt16, _ weight: Int) {
    if let last = entries.last, last.color == color, last.alpha == alpha {
      entries[entries.count - 1].weight += weight
    } else {
      entries.append(Entry(color: color, alpha: alpha, weight: weight))
      if entries.count == Self.capacity { thinOut() }
    }
  }

  /// Keeps every second sample.
  private mutating func thinOut() {
    var kept: [Entry] = []
    var isKept = true
    for entry in entries {
      let weight = (entry.weight + (isKept ? 1 : 0)) / 2
      if weight > 0 { kept.append(Entry(color: entry.color, alpha: entry.alpha, weight: weight)) }
      if entry.weight % 2 == 1 { isKept.toggle() }
    }
    entries = kept
    if !isKept { left += step }
    step *= 2
  }
}
