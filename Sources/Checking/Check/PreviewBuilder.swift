import Analysis
import ColorManagement
import Conversion
import DarkMode
import ImageFiles
import PNGCodec
import PixelConversion
import Pixels

/// Scales an image down, strip by strip: each pixel of the preview is the mean of a cell, with colours weighted by
/// alpha.
struct PreviewBuilder: Sendable {
  /// The division of the image into cells.
  let grid: PreviewGrid

  private let format: PixelFormat
  /// Sums of the current row of cells.
  private var sums: [Cell]
  private var rowsInCell = 0
  /// Finished cells, with alpha.
  private var pixels: [UInt16] = []
  private var height = 0

  /// Sums over the pixels of a cell.
  fileprivate struct Cell: Sendable {
    /// Sums of alpha times each channel: at most 2³² per pixel, and no image has the 2³² pixels per cell that would
    /// overflow.
    var weighted = SIMD3<UInt64>()
    var alpha: UInt64 = 0
    var count: UInt64 = 0
  }

  /// - Parameters:
  ///   - header: the image's header.
  ///   - format: layout of its strips.
  ///   - side: the most pixels of the preview's longer side, at least 1.
  init(header: PNGHeader, format: PixelFormat, side: Int) {
    grid = PreviewGrid(of: header, side: side)
    self.format = format
    sums = [Cell](repeating: Cell(), count: grid.width)
  }

  /// Adds the next rows.
  mutating func add(_ strip: borrowing PixelBuffer) { add(strip.samples.span) }

  /// Adds the samples of the next rows.
  mutating func add(_ samples: Span<UInt16>) {
    let length = grid.columns * format.channelCount
    for start in stride(from: 0, to: samples.count, by: length) {
      addRow(samples.extracting(start..<start + length))
      rowsInCell += 1
      if rowsInCell == grid.factor { finishRow() }
    }
  }

  /// One loop per format, so that no test of the format runs per pixel.
  private mutating func addRow(_ row: Span<UInt16>) {
    let (grid, format) = (grid, format)
    let channels = format.channelCount
    var sums = sums.mutableSpan
    for cell in 0..<grid.width {
      let columns = grid.columns(of: cell)
      let part = row.extracting(columns.lowerBound * channels..<columns.upperBound * channels)
      switch (format.isGray, format.hasAlpha) {
      case (false, false): sums[cell].addColors(part)
      case (false, true): sums[cell].addTranslucentColors(part)
      case (true, false): sums[cell].addGrays(part)
      case (true, true): sums[cell].addTranslucentGrays(part)
      }
      sums[cell].count += UInt64(columns.count)
    }
  }

  private mutating func finishRow() {
    for cell in sums {
      let weight = max(cell.alpha, 1)
      for channel in 0..<format.colorChannelCount {
        pixels.append(UInt16((cell.weighted[channel] + weight / 2) / weight))
      }
      pixels.append(UInt16((cell.alpha + cell.count / 2) / cell.count))
    }
    for cell in sums.indices { sums[cell] = Cell() }
    rowsInCell = 0
    height += 1
  }

  /// The preview of all added rows, in the source's colours and with alpha.
  mutating func finishImage() -> PixelBuffer {
    if rowsInCell > 0 { finishRow() }
    return PixelBuffer(
      width: grid.width, height: height, format: PixelFormat(isGray: format.isGray, hasAlpha: true),
      samples: pixels)
  }

