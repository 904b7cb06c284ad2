// The reference of what kernels say of pixels out of gamut.

extension ReferenceConverter {
  /// Whether a colour's linear values lie outside 0…1 by more than the tolerance.
  func isOut(_ color: SIMD3<UInt16>) -> Bool {
    let linear = linear(color.x, color.y, color.z)
    return linear.min() < -GamutTally.tolerance || linear.max() > 1 + GamutTally.tolerance
  }

  /// Which rounding can have pushed a colour out of gamut.
  func rounding(_ color: SIMD3<UInt16>) -> OutOfGamutColors.Rounding {
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
