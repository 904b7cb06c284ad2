public import Analysis
import Basics
public import ColorManagement
public import DarkMode
public import Pixels

// Analyses images in memory.

extension BandingCellMap {
  /// Finds visible bands in an image in memory.
  ///
  /// - Parameters:
  ///   - source: at least as many bytes as `layout.byteCount`.
  ///   - layout: the layout of the source. Values are encoded; floats are read as codes of 16 bits.
  ///   - profile: the profile of the pixels.
  /// - Throws: `PixelLayoutError` if these do not fit each other.
  public init(of source: RawSpan, layout: PixelLayout, profile: ICCProfile) throws(PixelLayoutError) {
    if layout.transfer == .linear { throw .linearImage }
    guard layout.width > 0, layout.height > 0 else {
      throw .badSize(width: layout.width, height: layout.height)
    }
    self = try PixelRows.reading(source, layout) { rows throws(PixelLayoutError) in
      var scanner = BandingScanner(
        width: layout.width, height: layout.height, format: layout.pixelFormat,
        effectiveDepth: layout.component == .uint8 ? 8 : 16,
        color: BandingColor(profile, isGray: layout.isGray))
      for strip in rows.strips {
        scanner.scan(rows.codes(of: strip))
        WorkProgress.tell(.reading, rows: strip.rows.upperBound, of: layout.height)
      }
      return scanner.finishMap()
    }
  }
}

extension Softening {
  /// Softens the white backgrounds of an image in memory, in place. The mode `plate`, which needs a larger image,
  /// changes nothing.
  ///
  /// - Parameters:
  ///   - pixels: at least as many bytes as `layout.byteCount`.
  ///   - layout: the layout of the pixels. Values are encoded. Modes that make paper transparent need alpha.
  ///   - profile: the profile of the pixels.
  ///   - options: the aim and limits of softening.
  /// - Returns: what was done, and why.
  /// - Throws: `PixelLayoutError` if these do not fit each other, `notLinear` if the profile has tables; then nothing
  ///   is written.
  @discardableResult
  public static func soften(
    _ pixels: inout MutableRawSpan, layout: PixelLayout, profile: ICCProfile,
    options: SofteningOptions = SofteningOptions()
  ) throws(PixelLayoutError) -> Softening {
    if layout.transfer == .linear { throw .linearImage }
    guard let space = SofteningColorSpace(profile: profile, isGray: layout.isGray) else {
      throw .notLinear(profile: profile.name)
    }
    return try PixelRows.writing(&pixels, layout) { rows throws(PixelLayoutError) in
      try soften(rows, space, options)
    }
  }

  private static func soften(
    _ rows: PixelRows, _ space: SofteningColorSpace, _ options: SofteningOptions
  ) throws(PixelLayoutError) -> Softening {
    let layout = rows.layout
    var analyzer = SofteningAnalyzer(
      options: options, colorSpace: space, format: layout.pixelFormat, width: layout.width,
      height: layout.height)
    var depth = EffectiveDepth()
    for strip in rows.strips {
      let codes = rows.codes(of: strip)
      analyzer.add(codes)
      depth.scan(codes)
      WorkProgress.tell(.reading, rows: strip.rows.upperBound, of: layout.height)
    }
    var softening = analyzer.finish()
    softening.sampleBits = depth.bits
    guard softening.format(of: layout.pixelFormat) == layout.pixelFormat else { throw .losesAlpha }
    guard softening.changesPixels else { return softening }
    if var scan = SofteningInkScan(softening) {
      for strip in rows.strips { scan.add(rows.codes(of: strip)) }
      softening = scan.finish()
    }
    for strip in rows.strips {
      var codes = rows.codes(of: strip)
      softening.apply(to: &codes, firstRow: strip.rows.lowerBound)
      rows.write(codes, to: strip)
      WorkProgress.tell(.writing, rows: strip.rows.upperBound, of: layout.height)
    }
    return softening
  }
}

extension PixelRows {
  /// Whole rows, some at a time.
  var strips: [Block] {
    blocks(of: 0..<layout.height, pixels: max(layout.width, 1 << 16))
  }

  /// An image that is only read.
  private init(reading bytes: UnsafeRawBufferPointer, _ layout: PixelLayout) throws(PixelLayoutError) {
    unsafe try self.init(
      UnsafeMutableRawPointer(mutating: bytes.baseAddress), byteCount: bytes.count, layout: layout)
  }

  /// Calls `body` with the image in `bytes`, which it only reads.
  package static func reading<Value: ~Copyable>(
    _ bytes: RawSpan, _ layout: PixelLayout, _ body: (PixelRows) throws(PixelLayoutError) -> Value
  ) throws(PixelLayoutError) -> Value {
    try unsafe bytes.withUnsafeBytes { bytes throws(PixelLayoutError) in
      try unsafe body(PixelRows(reading: bytes, layout))
    }
  }

  /// Calls `body` with the image in `bytes`, which it may write.
  static func writing<Value: ~Copyable>(
    _ bytes: inout MutableRawSpan, _ layout: PixelLayout,
    _ body: (PixelRows) throws(PixelLayoutError) -> Value
  ) throws(PixelLayoutError) -> Value {
    try unsafe bytes.withUnsafeMutableBytes { bytes throws(PixelLayoutError) in
      try unsafe body(PixelRows(bytes.baseAddress, byteCount: bytes.count, layout: layout))
    }
  }
}
