import ColorManagement
import PNGCodec
import Pixels

/// Scales an image down while it passes by in strips, and remembers the largest colour difference of each cell,
/// so that a few clipped pixels do not average away.
struct PreviewBuilder: Sendable {
  /// The longer side of a preview, at most.
  static let maximumSide = 480

  /// Image pixels per preview pixel, in each direction.
  private let factor: Int
  private let width: Int
  private let format: PixelFormat
  private let painter: HeatmapPainter?

  /// Per cell of the row under way: sums of alpha, of alpha times each channel, and pixels.
  private var sums: [Cell]
  private var rowsInCell = 0
  /// Finished cells.
  private var pixels: [UInt16] = []
  private var deltaE: [Double] = []

  private struct Cell: Sendable {
    var weighted = SIMD3<UInt64>()
    var alpha: UInt64 = 0
    var count: UInt64 = 0
    var deltaE = -1.0
  }

  /// - Parameter painter: measures what is clipped; nil where that cannot be told.
  init(header: PNGHeader, format: PixelFormat, painter: HeatmapPainter?) {
    factor = Self.factor(of: header)
    width = (header.width + factor - 1) / factor
    self.format = format
    self.painter = painter
    sums = [Cell](repeating: Cell(), count: width)
  }

  /// Image pixels per preview pixel, in each direction, for an image with `header`.
  static func factor(of header: PNGHeader) -> Int {
    max(1, (max(header.width, header.height) + maximumSide - 1) / maximumSide)
  }

  /// Takes the next rows.
  mutating func add(_ strip: borrowing PixelBuffer) {
    var memo = painter.map { DeltaEMemo($0) }
    for y in 0..<strip.height {
      var index = strip.rowRange(y).lowerBound
      for x in 0..<strip.width {
        let color = strip.color(at: index)
        let alpha = format.hasAlpha ? strip.samples[index + format.channelCount - 1] : 65535
        add(color, alpha: alpha, deltaE: memo?.deltaE(color), to: x / factor)
        index += format.channelCount
      }
      rowsInCell += 1
      if rowsInCell == factor { finishRow() }
    }
  }

  private mutating func add(_ color: SIMD3<UInt16>, alpha: UInt16, deltaE: Double?, to cell: Int) {
    // At most 2^32 per pixel, and a cell holds at most 1/480 of the image's pixels: no overflow up to 2^40 pixels.
    sums[cell].weighted &+= SIMD3<UInt64>(truncatingIfNeeded: color) &* UInt64(alpha)
    sums[cell].alpha += UInt64(alpha)
    sums[cell].count += 1
    if alpha > 0, let deltaE { sums[cell].deltaE = max(sums[cell].deltaE, deltaE) }
  }

  private mutating func finishRow() {
    for cell in sums {
      let weight = max(cell.alpha, 1)
      for channel in 0..<format.colorChannelCount {
        pixels.append(UInt16((cell.weighted[channel] + weight / 2) / weight))
      }
      pixels.append(UInt16((cell.alpha + cell.count / 2) / cell.count))
      deltaE.append(cell.deltaE)
    }
    sums = [Cell](repeating: Cell(), count: width)
    rowsInCell = 0
  }

  /// The previews of everything that came in.
  ///
  /// - Parameters:
  ///   - source: the image's profile.
  ///   - target: the profile of the place where it is shown.
  mutating func finish(source: ICCProfile, target: ICCProfile) throws(ImageError) -> CheckPreviews {
    if rowsInCell > 0 { finishRow() }
    let height = deltaE.count / width
    let image = PixelBuffer(
      width: width, height: height, format: PixelFormat(isGray: format.isGray, hasAlpha: true),
      samples: pixels)
    let alphas = stride(from: image.format.channelCount - 1, to: pixels.count, by: image.format.channelCount)
    return CheckPreviews(
      original: try Self.png(image, through: [source]),
      target: try Self.png(image, through: [source, target]),
      heatmap: deltaE.contains { $0 >= 0 } ? try heatmap(image) : nil, width: width, height: height,
      hasTransparency: alphas.contains { pixels[$0] < 65535 })
  }

  /// `image` converted from each profile to the next and at last to Display P3, which every browser shows as
  /// well as its display can.
  private static func png(
    _ image: borrowing PixelBuffer, through profiles: [ICCProfile]
  ) throws(ImageError) -> [UInt8] {
    let isGray = image.format.isGray
    let display = isGray ? RGBColorSpace.displayP3.grayProfile : RGBColorSpace.displayP3.profile
    var pixels = image.clone()
    for (index, source) in profiles.enumerated() {
      let next = index + 1 < profiles.count ? profiles[index + 1] : display
      try ImageError.at("preview") { () throws(ColorError) in
        let plan = try ConversionPlan(
          source: isGray && index > 0 ? source.grayCounterpart() : source,
          destination: isGray ? next.grayCounterpart() : next, sourceIsGrayImage: isGray)
        try PixelExecutor(plan, mapping: .clip).convert(&pixels)
      }
    }
    return try MemoryPNG.encode(
      &pixels, chunks: [.embeddedProfile(name: "Display P3", profile: display.bytes)])
  }

  private func heatmap(_ image: borrowing PixelBuffer) throws(ImageError) -> [UInt8]? {
    guard let painter else { return nil }
    var canvas = PixelBuffer(width: image.width, height: image.height, format: .rgb16)
    let channels = image.format.channelCount
    for cell in deltaE.indices {
      let first = cell * channels
      let paint =
        deltaE[cell] >= 0
        ? HeatmapScale.color(deltaE[cell])
        : painter.gray(image.color(at: first), alpha: image.samples[first + channels - 1])
      canvas.set(paint, at: 3 * cell)
    }
    return try MemoryPNG.encode(&canvas, chunks: PNGChunk.sRGB(intent: 1))
  }
}

/// Small PNG files that go into a report instead of a folder.
enum MemoryPNG {
  /// `image` rounded to 8 bits as the bytes of a file, by way of a scratch file without a name.
  static func encode(_ image: inout PixelBuffer, chunks: [PNGChunk]) throws(ImageError) -> [UInt8] {
    Dither.none.reduceTo8Bits(&image, firstRow: 0)
    let header = PNGHeader(width: image.width, height: image.height, bitDepth: 8, format: image.format)
    let scratch = try ImageError.at("preview") { () throws(FileError) in try ScratchFile.open() }
    defer { try? SystemCall.close(scratch, path: "preview") }
    try ImageError.at("preview") { () throws(PNGError) in
      var writer = try PNGWriter(fileDescriptor: scratch, header: header, chunks: chunks, name: "preview")
      try writer.writeRows(image)
      try writer.finish()
    }
    return try ImageError.at("preview") { () throws(FileError) in
      try SystemCall.contents(of: scratch, path: "preview")
    }
  }
}
