internal import CPixelKernels

/// A chain of plateaus along one row or column, whose steps have one sign and similar sizes.
package struct Staircase: Sendable, Hashable {
  /// The direction of a line.
  package enum Direction: Sendable, Hashable, CaseIterable {
    /// Along a row, left to right.
    case row
    /// Along a column, top to bottom.
    case column
  }

  /// The row or column, in pixels from 0; for averages the first of `scale` lines.
  package var line: Int
  /// Which way the line runs.
  package var direction: Direction
  /// Where the first plateau starts and the last one ends, in pixels along the line.
  package var start, end: Int
  /// Where the first plateau ends and the last one starts.
  package var firstEnd, lastStart: Int
  /// Number of steps, at least 3.
  package var steps: Int
  /// The sum of the steps' absolute sizes, in 16-bit codes.
  package var stepSum: Int
  /// The smallest and the largest step, absolute, in 16-bit codes.
  package var leastStep, mostStep: Int
  /// The index, in the pixel, of the channel that changes in steps.
  package var channel: Int
  /// 1 for exactly equal samples; 2 or 4 for tolerant plateaus in averages of 2 × 2 or 4 × 4 pixels.
  package var scale: Int
  /// 0 for the narrow tolerance of scales 2 and 4 (a quarter of an 8-bit code), 1 for the wide one (1.1 codes).
  package var tolerance: Int
  /// The pixel at the end of the last plateau; channels that the format lacks are 0.
  package var color: SIMD4<UInt16>
  /// The pixel at the end of the plateau before.
  package var colorBefore: SIMD4<UInt16>

  /// A staircase found without the kernels, for comparisons in tests.
  package init(
    line: Int, direction: Direction, start: Int, end: Int, firstEnd: Int, lastStart: Int, steps: Int,
    stepSum: Int, leastStep: Int, mostStep: Int, channel: Int, scale: Int, tolerance: Int,
    color: SIMD4<UInt16>, colorBefore: SIMD4<UInt16>
  ) {
    (self.line, self.direction) = (line, direction)
    (self.start, self.end) = (start, end)
    (self.firstEnd, self.lastStart) = (firstEnd, lastStart)
    (self.steps, self.stepSum) = (steps, stepSum)
    (self.leastStep, self.mostStep) = (leastStep, mostStep)
    (self.channel, self.scale, self.tolerance) = (channel, scale, tolerance)
    (self.color, self.colorBefore) = (color, colorBefore)
  }
}

extension Staircase {
  init(_ chain: p3_band_chain) {
    line = Int(chain.line)
    direction = chain.direction == 0 ? .row : .column
    start = Int(chain.start)
    end = Int(chain.end)
    firstEnd = Int(chain.first_end)
    lastStart = Int(chain.last_start)
    steps = Int(chain.steps)
    stepSum = Int(chain.step_sum)
    leastStep = Int(chain.least_step)
    mostStep = Int(chain.most_step)
    channel = Int(chain.channel)
    scale = Int(chain.scale)
    tolerance = Int(chain.tolerance)
    color = SIMD4(chain.color.0, chain.color.1, chain.color.2, chain.color.3)
    colorBefore = SIMD4(
      chain.color_before.0, chain.color_before.1, chain.color_before.2, chain.color_before.3)
  }
}
