import ColorManagement
import Colors
package import Pixels

/// Finds neighbouring areas of an image that differ only in hue, so that their colours merge for people who lack one
/// kind of cone.
///
/// Colours are compared in sRGB at 8 bits. Memory is bounded by the image's width, `mostPairs` pairs of colours and the
/// regions of `GamutRegionBuilder`.
package struct ColorVisionScanner: Sendable {
  /// The most distinct pairs; the edges of further pairs are not counted.
  static let mostPairs = 4096

  private let width: Int
  /// Converts pixels of the image to sRGB.
  private let toStandard: @Sendable (inout PixelBuffer) -> Void

  /// The last ten rows; row y is in place y % 10.
  private var rows: [UInt32]
  private var rowCount = 0
  private static let rowsKept = 2 * ColorVisionEdge.reach

  private var verdicts = ColorVisionVerdicts()
  private var pairs: [UInt64: ColorVisionPair] = [:]
  private var regions = GamutRegionBuilder()
  /// Per column: at edge pixels of the current row, how far apart the colours are for ordinary vision; else 0.
  private var marks: [Double]

  /// - Parameter toStandard: converts pixels of the image to sRGB. Grey images have no hue and need no scanner.
  package init(width: Int, toStandard: @escaping @Sendable (inout PixelBuffer) -> Void) {
    self.width = width
    self.toStandard = toStandard
    rows = [UInt32](repeating: 0, count: Self.rowsKept * width)
    marks = [Double](repeating: 0, count: width)
  }

  /// Adds the next rows, in the image's colours.
  package mutating func add(_ strip: borrowing PixelBuffer) {
    var standard = strip.clone()
    toStandard(&standard)
    for y in 0..<standard.height {
      keep(standard, row: y)
      rowCount += 1
      if rowCount > ColorVisionEdge.reach {
        scan(row: rowCount - 1 - ColorVisionEdge.reach, downwards: rowCount >= Self.rowsKept)
      }
    }
  }

  /// The report, after the last row.
  package mutating func finish() -> ColorVisionReport {
    for row in max(0, rowCount - ColorVisionEdge.reach)..<rowCount { scan(row: row, downwards: false) }
    return ColorVisionReport(
      pairs: pairs.values,
      regions: regions.finish().filter { $0.pixels > ColorVisionReport.leastPixels })
  }

  private mutating func keep(_ strip: borrowing PixelBuffer, row y: Int) {
    let channels = strip.format.channelCount
    let first = strip.rowRange(y).lowerBound
    let start = rowCount % Self.rowsKept * width
    for x in 0..<width {
      let pixel = first + x * channels
      rows[start + x] = ColorVisionEdge.packed(
        strip.samples[pixel], strip.samples[pixel + 1], strip.samples[pixel + 2],
        isOpaque: channels == 3 || strip.samples[pixel + 3] == 65535)
    }
  }

  /// Finds edges in row `row`, and, if ten rows are there, between it and the row below.
  private mutating func scan(row: Int, downwards: Bool) {
    let start = row % Self.rowsKept * width
    let below = (row + 1) % Self.rowsKept * width
    var isMarked = false
    for x in 0..<width {
      let pixel = rows[start + x]
      if x >= ColorVisionEdge.reach - 1, x + ColorVisionEdge.reach < width, rows[start + x + 1] != pixel {
        isMarked = look(at: horizontalLine(start + x), x, row) || isMarked
      }
      if downwards, rows[below + x] != pixel {
        isMarked = look(at: verticalLine(row, x), x, row) || isMarked
      }
    }
    regions.addRow(isMarked ? takeRuns() : [])
  }

  private func horizontalLine(_ place: Int) -> SIMD16<UInt32> {
    var line = SIMD16<UInt32>()
    for index in 0..<Self.rowsKept { line[index] = rows[place + index + 1 - ColorVisionEdge.reach] }
    return line
  }

  private func verticalLine(_ row: Int, _ x: Int) -> SIMD16<UInt32> {
    var line = SIMD16<UInt32>()
    for index in 0..<Self.rowsKept {
      line[index] = rows[(row + index + 1 - ColorVisionEdge.reach) % Self.rowsKept * width + x]
    }
    return line
  }

  /// Whether two colours that merge for some vision meet in the middle of `line`; if so, counts them at x, y.
  private mutating func look(at line: SIMD16<UInt32>, _ x: Int, _ y: Int) -> Bool {
    guard let edge = ColorVisionEdge(line), let merging = verdicts.merging(edge) else { return false }
    marks[x] = max(marks[x], merging.normal)
    if pairs[edge.group] != nil || pairs.count < Self.mostPairs {
      pairs[edge.group, default: ColorVisionPair(edge, merging, x: x, y: y)].add(x: x, y: y)
    }
    return true
  }

  /// Returns the marked pixels of a row as runs, and clears the marks.
  private mutating func takeRuns() -> [GamutRun] {
    var runs: [GamutRun] = []
    for x in 0..<width where marks[x] > 0 {
      if let last = runs.last, last.columns.upperBound == x - 1 {
        let most = max(last.maxDeltaE, marks[x])
        runs[runs.count - 1] = GamutRun(columns: last.columns.lowerBound...x, maxDeltaE: most)
      } else {
        runs.append(GamutRun(columns: x...x, maxDeltaE: marks[x]))
      }
      marks[x] = 0
    }
    return runs
  }
}

extension ColorVisionEdge {
  /// The key at four bits per channel, shared by pairs of nearly the same colours.
  fileprivate var group: UInt64 { key & 0x00f0_f0f0_00f0_f0f0 }
}

/// Remembers for which kinds of vision the colours of an edge merge: images have few pairs of colours.
private struct ColorVisionVerdicts: Sendable {
  private static let capacity = 1 << 16

  private var known: [UInt64: ColorVisionDifference.Merging?] = [:]

  mutating func merging(_ edge: ColorVisionEdge) -> ColorVisionDifference.Merging? {
    if let verdict = known[edge.key] { return verdict }
    if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
    let verdict = ColorVisionDifference(Self.seen(edge.before), Self.seen(edge.after)).merging
    known[edge.key] = .some(verdict)
    return verdict
  }

  private static func seen(_ pixel: UInt32) -> SimulatedColor {
    let codes = ColorVisionEdge.codes(pixel)
    return SimulatedColor(
      linear: SIMD3(linear[Int(codes.x)], linear[Int(codes.y)], linear[Int(codes.z)]))
  }

  /// Linear light of the 8-bit codes of sRGB.
  private static let linear = (0..<256).map { RGBColorSpace.sRGB.transfer.linear(Double($0) / 255) }
}
