import Pixels
import TestSupport
import Testing

/// The vector kernels of softening against the scalar ones, at widths that fill no vector and some.
struct SofteningKernelTests {
  /// All that the first pass finds in a picture.
  private struct Findings: Equatable {
    var histogram: [UInt64] = []
    var texture: [UInt64] = []
    var runs: [SofteningRun] = []
    var regions: [SofteningRegion] = []
    var bins: [SIMD3<UInt64>] = []
    var tokens: [UInt8] = []
  }

  private static let widths = [1, 2, 15, 16, 17, 31, 33, 63, 64, 65, 80, 131]
  private static let targets = KernelTarget.available.filter { $0 != .scalar }

  @Test("the first pass finds the same", arguments: targets, PixelFormat.allCases)
  func firstPass(_ target: KernelTarget, _ format: PixelFormat) {
    for width in Self.widths {
      let picture = Self.picture(width: width, height: 24, format: format)
      let expected = Self.findings(picture, Self.tables(format, .scalar))
      let found = Self.findings(picture, Self.tables(format, target))
      #expect(found == expected, "width \(width)")
      #expect(width < 63 || !expected.runs.isEmpty && expected.regions.count > 1 && !expected.tokens.isEmpty)
    }
  }

  @Test("lowering gives the same codes", arguments: targets, PixelFormat.allCases)
  func lowering(_ target: KernelTarget, _ format: PixelFormat) {
    // Losses that rise from none to a plateau, as those of every mode do.
    let losses = (0...65535).map { UInt16(min(18000, max(0, $0 - 20000) / 2)) }
    let tone = SofteningTone(losses: losses, of: .grays)
    for width in Self.widths {
      let picture = Self.picture(width: width, height: 24, format: format).samples
      var expected = picture
      var found = picture
      var expectedSpan = expected.mutableSpan
      Self.tables(format, .scalar).lower(&expectedSpan, by: tone)
      var foundSpan = found.mutableSpan
      Self.tables(format, target).lower(&foundSpan, by: tone)
      let isSame = found == expected
      #expect(isSame, "width \(width)")
      #expect(expected != picture)
    }
  }

  @Test("tiles count the visible pixels of every fourth row, each in its own", arguments: widths)
  func tiles(width: Int) {
    let picture = Self.picture(width: width, height: 24, format: .rgba16)
    var scanner = SofteningRowScanner(tables: Self.tables(.rgba16, .scalar), width: width, height: 24)
    for y in 0..<24 {
      scanner.append(picture.samples.span.extracting(picture.rowRange(y)), at: y)
      if y > 0 { scanner.classify(at: y - 1) }
    }
    scanner.classify(at: 23)
    var counts: [Int] = []
    scanner.takeTiles { bins in counts.append(bins.reduce(0) { $0 + Int($1) }) }
    let expected = stride(from: 0, to: width, by: SofteningRowScanner.tileSide).map { first in
      let columns = first..<min(first + SofteningRowScanner.tileSide, width)
      return stride(from: 0, to: 24, by: 4).reduce(0) { count, y in
        count + columns.filter { picture.samples[(y * width + $0) * 4 + 3] > 0 }.count
      }
    }
    #expect(counts == expected)
    var rest = 0
    scanner.takeTiles { bins in rest += bins.reduce(0) { $0 + Int($1) } }
    #expect(rest == 0)
  }

  @Test(
    "marks, their long runs and counts are those of a plain search",
    arguments: [1, 31, 32, 33, 64, 65, 96, 200])
  func marks(width: Int) {
    for seed: UInt64 in 0..<20 {
      let row = Self.marked(width: width, seed: seed)
      var scanner = SofteningRowScanner(tables: Self.tables(.rgba16, .scalar), width: width, height: 1)
      scanner.append(row.samples.span.extracting(row.rowRange(0)), at: 0)
      scanner.classify(at: 0)
      let marks = (0..<width).map { row.samples[$0 * 4] < 65535 && row.samples[$0 * 4 + 3] > 0 }
      var runs: [Range<Int>] = []
      for x in 0..<width where marks[x] && (x == 0 || !marks[x - 1]) {
        let end = (x..<width).first { !marks[$0] } ?? width
        if end - x >= 32 { runs.append(x..<end) }
      }
      #expect(scanner.longRuns(at: 0) == runs)
      for x in 0..<width {
        let columns = x..<min(width, x + 1 + Int(seed) * 7)
        #expect(scanner.counts(in: columns, at: 0).marked == columns.filter { marks[$0] }.count)
        let first = (0..<x).last { !marks[$0] }.map { $0 + 1 } ?? 0
        let end = (columns.upperBound..<width).first { !marks[$0] } ?? width
        #expect(scanner.extent(of: columns) == min(first, x)..<end)
      }
    }
  }

