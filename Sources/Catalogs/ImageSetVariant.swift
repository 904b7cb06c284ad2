import Analysis
import ColorManagement
import Conversion
import DarkMode
import ImageFiles
import PNGCodec
import Pixels

/// One appearance of an image set, ready for its scales.
struct ImageSetVariant: ~Copyable {
  let appearance: AssetAppearance
  /// The given or softened image, in its own colours.
  let input: String
  /// Owns `input` if it was softened.
  let softened: WorkFile?
  /// The image in Display P3 at 16 bits, at the master's size.
  let work: WorkFile
  /// Pixels per row of the master.
  let width: Int
  /// Rows of the master.
  let height: Int
  let needsWideGamut: Bool
  /// Bits per sample of sRGB images.
  let srgbDepth: OutputDepth
  /// Bits per sample of Display P3 images.
  let wideDepth: OutputDepth

  /// The bits per sample of images in `space`.
  func depth(_ space: RGBColorSpace) -> OutputDepth { space == .displayP3 ? wideDepth : srgbDepth }

  /// A note on what 16 bits would cost if 8 were chosen; `work` has 16.
  ///
  /// - Parameter bytes: of a written image of the same size.
  func depthNote(_ space: RGBColorSpace, bytes: Int, label: String) -> String? {
    guard depth(space) == .eight, let wide = FileStatus(path: work.path)?.size, bytes > 0 else { return nil }
    let times = Numbers.oneDecimal(Double(wide) / Double(bytes))
    return
      "\(label)8 bits a sample, as the source has no more: --depth 16 would take about \(times) times the bytes"
  }
}

/// Makes the images of a set: softens, converts and resizes in temporary files in the set's folder, which are removed
/// at the end.
struct ImageSetWorkshop: Sendable {
  let request: ImageSetRequest
  let budget: StripPermits

  /// The name within temporary file names.
  var workName: String { request.name + "-work" }

  /// An empty temporary file.
  func workFile() throws(ImageError) -> WorkFile {
    try ImageError.at(request.folder) { () throws(FileError) in
      try WorkFile(in: request.folder, for: workName)
    }
  }

  /// The image for `appearance` with its Display P3 form; nil for a dark one that softening does not change.
  func variant(
    _ appearance: AssetAppearance, notes: inout [String]
  ) async throws(ImageError) -> ImageSetVariant? {
    try await variant(
      of: file(appearance), softens: appearance == .dark && request.dark == .softened, as: appearance,
      label: appearance.label, notes: &notes)
  }

  /// The image in `file`, softened if `softens`, with its Display P3 form; nil if softening does not change it.
  ///
  /// - Parameter label: the start of notes.
  func variant(
    of file: String, softens: Bool, as appearance: AssetAppearance, label: String, notes: inout [String]
  ) async throws(ImageError) -> ImageSetVariant? {
    var input = file
    var softened: WorkFile?
    if softens {
      let work = try workFile()
      let report = try await soften(input, output: work.path)
      notes.append("dark: \(report.summary)")
      guard report.mode != "none" else { return nil }
      input = work.path
      softened = consume work
    }
    let work = try workFile()
    let wide = try await convert(
      input, to: .displayP3, output: work.path, keepsMetadata: true,
      scansBanding: request.depth == .auto, limits: masterLimits)
    notes += wide.notes.map { label + $0 }
    let probe = try workFile()
    let report = try await convert(work.path, to: .sRGB, output: probe.path, scansGamut: true)
    let needsMore =
      if request.depth == .auto { try Self.needsMoreThanEightBits(file, request.limits) } else { false }
    let srgbDepth = try await depth(of: input, in: .sRGB, needsMore, beside: wide, probe)
    let wideDepth = try await depth(of: input, in: .displayP3, needsMore, beside: wide, probe)
    // Without gamut figures the image is grey, and sRGB contains all greys.
    return ImageSetVariant(
      appearance: appearance, input: input, softened: softened, work: work, width: report.width,
      height: report.height, needsWideGamut: report.gamut?.needsWiderGamut ?? false, srgbDepth: srgbDepth,
      wideDepth: wideDepth)
  }

