// The reference of the gamut kernels.

extension ReferenceConverter {
  /// What of `buffer` leaves the destination's gamut. Grey has no gamut to leave: its visible pixels are counted.
  public func tally(_ buffer: borrowing PixelBuffer) -> GamutTally {
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