  /// A row of paper, ink and transparency in runs of any length.
  private static func marked(width: Int, seed: UInt64) -> PixelBuffer {
    var random = SplitMix64(seed: seed)
    var samples: [UInt16] = []
    while samples.count < width * 4 {
      let pixels: [[UInt16]] = [[0, 0, 0, 65535], [65535, 65535, 65535, 65535], [0, 0, 0, 0]]
      let pixel = pixels[Int(random.next() % 3)]
      for _ in 0..<1 + Int(random.next() % (seed % 2 == 0 ? 70 : 9)) { samples += pixel }
    }
    return PixelBuffer(width: width, height: 1, format: .rgba16, samples: Array(samples[0..<width * 4]))
  }

  // MARK: Both sides of a comparison

  private static func tables(_ format: PixelFormat, _ target: KernelTarget) -> SofteningTables {
    let curve = Curves.sRGB
    return SofteningTables(
      curves: Array(repeating: curve, count: format.colorChannelCount),
      luminance: SIMD3(0.2126, 0.7152, 0.0722),
      format: format, target: target)
  }

  private static func findings(_ picture: borrowing PixelBuffer, _ tables: SofteningTables) -> Findings {
    var scanner = SofteningRowScanner(tables: tables, width: picture.width, height: picture.height)
    var findings = Findings()
    for y in 0..<picture.height {
      scanner.append(picture.samples.span.extracting(picture.rowRange(y)), at: y)
      if y > 0 { label(y - 1, &scanner, &findings) }
    }
    label(picture.height - 1, &scanner, &findings)
    // The last row sees the rows above it that are still in the window.
    scanner.solveEdges(at: picture.height - 1, parents: [0, 1], into: &findings.tokens)
    scanner.finishRegions(at: picture.height - 1)
    findings.regions = (0..<scanner.regionCount).map { scanner.region($0) }
    findings.histogram = scanner.histogram
    findings.texture = scanner.textureCounts
    for index in 0..<1024 {
      let bin = scanner.colorBin(index)
      findings.bins.append(bin.sum &+ SIMD3(repeating: bin.count << 40))
    }
    return findings
  }

  private static func label(_ y: Int, _ scanner: inout SofteningRowScanner, _ findings: inout Findings) {
    scanner.classify(at: y)
    scanner.joinRegions(at: y)
    scanner.writeRegions(at: y, into: &findings.tokens)
    let count = scanner.findRuns(at: y)
    for index in 0..<count {
      findings.runs.append(scanner.run(index))
      scanner.setLabel(1, ofRun: index)
    }
    scanner.labelRow(at: y, runCount: count)
    if y >= SofteningRowScanner.reach {
      scanner.solveEdges(at: y - SofteningRowScanner.reach, parents: [0, 1], into: &findings.tokens)
    }
  }

  /// Flat paper, ink of any colour, noise, soft greys and holes: blocks of six pixels and more, some of them noisy.
  private static func picture(width: Int, height: Int, format: PixelFormat) -> PixelBuffer {
    var random = SplitMix64(seed: UInt64(width * 8 + format.channelCount))
    var picture = PixelBuffer(width: width, height: height, format: format)
    var kinds = [UInt64](repeating: 0, count: width)
    for y in 0..<height {
      for x in 0..<width {
        if y % 6 == 0 || x == 0 {
          kinds[x] = x % 6 == 0 ? random.next() % 8 : kinds[x - 1]
        }
        let noise = kinds[x] % 2 == 1 ? UInt16(truncatingIfNeeded: random.next() & 0x3FF) : 0
        for channel in 0..<format.channelCount {
          let isAlpha = format.hasAlpha && channel == format.channelCount - 1
          let levels: [UInt16] = [64000, 64000, 64000, 60000, 52000, 8000, UInt16(channel) * 20000, 30000]
          let value = levels[Int(kinds[x])] + noise
          picture.samples[(y * width + x) * format.channelCount + channel] =
            isAlpha ? (kinds[x] == 7 ? 0 : 65535) : value
        }
      }
    }
    return picture
  }
}
