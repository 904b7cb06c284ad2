public import ColorManagement
public import ImageFiles
public import PNGCodec
public import PixelConversion
public import Pixels

/// Pixels in memory with the profile that defines their colours: the result of decoding a PNG, and the source for
/// encoding one.
///
///     let image = try PixelImage(.bytes(upload, name: "upload.png"), limits: .untrusted)
///     let srgb = try image.converted(by: ColorConverter(from: image.profile, to: RGBColorSpace.sRGB.profile))
///     let png = try srgb.png()
public struct PixelImage: Sendable {
  /// At least `layout.byteCount` bytes.
  public private(set) var pixels: [UInt8]
  /// The layout of the pixels.
  public let layout: PixelLayout
  /// The profile of their encoded values.
  public let profile: ICCProfile

  /// An image from existing pixels.
  ///
  /// - Parameters:
  ///   - pixels: at least `layout.byteCount` bytes.
  ///   - layout: the layout of the pixels; values are encoded.
  ///   - profile: for grey pixels a grey profile, or an RGB profile that reads them as R = G = B.
  /// - Throws: `PixelLayoutError` if these do not fit each other.
  public init(_ pixels: [UInt8], layout: PixelLayout, profile: ICCProfile) throws(PixelLayoutError) {
    guard pixels.count >= layout.byteCount else {
      throw .shortMemory(byteCount: pixels.count, needed: layout.byteCount)
    }
    if layout.transfer == .linear { throw .linearImage }
    if !layout.isGray, profile.colorSpace == .gray {
      throw .otherColors(fact: "the pixels have colours, their profile '\(profile.name)' is grey")
    }
    self.pixels = pixels
    self.layout = layout
    self.profile = profile
  }

  // MARK: Decoding

  /// Decodes a PNG.
  ///
  /// - Parameters:
  ///   - source: a file, or bytes in memory.
  ///   - channels: the components of a pixel; nil for the file's own.
  ///   - component: the type of a component; nil for bytes, or 16 bits if the file has 16.
  ///   - alpha: the form of alpha in the decoded pixels.
  ///   - assumed: the profile of untagged files.
  ///   - limits: checked before memory is allocated; its memory limit also holds for the decoded image, or 2 GiB if
  ///     it is nil.
  /// - Throws: `ImageError` if the file is damaged, over a limit, has colours that cannot be read, or the requested
  ///   components cannot hold it: grey for colours, no alpha for alpha.
  public init(
    _ source: ImageSource, channels: PixelLayout.Channels? = nil, component: PixelLayout.Component? = nil,
    alpha: PixelLayout.Alpha = .straight, assumed: ICCProfile = RGBColorSpace.sRGB.profile,
    limits: PNGLimits = PNGLimits()
  ) throws(ImageError) {
    var reader = try source.openReader(limits: limits.covering(.inspection))
    profile = try SourceColor(
      resolving: reader.colorInfo, isGray: reader.header.colorType.isGray, assumed: assumed, path: source.name
    ).profile
    layout = try Self.layout(of: reader, channels, component, alpha)
    pixels = try ImageError.at(source.name) { [layout] () throws(PNGError) in
      try Self.checkMemory(layout, reader)
      return try Self.decoded(&reader, layout)
    }
  }

  private static func layout(
    of reader: borrowing PNGReader, _ channels: PixelLayout.Channels?,
    _ component: PixelLayout.Component?, _ alpha: PixelLayout.Alpha
  ) throws(ImageError) -> PixelLayout {
    let format = reader.pixelFormat
    do throws(PixelLayoutError) {
      let layout = try PixelLayout(
        width: reader.header.width, height: reader.header.height, channels: channels ?? format.channels,
        component: component ?? (reader.header.bitDepth == 16 ? .uint16 : .uint8), alpha: alpha)
      if layout.isGray, !format.isGray {
        throw .otherColors(fact: "colours become no grey pixels (ask for three colours)")
      }
      if format.hasAlpha, !layout.hasAlpha { throw .losesAlpha }
      return layout
    } catch {
      throw .layout(path: reader.name, error)
    }
  }

  private static func checkMemory(_ layout: PixelLayout, _ reader: borrowing PNGReader) throws(PNGError) {
    let limit = reader.limits.maxMemory ?? PNGLimits.mostMemory
    let (memory, overflows) = layout.byteCount.addingReportingOverflow(reader.memory)
    guard overflows || memory > limit else { return }
    throw PNGError(
      file: reader.name,
      kind: .overLimit(
        what: "the memory for a decoded image of \(layout.width)×\(layout.height) pixels, in bytes:",
        value: overflows ? .max : memory, limit: limit, option: Wording.current.maxMemory), chunk: "IHDR")
  }

