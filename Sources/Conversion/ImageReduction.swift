import PNGCodec
import Pixels

/// What an image is written without: alpha that is opaque everywhere, or colours that become indices of a palette. Its
/// decoded pixels stay the same.
struct ImageReduction: Sendable, Hashable {
  /// The colours of the indices; nil if only alpha is dropped.
  let palette: ReducedPalette?

  /// IHDR of the reduced image.
  func header(for header: PNGHeader) -> PNGHeader {
    let type: PNGColorType = palette != nil ? .palette : header.colorType.isGray ? .gray : .rgb
    return PNGHeader(width: header.width, height: header.height, bitDepth: header.bitDepth, colorType: type)
  }

  /// The pixels of `strip` in the written form: indices, or colours without alpha.
  func reduced(_ strip: borrowing PixelBuffer) -> PixelBuffer {
    if let palette { return palette.indices(of: strip) }
    let channels = strip.format.channelCount
    var samples: [UInt16] = []
    samples.reserveCapacity(strip.width * strip.height * (channels - 1))
    for first in stride(from: 0, to: strip.samples.count, by: channels) {
      samples += strip.samples[first..<first + channels - 1]
    }
    return PixelBuffer(
      width: strip.width, height: strip.height, format: strip.format.isGray ? .gray16 : .rgb16,
      samples: samples)
  }
}

/// At most 256 colours of 8 bits with alpha, and the index of each.
struct ReducedPalette: Sendable, Hashable {
  /// The most colours, as an index has 8 bits.
  static let mostColors = 256

  /// Red, green, blue and alpha of a pixel as one number, red highest. Samples are widened 8-bit codes.
  static func color(_ samples: Span<UInt16>, at first: Int, hasAlpha: Bool) -> UInt32 {
    let color =
      UInt32(samples[first] >> 8) << 24 | UInt32(samples[first + 1] >> 8) << 16
      | UInt32(samples[first + 2] >> 8) << 8
    return color | (hasAlpha ? UInt32(samples[first + 3] >> 8) : opaque)
  }

  private static let opaque: UInt32 = 255

  /// Translucent colours first, so that tRNS is short; otherwise in the order of the image.
  private let colors: [UInt32]
  private let indexOfColor: [UInt32: UInt16]

  /// - Parameter found: distinct colours, at most `mostColors`.
  init(_ found: [UInt32]) {
    precondition(found.count <= Self.mostColors, "an index has 8 bits")
    colors =
      found.filter { $0 & 255 != Self.opaque } + found.filter { $0 & 255 == Self.opaque }
    indexOfColor = Dictionary(uniqueKeysWithValues: zip(colors, 0...))
  }

  /// PLTE, and tRNS if a colour is translucent.
  var chunks: [PNGChunk] {
    let entries = colors.flatMap { [UInt8($0 >> 24), UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255)] }
    let alpha = colors.map { UInt8($0 & 255) }.prefix { UInt32($0) != Self.opaque }
    return [PNGChunk(type: "PLTE", data: entries)]
      + (alpha.isEmpty ? [] : [PNGChunk(type: "tRNS", data: Array(alpha))])
  }

  /// bKGD for a background of three samples; nil if the palette lacks its colour.
  func background(_ samples: [UInt16]) -> PNGChunk? {
    let color = Self.color(samples.span, at: 0, hasAlpha: false)
    return indexOfColor[color].map { PNGChunk(type: "bKGD", data: [UInt8($0)]) }
  }

  /// The indices of the pixels of `strip`, as 8-bit grey samples.
  func indices(of strip: borrowing PixelBuffer) -> PixelBuffer {
    let (channels, hasAlpha) = (strip.format.channelCount, strip.format.hasAlpha)
    let samples = strip.samples.span
    var indices: [UInt16] = []
    indices.reserveCapacity(strip.width * strip.height)
    var last: (color: UInt32, sample: UInt16)?
    for part in strip.parts() {
      let range = strip.sampleRange(part.rows)
      for first in stride(from: range.lowerBound, to: range.upperBound, by: channels) {
        let color = Self.color(samples, at: first, hasAlpha: hasAlpha)
        if last?.color != color {
          guard let index = indexOfColor[color] else { preconditionFailure("the palette has all colours") }
          last = (color, 257 * index)
        }
        if let last { indices.append(last.sample) }
      }
      for _ in part.repeats { indices += indices[(indices.count - strip.width)...] }
    }
    return PixelBuffer(width: strip.width, height: strip.height, format: .gray16, samples: indices)
  }
}

