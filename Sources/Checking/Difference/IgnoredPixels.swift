import ImageFiles
import PNGCodec
import Pixels

/// The pixels left out of a comparison, row by row: boxes, and the light pixels of a mask.
struct IgnoredPixels: ~Copyable {
  private let boxes: [ImageRegion]
  private let width: Int
  private var mask: PNGReader?
  private let maskName: String
  private var row = 0

  /// - Throws: `ImageError` if the mask cannot be read or differs in size from `image`.
  init(_ request: DifferenceRequest, for image: ComparedImage) throws(ImageError) {
    boxes = request.ignoredBoxes
    width = image.header.width
    maskName = request.mask?.name ?? ""
    guard let source = request.mask else {
      mask = nil
      return
    }
    let reader = try source.openReader(limits: request.limits.covering(.comparison))
    guard reader.header.width == image.header.width, reader.header.height == image.header.height else {
      throw .refused(
        .maskOfOtherSize(
          path: source.name, mask: ProgramRefusal.Size(reader.header),
          image: ProgramRefusal.Size(image.header)))
    }
    mask = consume reader
  }

  /// The columns to leave out in each of the next `count` rows: ascending ranges that do not touch.
  mutating func next(_ count: Int) throws(ImageError) -> [[Range<Int>]] {
    var rows = (row..<row + count).map { boxColumns($0) }
    row += count
    guard mask != nil else { return rows.map(Self.joined) }
    let strip = try ImageError.at(maskName) { () throws(PNGError) in try mask?.readRows(count) }
    if let strip {
      for y in 0..<strip.height { rows[y] += Self.light(strip.samples, strip.rowRange(y), strip.format) }
    }
    return rows.map(Self.joined)
  }

  /// Reads the rest of the mask's file.
  mutating func finish() throws(ImageError) {
    try ImageError.at(maskName) { () throws(PNGError) in try mask?.finish() }
  }

  private func boxColumns(_ y: Int) -> [Range<Int>] {
    boxes.compactMap { box in
      // Compared without sums, which could overflow.
      guard y >= box.y, y - box.y < box.height, box.x < width, box.width > 0 else { return nil }
      return box.x..<(width - box.x <= box.width ? width : box.x + box.width)
    }
  }
}

extension IgnoredPixels {
  /// The runs of visible mask pixels with any channel at least half full.
  private static func light(_ samples: [UInt16], _ row: Range<Int>, _ format: PixelFormat) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    let channels = format.channelCount
    for (x, index) in stride(from: row.lowerBound, to: row.upperBound, by: channels).enumerated() {
      let isVisible = !format.hasAlpha || samples[index + channels - 1] >= 0x8000
      let isLight = samples[index..<index + format.colorChannelCount].contains { $0 >= 0x8000 }
      guard isVisible, isLight else { continue }
      if let last = runs.last, last.upperBound == x {
        runs[runs.count - 1] = last.lowerBound..<x + 1
      } else {
        runs.append(x..<x + 1)
      }
    }
    return runs
  }

  /// The same columns as ascending ranges that do not touch.
  static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    guard ranges.count > 1 else { return ranges }
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
