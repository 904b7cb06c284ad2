import Analysis
import ColorManagement
import Conversion
import ImageFiles
import PNGCodec
import PixelConversion
import Pixels

/// Scales an image down while it passes by in strips: each pixel of the preview is the mean of a cell, colours weighted by
/// their alpha.
struct PreviewBuilder: Sendable {
  /// How the image becomes cells.
  let grid: PreviewGrid

  private let format: PixelFormat
  /// Of the cells of the row under way.
  private var sums: [Cell]
  private var rowsInCell = 0
  /// Finished cells, with alpha.
  private var pixels: [UInt16] = []
  private var height = 0

  /// Sums over the pixels of a cell.
  fileprivate struct Cell: Sendable {
    /// Of alpha times each channel: at most 2³² per pixel, and no image has the 2³² pixels in a cell that would overflow.
    var weighted = SIMD3<UInt64>()
    var alpha: UInt64 = 0
    var count: UInt64 = 0
  }

  /// - Parameters:
  ///   - header: of the image.
  ///   - format: of its strips.
  ///   - side: the longer side of the preview, at most; 1 or more.
  init(header: PNGHeader, format: PixelFormat, side: Int) {
    grid = PreviewGrid(of: header, side: side)
    self.format = format
    sums = [Cell](repeating: Cell(), count: grid.width)
  }

  /// Takes the next rows.
  mutating func add(_ strip: borrowing PixelBuffer) { add(strip.samples.span) }

  /// Takes the samples of the next rows.
  mutating func add(_ samples: Span<UInt16>) {
    let length = grid.columns * format.channelCount
    for start in stride(from: 0, to: samples.count, by: length) {
      addRow(samples.extracting(start..<start + length))
      rowsInCell += 1
      if rowsInCell == grid.factor { finishRow() }
    }
  }

  /// A loop for each format: what depends on it is not asked for every pixel.
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

  /// Everything that came in, in the source's colours and with alpha.
  mutating func finishImage() -> PixelBuffer {
    if rowsInCell > 0 { finishRow() }
    return PixelBuffer(
      width: grid.width, height: height, format: PixelFormat(isGray: format.isGray, hasAlpha: true),
      samples: pixels)
  }

  /// The previews of everything that came in.
  ///
  /// - Parameters:
  ///   - source: the image's profile.
  ///   - target: the profile of the place where it is shown.
  ///   - clipped: what is clipped there; nil where nothing is, or that cannot be told.
  ///   - painter: of what is clipped.
  mutating func finish(
    source: ICCProfile, target: ICCProfile, clipped: ClippedCells?, painter: HeatmapPainter?
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
      heatmap: heatmap, width: image.width, height: image.height,
      hasTransparency: Self.hasTransparency(image))
  }

  /// The preview of everything that came in, in the image's own colours.
  ///
  /// - Parameter source: the image's profile.
  /// - Returns: a PNG file, and whether any pixel is transparent in part.
  mutating func finish(source: ICCProfile) throws(ImageError) -> (png: [UInt8], hasTransparency: Bool) {
    let image = finishImage()
    return (try Self.png(image, through: [source]), Self.hasTransparency(image))
  }

  private static func hasTransparency(_ image: borrowing PixelBuffer) -> Bool {
    let channels = image.format.channelCount
    return stride(from: channels - 1, to: image.samples.count, by: channels).contains {
      image.samples[$0] < 65535
    }
  }

  /// `image` converted from each profile to the next and at last to Display P3, which every browser shows as
  /// well as its display can.
  ///
  /// - Parameter mapping: how colours come into the second profile's gamut.
  private static func png(
    _ image: borrowing PixelBuffer, through profiles: [ICCProfile], mapping: GamutMapping = .clip
  ) throws(ImageError) -> [UInt8] {
    let space = RGBColorSpace.displayP3
    var pixels = try converted(image, through: profiles, to: space.profile, mapping: mapping)
    let display = pixels.format.isGray ? space.grayProfile : space.profile
    return try MemoryPNG.encode(
      &pixels, chunks: [.embeddedProfile(name: "Display P3", profile: display.bytes)])
  }

  /// `image` converted from each profile to the next and at last to `display`.
  ///
  /// - Parameters:
  ///   - mapping: how colours come into the second profile's gamut.
  ///   - knee: of the soft knee; nil where the image decides.
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

// In variables of their own, each sum stays in a register.
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
  ///   - paint: encoded sRGB; nil for none.
  ///   - luminance: the pixel's as a 16-bit code of the sRGB curve.
  ///   - alpha: the pixel's.
  mutating func add(_ paint: SIMD3<UInt8>?, luminance: UInt16, alpha: UInt16) {
    if let paint {
      for channel in 0..<3 { samples.append(UInt16(paint[channel]) * 257) }
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