/// Finds what an image can be written without, from its strips in their final form.
struct ReductionScan {
  /// The most pixels of an image that is compressed both ways and compared, as a single segment in any form: for icons
  /// the colours are mostly smaller than indices and a palette.
  private static let fewPixels = 1 << 18

  private let format: PixelFormat
  /// IHDR of the whole image.
  private let header: PNGHeader
  private var isOpaque: Bool
  /// The colours in the order of the image; nil if there are too many, or indices would not help.
  private var colors: [UInt32]?
  private var known: Set<UInt32> = []
  /// The samples so far, for images of few pixels and colours.
  private var samples: [UInt16] = []

  /// - Parameter header: of the output, 8 or 16 bits. Indices need 8 bits; grey with its 256 values is as small.
  init(_ format: PixelFormat, header: PNGHeader) {
    self.format = format
    self.header = header
    isOpaque = format.hasAlpha
    colors = header.bitDepth == 8 && !format.isGray ? [] : nil
  }

  /// Whether nothing can be dropped, whatever follows.
  var isHopeless: Bool { !isOpaque && colors == nil }

  private var isSmall: Bool { header.pixelCount <= Self.fewPixels }

  /// Adds the next rows.
  mutating func add(_ strip: borrowing PixelBuffer) {
    if isOpaque { isOpaque = strip.isOpaque }
    guard colors != nil else { return }
    addColors(strip)
    if colors == nil { samples = [] } else if isSmall { samples += strip.samples }
  }

  private mutating func addColors(_ strip: borrowing PixelBuffer) {
    let samples = strip.samples.span
    for part in strip.parts() { addColors(samples.extracting(strip.sampleRange(part.rows))) }
  }

  private mutating func addColors(_ samples: Span<UInt16>) {
    var last: UInt32?
    for first in stride(from: 0, to: samples.count, by: format.channelCount) where colors != nil {
      let color = ReducedPalette.color(samples, at: first, hasAlpha: format.hasAlpha)
      if color == last { continue }
      last = color
      guard known.insert(color).inserted else { continue }
      if known.count <= ReducedPalette.mostColors { colors?.append(color) } else { colors = nil }
    }
  }

  /// What can be dropped; nil for nothing.
  ///
  /// - Parameter background: is added to the palette if there is room.
  func reduction(
    background: PNGBackground?, options: PNGWriteOptions
  ) throws(PNGError) -> ImageReduction? {
    let withoutAlpha = isOpaque ? ImageReduction(palette: nil) : nil
    guard var colors else { return withoutAlpha }
    if let background, colors.count < ReducedPalette.mostColors {
      let color = ReducedPalette.color(background.samples.span, at: 0, hasAlpha: false)
      if !colors.contains(color) { colors.append(color) }
    }
    let indexed = ImageReduction(palette: ReducedPalette(colors))
    guard isSmall else { return indexed }
    let isSmaller = try byteCount(indexed, options) < byteCount(withoutAlpha, options)
    return isSmaller ? indexed : withoutAlpha
  }

  /// Bytes of the compressed pixels in the form of `reduction`, and of its palette.
  private func byteCount(
    _ reduction: ImageReduction?, _ options: PNGWriteOptions
  ) throws(PNGError) -> Int {
    let pixels = PixelBuffer(
      width: header.width, height: header.height, format: format, samples: samples)
    guard let reduction else {
      let encoder = PNGSegmentEncoder(header: header, options: options)
      return try encoder.encode(pixels, firstRow: 0, contextRows: 0).byteCount
    }
    let encoder = PNGSegmentEncoder(header: reduction.header(for: header), options: options)
    let segment = try encoder.encode(reduction.reduced(pixels), firstRow: 0, contextRows: 0)
    // Length, type and CRC of a chunk take 12 bytes.
    let chunks = reduction.palette?.chunks.reduce(0) { $0 + 12 + $1.data.count } ?? 0
    return segment.byteCount + chunks
  }
}

extension PixelBuffer {
  /// Whether every pixel is opaque.
  var isOpaque: Bool {
    guard format.hasAlpha else { return true }
    let samples = self.samples.span
    let channels = format.channelCount
    for alpha in stride(from: channels - 1, to: samples.count, by: channels) where samples[alpha] != 65535 {
      return false
    }
    return true
  }
}