  private static func decoded(
    _ reader: inout PNGReader, _ layout: PixelLayout
  ) throws(PNGError) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: layout.byteCount)
    let rows = StripPipeline.stripHeight(width: layout.width, reader.pixelFormat)
    while reader.remainingRows > 0 {
      let firstRow = reader.rowsRead
      let strip = try reader.readRows(rows)
      pixels.write(strip, firstRow: firstRow, layout)
    }
    try reader.finish()
    return pixels
  }

  // MARK: Converting

  /// The image converted to the destination's profile of `converter`. The converter's source profile is not checked: it
  /// should be this image's.
  ///
  /// - Parameters:
  ///   - converter: the conversion.
  ///   - layout: the layout of the result; nil for this image's. Values are encoded.
  ///   - jobs: number of threads that convert rows.
  /// - Throws: `PixelLayoutError` if layouts and profiles do not fit.
  public func converted(
    by converter: ColorConverter, layout: PixelLayout? = nil, jobs: Int = 1
  ) throws(PixelLayoutError) -> PixelImage {
    let layout = layout ?? self.layout
    var result = [UInt8](repeating: 0, count: layout.byteCount)
    var span = result.mutableSpan
    var bytes = unsafe span.mutableBytes
    unsafe try converter.convert(
      pixels.span.bytes, layout: self.layout, into: &bytes, layout: layout, jobs: jobs)
    return try PixelImage(
      result, layout: layout, profile: layout.isGray ? converter.destination : converter.colorDestination)
  }

  // MARK: Encoding

  /// The image as the bytes of a PNG: 8 bits per sample for bytes, 16 for all other components. The colour chunks are
  /// those of ``ImageConversion``.
  ///
  /// - Parameters:
  ///   - tagging: which chunks carry the colours.
  ///   - compression: how hard to compress.
  /// - Throws: `ImageError` if the image is empty, or `tagging` cannot describe its profile.
  public func png(
    tagging: ColorTagging = .auto, compression: PNGWriteOptions.Compression = .balanced
  ) throws(ImageError) -> [UInt8] {
    let output = ImageInMemory()
    try write(to: .memory(output), tagging: tagging, compression: compression)
    guard let bytes = output.bytes else { preconditionFailure("an image that is written well has bytes") }
    return bytes
  }

  /// Writes the image as a PNG, as `png` does. On any error nothing is left there.
  ///
  /// - Parameters:
  ///   - destination: a file or memory.
  ///   - tagging: which chunks carry the colours.
  ///   - compression: how hard to compress.
  ///   - overwrite: whether an existing file may be replaced.
  public func write(
    to destination: ImageDestination, tagging: ColorTagging = .auto,
    compression: PNGWriteOptions.Compression = .balanced, overwrite: Bool = false
  ) throws(ImageError) {
    let chunks = try colorChunks(tagging, named: destination.name)
    guard let header = header else {
      throw .layout(
        path: destination.name, .badSize(width: layout.width, height: layout.height))
    }
    let sink = try OutputSink(destination, overwrite: overwrite, permissions: nil, dryRun: false)
    try ImageError.at(destination.name) { () throws(PNGError) in
      var writer = try PNGWriter(
        fileDescriptor: sink.descriptor, header: header, chunks: chunks,
        options: PNGWriteOptions(compression: compression), name: destination.name)
      let height = writer.encoder.rowsPerSegment
      for top in stride(from: 0, to: layout.height, by: height) {
        try writer.writeRows(pixels.codes(top..<min(top + height, layout.height), layout))
      }
      try writer.finish()
    }
    try sink.commit()
  }

  /// Nil for sizes that a PNG cannot have.
  private var header: PNGHeader? {
    let sides = 1...0x7fff_ffff
    guard sides.contains(layout.width), sides.contains(layout.height) else { return nil }
    return PNGHeader(
      width: layout.width, height: layout.height, bitDepth: layout.component == .uint8 ? 8 : 16,
      format: layout.pixelFormat)
  }

  private func colorChunks(_ tagging: ColorTagging, named name: String) throws(ImageError) -> [PNGChunk] {
    // The grey profile of a built-in space is tagged as that space.
    let space = RGBColorSpace.allCases.first { profile == $0.grayProfile }
    var request = ConversionRequest(target: space.map { .space($0) } ?? .profile(profile, stem: ""))
    request.tagging = tagging
    do throws(TaggingConflict) {
      try request.validate()
    } catch {
      throw .cannotTag(path: name, fact: error.description)
    }
    return request.colorChunks(for: profile).chunks
  }
}

extension SourceColor {
  /// The colours of a PNG, from the chunks before its image data; nothing is decoded.
  ///
  /// - Parameters:
  ///   - source: a file, or bytes in memory, of which the first few kilobytes are enough.
  ///   - assumed: the profile of untagged files.
  ///   - limits: checked before memory is allocated.
  /// - Throws: `ImageError` if the file is damaged, or its colours cannot be read.
  public init(
    of source: ImageSource, assumed: ICCProfile = RGBColorSpace.sRGB.profile, limits: PNGLimits = PNGLimits()
  ) throws(ImageError) {
    let reader = try source.openReader(limits: limits)
    try self.init(
      resolving: reader.colorInfo, isGray: reader.header.colorType.isGray, assumed: assumed, path: source.name
    )
  }
}

extension PixelFormat {
  fileprivate var channels: PixelLayout.Channels {
    switch self {
    case .gray16: .gray
    case .grayAlpha16: .grayAlpha
    case .rgb16: .rgb
    case .rgba16: .rgba
    }
  }
}

// Bytes as an image of a layout; there must be enough of them.

extension [UInt8] {
  /// Writes the rows of `strip` to the image.
  fileprivate mutating func write(_ strip: borrowing PixelBuffer, firstRow: Int, _ layout: PixelLayout) {
    let block = PixelRows.Block(
      rows: firstRow..<firstRow + strip.height, columns: 0..<layout.width)
    unsafe withUnsafeMutableBytes { bytes in
      let rows = unsafe try? PixelRows(bytes.baseAddress, byteCount: bytes.count, layout: layout)
      rows?.write(strip, to: block)
    }
  }

  /// The codes of `rows` of the image.
  fileprivate func codes(_ rows: Range<Int>, _ layout: PixelLayout) -> PixelBuffer {
    let block = PixelRows.Block(rows: rows, columns: 0..<layout.width)
    let codes = unsafe try? PixelRows.reading(span.bytes, layout) { image throws(PixelLayoutError) in
      image.codes(of: block).samples
    }
    return PixelBuffer(
      width: layout.width, height: rows.count, format: layout.pixelFormat, samples: codes ?? [])
  }
}
