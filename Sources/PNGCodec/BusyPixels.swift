import Pixels

/// Counts the pixels that differ from the pixel before them, which take work, and compares them with the bytes of the
/// file.
///
/// A picture spends bytes on such pixels, most often several each; flat areas have none. A file crafted to take long
/// has a row of noise and repeats its differences all the way down. Deflate turns a gigabyte of that into a megabyte,
/// yet every pixel must be processed; where artwork ends or is translucent, over each background.
struct BusyPixels {
  /// Pixels that each byte of the file pays for: four times as many as tiled textures have.
  static let perByte = 32
  /// The count of a pixel that is translucent, or whose alpha differs from the pixel before it.
  static let perAlpha = 5
  /// The count of any row, for the work of a row itself: narrow images have millions of rows.
  static let perRow = 16

  private let allowance: Int
  /// The work per pixel, 1 to `mostWork`.
  var work: Int
  /// The greatest `work`.
  static let mostWork = 3
  private let channels: Int
  private let rowStride: Int
  private var count = 0

  /// Nil if the image cannot exceed what `limits` allow a file of `fileBytes` (0 if unknown).
  init?(_ header: PNGHeader, channels: Int, limits: PNGLimits, fileBytes: UInt64) {
    guard let allowance = limits.busyPixels else { return nil }
    let hasAlpha = channels % 2 == 0
    let pixels = header.pixelCount.multipliedReportingOverflow(
      by: Self.mostWork * (hasAlpha ? Self.perAlpha : 1))
    let most = pixels.partialValue.addingReportingOverflow(Self.mostWork * Self.perRow * header.height)
    guard
      pixels.overflow || most.overflow || most.partialValue > Self.limit(allowance, bytes: fileBytes)
    else { return nil }
    self.allowance = allowance
    work = limits.busyWork
    self.channels = channels
    rowStride = header.width * channels
  }

  /// Adds the next whole rows.
  mutating func add(_ rows: Span<UInt16>) {
    func range(_ y: Int) -> Range<Int> { y * rowStride..<(y + 1) * rowStride }
    let parts = RowPart.all(in: 0..<rows.count / rowStride, most: 1) {
      PixelDifferences.areEqual(rows.extracting(range($0)), rows.extracting(range($0 - 1)))
    }
    for part in parts {
      count += part.times * (Self.perRow + changes(rows.extracting(range(part.rows.lowerBound))))
    }
  }

  /// The error if the count exceeds the limit of a file of which `bytesRead` bytes were read; nil if it does not.
  /// `option` is the option that raises the limit.
  func excess(bytesRead: UInt64, option: String) -> PNGError.Kind? {
    let limit = Self.limit(allowance, bytes: bytesRead) / work
    guard count > limit else { return nil }
    let weights = channels % 2 == 0 ? " (five for each whose alpha changes or is partial)" : ""
    return .overLimit(
      what: "the number of changing pixels, many for so small a file\(weights):", value: count, limit: limit,
      option: option)
  }

  private static func limit(_ allowance: Int, bytes: UInt64) -> Int {
    let paid = Int(min(bytes, UInt64(Int.max / 4 / perByte))) * perByte
    return allowance > Int.max / 2 ? allowance : allowance + paid
  }

  /// The count of a row's pixels that differ from the pixel before.
  private func changes(_ row: Span<UInt16>) -> Int {
    let (front, back) = (row.extracting(channels...), row.extracting(..<(row.count - channels)))
    var found = 0
    if channels == 1 {
      for index in front.indices { found &+= front[index] == back[index] ? 0 : 1 }
      return found
    }
    let hasAlpha = channels % 2 == 0
    var index = 0
    while index < front.count {
      var difference: UInt16 = 0
      for channel in index..<index + channels { difference |= front[channel] ^ back[channel] }
      let last = index + channels - 1
      let cost = hasAlpha ? Self.cost(front[last], after: back[last]) : 1
      found &+= difference == 0 ? 0 : cost
      index += channels
    }
    return found
  }

  /// The count of a pixel that differs from the pixel before it, from the alphas of both.
  private static func cost(_ alpha: UInt16, after before: UInt16) -> Int {
    alpha == before && (alpha == 0 || alpha == .max) ? 1 : perAlpha
  }
}