  /// The previews of all added rows.
  ///
  /// - Parameters:
  ///   - source: the image's profile.
  ///   - target: the profile of the display.
  ///   - clipped: what the target clips; nil if nothing, or unknown.
  ///   - painter: paints what is clipped.
  ///   - softening: the mode in which `soften` changes the image; nil for no softened preview.
  mutating func finish(
    source: ICCProfile, target: ICCProfile, clipped: ClippedCells?, painter: HeatmapPainter?,
    softening: SofteningMode?
  ) throws(ImageError) -> CheckPreviews {
    let image = finishImage()
    let clipped = clipped?.isAnyClipped == true ? clipped : nil
    var heatmap: [UInt8]?
    if let clipped, let painter { heatmap = try painter.translucentMap(of: image, clipped) }
    return CheckPreviews(
      original: try Self.png(image, through: [source]),
      target: try Self.png(image, through: [source, target]),
      chroma: clipped == nil ? nil : try Self.png(image, through: [source, target], mapping: .chroma),
      soft: clipped == nil ? nil : try Self.png(image, through: [source, target], mapping: .soft),
      softened: try Self.softened(image, softening, source),
      heatmap: heatmap, width: image.width, height: image.height,
      hasTransparency: Self.hasTransparency(image))
  }

  /// The preview of all added rows, in the image's own colours.
  ///
  /// - Parameter source: the image's profile.
  /// - Returns: a PNG file, and whether any pixel is partly transparent.
  mutating func finish(source: ICCProfile) throws(ImageError) -> (png: [UInt8], hasTransparency: Bool) {
    let image = finishImage()
    return (try Self.png(image, through: [source]), Self.hasTransparency(image))
  }

  /// The preview softened by itself, which resembles the softened image, reduced: cells of several pixels have few strokes
  /// left.
  private static func softened(
    _ image: borrowing PixelBuffer, _ mode: SofteningMode?, _ source: ICCProfile
  ) throws(ImageError) -> [UInt8]? {
    guard let mode, let space = SofteningColorSpace(profile: source, isGray: image.format.isGray) else {
      return nil
    }
    var analyzer = SofteningAnalyzer(
      options: SofteningOptions(mode: mode), colorSpace: space, format: image.format, width: image.width,
      height: image.height)
    analyzer.add(image)
    var softened = image.clone()
    analyzer.finish().apply(to: &softened, firstRow: 0)
    return try png(softened, through: [source])
  }

  private static func hasTransparency(_ image: borrowing PixelBuffer) -> Bool {
    let channels = image.format.channelCount
    return stride(from: channels - 1, to: image.samples.count, by: channels).contains {
      image.samples[$0] < 65535
    }
  }

  /// `image` converted through `profiles` and then to Display P3, which every browser shows as well as its display can.
  ///
  /// - Parameter mapping: the gamut mapping into the second profile.
  private static func png(
    _ image: borrowing PixelBuffer, through profiles: [ICCProfile], mapping: GamutMapping = .clip
  ) throws(ImageError) -> [UInt8] {
    let space = RGBColorSpace.displayP3
    var pixels = try converted(image, through: profiles, to: space.profile, mapping: mapping)
    let display = pixels.format.isGray ? space.grayProfile : space.profile
    return try MemoryPNG.encode(
      &pixels, chunks: [.embeddedProfile(name: "Display P3", profile: display.bytes)])
  }

  /// `image` converted through `profiles` and then to `display`.
  ///
  /// - Parameters:
  ///   - mapping: the gamut mapping into the second profile.
  ///   - knee: the knee of `soft`; nil to derive it from the image.
  static func converted(
    _ image: borrowing PixelBuffer, through profiles: [ICCProfile], to display: ICCProfile,
    mapping: GamutMapping = .clip, knee: Double? = nil
  ) throws(ImageError) -> PixelBuffer {
    let isGray = image.format.isGray
    var pixels = image.clone()
    for (index, source) in profiles.enumerated() {
      let next = index + 1 < profiles.count ? profiles[index + 1] : display
      try ImageError.at("preview") { () throws(ColorError) in
        let plan = try ConversionPlan(
          source: isGray && index > 0 ? source.grayCounterpart() : source,
          destination: isGray ? next.grayCounterpart() : next, sourceIsGrayImage: isGray)
        let isLast = index + 1 == profiles.count
        try PixelExecutor(plan, mapping: isLast ? .clip : mapping, knee: knee).fitted(to: pixels).convert(
          &pixels)
      }
    }
    return pixels
  }
}

