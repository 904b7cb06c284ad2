// Conversion of the C kernels' tally.

import CPixelKernels

extension GamutTally {
  init(_ tally: p3_gamut_tally) {
    self.init()
    visiblePixels = Int(tally.visible)
    outOfGamut = Int(tally.outside)
    red = Channel(tally.below.0, tally.above.0, tally.most_below.0, tally.most_above.0)
    green = Channel(tally.below.1, tally.above.1, tally.most_below.1, tally.most_above.1)
    blue = Channel(tally.below.2, tally.above.2, tally.most_below.2, tally.most_above.2)
  }
}

extension GamutTally.Channel {
  fileprivate init(_ below: UInt64, _ above: UInt64, _ maxBelow: Double, _ maxAbove: Double) {
    self.init()
    self.below = Int(below)
    self.above = Int(above)
    self.maxBelow = maxBelow
    self.maxAbove = maxAbove
  }
}