  /// 8 or 16 bits for the images of `input` in `space`.
  ///
  /// - Parameters:
  ///   - needsMore: whether the source, softened or not, has more than 8 bits.
  ///   - wide: the conversion of `input` to Display P3 at 16 bits.
  private func depth(
    of input: String, in space: RGBColorSpace, _ needsMore: Bool, beside wide: ConversionReport,
    _ probe: borrowing WorkFile
  ) async throws(ImageError) -> OutputDepth {
    guard request.depth == .auto else {
      return request.depth == .keep ? (wide.source.depth == 16 ? .sixteen : .eight) : request.depth
    }
    if needsMore { return .sixteen }
    if wide.banding?.verdict == .banded { return .eight }
    let narrow = try await convert(input, to: space, output: probe.path, depth: .eight, scansBanding: true)
    return narrow.banding?.verdict == .banded ? .sixteen : .eight
  }

  /// Whether the samples of the image at `path` are not all 8-bit codes.
  private static func needsMoreThanEightBits(_ path: String, _ limits: PNGLimits) throws(ImageError) -> Bool {
    var reader = try ImageSource.file(path).openReader(limits: limits.covering(.inspection))
    let rows = StripPipeline.stripHeight(width: reader.header.width, reader.pixelFormat)
    var depth = EffectiveDepth()
    while reader.header.bitDepth == 16, depth.bits < 16 {
      let strip = try ImageError.at(path) { () throws(PNGError) in try reader.readRows(rows) }
      if strip.height == 0 { break }
      depth.scan(strip)
    }
    return depth.bits > 8
  }

  /// The temporary path of the set's image `name` until the set is complete.
  func stage(_ name: String, in files: StagedFiles) throws(ImageError) -> String {
    let path = FilePath.join(request.folder, name)
    return try ImageError.at(path) { () throws(FileError) in
      try files.add(
        path, overwrite: request.overwrite || request.replaceable?.contains(path) == true,
        keepsSame: request.replaceable != nil)
    }
  }

  /// The file from which an appearance is made.
  private func file(_ appearance: AssetAppearance) -> String {
    switch appearance {
    case .any: request.master
    case .dark: if case .file(let path)? = request.dark { path } else { request.master }
    case .highContrast: request.highContrast ?? request.master
    case .darkHighContrast: request.darkHighContrast ?? request.master
    }
  }

  private func soften(_ input: String, output: String) async throws(ImageError) -> SofteningReport {
    var softening = ImageSoftening(SofteningOptions())
    softening.depth = .sixteen
    softening.limits = masterLimits
    return try await softening.soften(
      .file(input), to: .file(output),
      settings: OutputSettings(overwrite: true, budget: budget))
  }

  /// Limits for a master: a dozen images are made from it, and real artwork has a hundredth of so many pixels.
  private var masterLimits: PNGLimits {
    var limits = request.limits
    limits.cover(work: 3, pixels: 1 << 26)
    return limits
  }

  /// Converts the file `input` to a built-in space, into a temporary file.
  ///
  /// - Parameter master: the larger image from which `input` was scaled; nil if it was not.
  func convert(
    _ input: String, to space: RGBColorSpace, output: String, keepsMetadata: Bool = false,
    depth: OutputDepth = .sixteen, compression: PNGWriteOptions.Compression = .fast,
    scansGamut: Bool = false, scansBanding: Bool = false, reduces: Bool = false, master: String? = nil,
    limits: PNGLimits? = nil
  ) async throws(ImageError) -> ConversionReport {
    var conversion = ConversionRequest(target: .space(space))
    conversion.depth = depth
    conversion.metadata = keepsMetadata ? request.metadata : .all
    conversion.compression = compression
    conversion.limits = limits ?? request.limits
    conversion.scansGamut = scansGamut
    conversion.reduces = reduces
    conversion.flatAreas = master.map { .file($0) }
    conversion.scansBanding = scansBanding
    return try await ImageConversion(conversion).convert(
      .file(input), to: .file(output),
      settings: OutputSettings(overwrite: true, budget: budget))
  }
}

extension AssetAppearance {
  /// The start of notes on one appearance of several.
  var label: String { self == .any ? "" : "\(rawValue): " }
}