// MARK: Sums

// Local variables keep each sum in a register.
extension PreviewBuilder.Cell {
  fileprivate mutating func addColors(_ samples: Span<UInt16>) {
    var red: UInt64 = 0
    var green: UInt64 = 0
    var blue: UInt64 = 0
    for pixel in 0..<samples.count / 3 {
      red &+= UInt64(samples[3 * pixel])
      green &+= UInt64(samples[3 * pixel + 1])
      blue &+= UInt64(samples[3 * pixel + 2])
    }
    weighted &+= SIMD3(red, green, blue) &* 65535
    alpha &+= 65535 * UInt64(samples.count / 3)
  }

  fileprivate mutating func addTranslucentColors(_ samples: Span<UInt16>) {
    var red: UInt64 = 0
    var green: UInt64 = 0
    var blue: UInt64 = 0
    var coverage: UInt64 = 0
    for pixel in 0..<samples.count / 4 {
      let opacity = UInt64(samples[4 * pixel + 3])
      red &+= UInt64(samples[4 * pixel]) &* opacity
      green &+= UInt64(samples[4 * pixel + 1]) &* opacity
      blue &+= UInt64(samples[4 * pixel + 2]) &* opacity
      coverage &+= opacity
    }
    weighted &+= SIMD3(red, green, blue)
    alpha &+= coverage
  }

  fileprivate mutating func addGrays(_ samples: Span<UInt16>) {
    var gray: UInt64 = 0
    for pixel in 0..<samples.count { gray &+= UInt64(samples[pixel]) }
    weighted &+= SIMD3(repeating: gray &* 65535)
    alpha &+= 65535 * UInt64(samples.count)
  }

  fileprivate mutating func addTranslucentGrays(_ samples: Span<UInt16>) {
    var gray: UInt64 = 0
    var coverage: UInt64 = 0
    for pixel in 0..<samples.count / 2 {
      let opacity = UInt64(samples[2 * pixel + 1])
      gray &+= UInt64(samples[2 * pixel]) &* opacity
      coverage &+= opacity
    }
    weighted &+= SIMD3(repeating: gray)
    alpha &+= coverage
  }
}

/// A heat map for pages: painted pixels are opaque, all others grey and translucent, so that they fade on light and
/// dark pages.
struct TranslucentHeatmap {
  /// Alpha of unpainted pixels, in 1/65535.
  static let opacity = UInt32(0.45 * 65535)

  private let width: Int
  private var samples: [UInt16] = []

  /// Rows of `width` pixels, none yet.
  init(width: Int) { self.width = width }

  /// Adds the next pixel.
  ///
  /// - Parameters:
  ///   - paint: encoded sRGB; nil for none.
  ///   - luminance: the pixel's luminance as a 16-bit code of the sRGB curve.
  ///   - alpha: the pixel's alpha.
  mutating func add(_ paint: SIMD3<UInt8>?, luminance: UInt16, alpha: UInt16) {
    if let paint {
      for channel in 0..<3 { samples.append(UInt16(paint[channel]) * 257) }
      samples.append(65535)
    } else {
      samples += [luminance, luminance, luminance, UInt16(UInt32(alpha) * Self.opacity / 65535)]
    }
  }

  /// The rows as an 8-bit sRGB PNG file.
  func png() throws(ImageError) -> [UInt8] {
    var image = PixelBuffer(
      width: width, height: samples.count / 4 / width, format: .rgba16, samples: samples)
    return try MemoryPNG.encode(&image, chunks: PNGChunk.sRGB(intent: 1))
  }
}

/// Makes small PNG files in memory, for reports.
enum MemoryPNG {
  /// Encodes `image`, rounded to 8 bits, through a scratch file without a name.
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
