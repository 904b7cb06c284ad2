// What the gamut kernels are compared with: every pixel on its own, from the linear values of `ReferenceConverter`.

package import Pixels

extension ReferenceConverter {
  /// What of `buffer` leaves the destination's gamut. Grey has no gamut to leave: its visible pixels are counted.
  package func tally(_ buffer: borrowing PixelBuffer) -> GamutTally {
    var tally = GamutTally()
    let channels = buffer.format.channelCount
    for first in stride(from: 0, to: buffer.samples.count, by: channels) {
      if buffer.format.hasAlpha, buffer.samples[first + channels - 1] == 0 { continue }
      tally.visiblePixels += 1
      if conversion.isGray { continue }
      let y = linear(buffer.samples[first], buffer.samples[first + 1], buffer.samples[first + 2])
      let leaves = [tally.red.note(y.x), tally.green.note(y.y), tally.blue.note(y.z)]
      if leaves.contains(true) { tally.outOfGamut += 1 }
    }
    return tally
  }

  /// Whether a colour's linear values lie outside 0…1 by more than `GamutTally.tolerance`.
  public func isOut(_ color: SIMD3<UInt16>) -> Bool {
    let linear = linear(color.x, color.y, color.z)
    return linear.min() < -GamutTally.tolerance || linear.max() > 1 + GamutTally.tolerance
  }

  /// Which rounding of its samples can have pushed a colour out of gamut.
  package func rounding(_ color: SIMD3<UInt16>) -> OutOfGamutColors.Rounding {
    guard isWithinRounding(color, halfCode: 128.5) else { return [] }
    return isWithinRounding(color, halfCode: 0.5) ? [.to8Bits, .to16Bits] : .to8Bits
  }

  /// Whether moving each sample by up to `halfCode` 16-bit codes can bring each channel back into 0…1.
  private func isWithinRounding(_ color: SIMD3<UInt16>, halfCode: Double) -> Bool {
    let linear = linear(color.x, color.y, color.z)
    return (0..<3).allSatisfy { row in
      let reach = (0..<3).reduce(0.0) { sum, channel in
        sum + abs(conversion.matrix[row, channel]) * step(channel, color[channel], halfCode)
      }
      return linear[row] + reach >= 0 && linear[row] - reach <= 1
    }
  }

  /// How far the linear value of a channel moves when its code moves by `halfCode`.
  private func step(_ channel: Int, _ code: UInt16, _ halfCode: Double) -> Double {
    let value = decodingTables[channel][Int(code)]
    return max(
      abs(self.value(channel, at: Double(code) + halfCode) - value),
      abs(value - self.value(channel, at: Double(code) - halfCode)))
  }

  /// The linear value at a position between codes, held at the ends.
  private func value(_ channel: Int, at code: Double) -> Double {
    let position = min(max(code, 0), 65535)
    let (low, high) = (Int(position), Int(position.rounded(.up)))
    return (decodingTables[channel][low] + decodingTables[channel][high]) / 2
  }
}

extension GamutTally.Channel {
  /// Counts `y` when it is out of gamut, and says whether it is.
  fileprivate mutating func note(_ y: Double) -> Bool {
    maxBelow = max(maxBelow, 0 - y)
    maxAbove = max(maxAbove, y - 1)
    let (isBelow, isAbove) = (y < -GamutTally.tolerance, y > 1 + GamutTally.tolerance)
    if isBelow { below += 1 }
    if isAbove { above += 1 }
    return isBelow || isAbove
  }
}
