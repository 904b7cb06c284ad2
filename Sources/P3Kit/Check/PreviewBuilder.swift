import ColorManagement
import PNGCodec
import Pixels

/// Scales an image down while it passes by in strips, and remembers the largest colour difference of each cell,
/// so that a few clipped pixels do not average away.
struct PreviewBuilder: Sendable {
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
  ///   - side: the longer side of a preview, at most; 1 or more.
  init(header: PNGHeader, format: PixelFormat, side: Int, painter: HeatmapPainter?) {
    factor = Self.factor(of: header, side: side)
    width = (header.width + factor - 1) / factor
    self.format = format
    self.painter = painter
    sums = [Cell](repeating: Cell(), count: width)
  }

  /// Image pixels per preview pixel, in each direction, for an image with `header`.
  static func factor(of header: PNGHeader, side: Int) -> Int {
    let side = max(side, 1)
    return max(1, (max(header.width, header.height) - 1) / side + 1)
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
    // At most 2^32 per pixel, and no image has the 2^32 pixels in a cell that would overflow.
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

  /// Everything that came in, in the source's colours and with alpha.
  mutating func finishImage() -> PixelBuffer {
    if rowsInCell > 0 { finishRow() }
    return PixelBuffer(
      width: width, height: deltaE.count / width,
      format: PixelFormat(isGray: format.isGray, hasAlpha: true), samples: pixels)
  }

  /// The previews of everything that came in.
  ///
  /// - Parameters:
  ///   - source: the image's profile.
  ///   - target: the profile of the place where it is shown.
  mutating func finish(source: ICCProfile, target: ICCProfile) throws(ImageError) -> CheckPreviews {
    let image = finishImage()
    let height = image.height
    let isClipped = painter != nil && deltaE.contains { $0 >= 0 }
    let alphas = stride(from: image.format.channelCount - 1, to: pixels.count, by: image.format.channelCount)
    return CheckPreviews(
      original: try Self.png(image, through: [source]),
      target: try Self.png(image, through: [source, target]),
      chroma: isClipped ? try Self.png(image, through: [source, target], mapping: .chroma) : nil,
      soft: isClipped ? try Self.png(image, through: [source, target], mapping: .soft) : nil,
      heatmap: isClipped ? try heatmap(image) : nil, width: width, height: height,
      hasTransparency: alphas.contains { pixels[$0] < 65535 })
  }

  /// `image` converted from each profile to the next and at last to Display P3, which every browser shows as
  /// well as its display can.
  ///
  /// - Parameter mapping: how colours come into the second profile's gamut.
  private static func png(
    _ image: borrowing PixelBuffer, through profiles: [ICCProfile], mapping: GamutMapping = .clip
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
        let isLast = index + 1 == profiles.count
        try PixelExecutor(plan, mapping: isLast ? .clip : mapping).convert(&pixels)
      }
    }
    return try MemoryPNG.encode(
      &pixels, chunks: [.embeddedProfile(name: "Display P3", profile: display.bytes)])
  }

  private func heatmap(_ image: borrowing PixelBuffer) throws(ImageError) -> [UInt8]? {
    guard let painter else { return nil }
    let channels = image.format.channelCount
    var map = TranslucentHeatmap(width: image.width)
    for cell in deltaE.indices {
      let color = image.color(at: cell * channels)
      map.add(
        deltaE[cell], luminance: painter.encodedLuminance(color),
        alpha: image.samples[cell * channels + channels - 1])
    }
    return try map.png()
  }
}

/// A heat map for pages: what is painted is opaque, all else grey and translucent, so that the page dims it, whether it is
/// light or dark.
struct TranslucentHeatmap {
  /// The opacity of what is not painted, in 1/65535.
  static let opacity = UInt32(0.45 * 65535)

  private let width: Int
  private var samples: [UInt16] = []

  /// Rows of `width` pixels, none yet.
  init(width: Int) { self.width = width }

  /// Adds the next pixel.
  ///
  /// - Parameters:
  ///   - deltaE: what is painted; negative for nothing.
  ///   - luminance: the pixel's as a 16-bit code of the sRGB curve.
  ///   - alpha: the pixel's.
  mutating func add(_ deltaE: Double, luminance: UInt16, alpha: UInt16) {
    if deltaE >= 0 {
      let color = HeatmapScale.color(deltaE)
      for channel in 0..<3 { samples.append(UInt16(color[channel]) * 257) }
      samples.append(65535)
    } else {
      samples += [luminance, luminance, luminance, UInt16(UInt32(alpha) * Self.opacity / 65535)]
    }
  }

  /// The rows as a PNG file of 8 bits in sRGB.
  func png() throws(ImageError) -> [UInt8] {
    var image = PixelBuffer(
      width: width, height: samples.count / 4 / width, format: .rgba16, samples: samples)
    return try MemoryPNG.encode(&image, chunks: PNGChunk.sRGB(intent: 1))
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
