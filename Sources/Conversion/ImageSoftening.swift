public import Analysis
import ColorManagement
import Colors
public import DarkMode
public import ImageFiles
public import PNGCodec
import PixelConversion
import Pixels

/// Softens the white of images for dark mode, in their own colours: everything `p3tool soften` does except printing.
public struct ImageSoftening: Sendable {
  /// The aim and limits of softening.
  public var options: SofteningOptions

  /// Bits per sample of the output.
  public var depth = OutputDepth.keep

  /// How samples become 8 bits; nil dithers images that really have more than 8 bits, and rounds all others, so that
  /// flat paper stays flat.
  public var dither: Dither?

  /// The metadata of the output.
  public var metadata = MetadataSelection.all

  /// The compression of the output.
  public var compression = PNGWriteOptions.Compression.balanced

  /// Limits that are checked before memory is allocated.
  public var limits = PNGLimits()

  /// Whether unchanged images are copied. Otherwise nothing is written for them, except to standard output, where the
  /// next program waits for an image.
  public var copiesUnchanged = false

  /// The plate under artwork, for the mode `plate`.
  public var plate = SofteningPlate()

  /// Softening with `options`.
  public init(_ options: SofteningOptions) { self.options = options }

  /// Softens the image at `source` into `destination`; on any error nothing is left there.
  ///
  /// If `copiesUnchanged`, an unchanged image is copied byte for byte, unless its depth or metadata must change or the
  /// file has problems that a writer repairs; then its samples are written again.
  ///
  /// - Parameters:
  ///   - source: a file or standard input.
  ///   - destination: a file or standard output.
  ///   - preview: where to write a picture of the image before and after, side by side on the background; nil for none.
  ///     The image is then read once more. A dry run makes none.
  ///   - replacesPreview: whether an existing preview may be replaced.
  ///   - light: where to write the unchanged image beside its dark twin; nil for nowhere. Not written without a twin,
  ///     which is a copy if the image is left alone and `copiesUnchanged`.
  ///   - settings: how the output is written.
  public func soften(
    _ source: ImageSource, to destination: ImageDestination, preview: ImageDestination? = nil,
    replacesPreview: Bool = false, light: ImageDestination? = nil, settings: OutputSettings = OutputSettings()
  ) async throws(ImageError) -> SofteningReport {
    let input = try ReplayableInput(source, isReadTwice: true, limits: limits)
    var request = request
    // A preview takes one more pass, five seconds for a flat gigapixel.
    if preview != nil { request.limits.cover(pixels: 800_000_000) }
    let pass = SofteningPass(options: optionsWithPlate, request: request)
    let softening = try await pass.analyze(input, budget: settings.budget).get()
    guard let preview, !settings.dryRun else {
      return try await writePair(
        input, as: softening, to: destination, light: light, from: source, settings: settings)
    }
    // Errors with the preview's file must occur before the image is written.
    let sink = try OutputSettings(overwrite: replacesPreview).openSink(from: source, to: preview)
    try await draw(softening, of: input, into: sink, named: preview.name, budget: settings.budget)
    let report = try await writePair(
      input, as: softening, to: destination, light: light, from: source, settings: settings)
    try sink.commit()
    return report
  }

  /// Writes the softened image and, if it has a destination and there is a twin, the unchanged image.
  ///
  /// Not inlined: optimised Swift 6.3.1 takes too little memory for an async function that holds the frames of both.
  @inline(never)
  private func writePair(
    _ input: borrowing ReplayableInput, as softening: Softening, to destination: ImageDestination,
    light: ImageDestination?, from source: ImageSource, settings: OutputSettings
  ) async throws(ImageError) -> SofteningReport {
    guard let light, softening.changesPixels || copiesUnchanged else {
      return try await write(input, as: softening, to: destination, from: source, settings: settings)
    }
    // Errors with this file must occur before the dark twin is written.
    let sink = try settings.openSink(from: source, to: light)
    _ = try input.copyBytes(to: sink.descriptor, name: light.name)
    let lightState = settings.dryRun ? sink.comparison(with: light) : nil
    var report = try await write(input, as: softening, to: destination, from: source, settings: settings)
    if report.state == .same { report.state = lightState }
    try await sink.commitAside()
    var size = (width: report.width, height: report.height)
    if softening.mode == .plate {
      let padding = plate.padding.pixels(width: size.width, height: size.height)
      size = (size.width + 2 * padding, size.height + 2 * padding)
    }
    report.pair = SofteningPair(
      light: light.name, dark: destination.name, lightSize: (report.width, report.height), darkSize: size)
    return report
  }

  private var optionsWithPlate: SofteningOptions {
    var options = options
    options.plate = plate.color
    return options
  }

  private var request: ConversionRequest {
    var request = ConversionRequest(target: .space(.sRGB))
    request.limits = limits
    return request
  }

  private func draw(
    _ softening: Softening, of input: borrowing ReplayableInput, into sink: borrowing OutputSink,
    named name: String, budget: StripPermits
  ) async throws(ImageError) {
    var reader = try input.openReader(limits: limits.covering(.softening))
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    let isGray = reader.header.colorType.isGray
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: isGray, assumed: request.assumedProfile, path: input.name)
    let header = reader.header
    let format = reader.pixelFormat
    let preview = try ImageError.at(input.name) { () throws(ColorError) in
      let laid =
        softening.mode == .plate
        ? try layer(of: header, format, color.profile, bits: 16, dither: .none) : nil
      return try SofteningPreview(
        softening, plate: laid, on: options.background, header: header, profile: color.profile)
    }
    let descriptor = sink.descriptor
    try ImageError.at(name) { () throws(PNGError) in
      try preview.write(&reader, to: descriptor, name: name)
    }
  }

  private func write(
    _ input: borrowing ReplayableInput, as softening: Softening, to destination: ImageDestination,
    from source: ImageSource, settings: OutputSettings
  ) async throws(ImageError) -> SofteningReport {
    var reader = try input.openReader(limits: limits.covering(.softening))
    let header = reader.header
    let bits = depth.bits(
      inputDepth: header.bitDepth, valueBits: softening.sampleBits, toWideGamut: false)
    let isWritten = softening.changesPixels || copiesUnchanged || destination == .standardOutput
    let isCopied =
      !softening.changesPixels && metadata == .all && reader.problems.isEmpty
      && bits == (header.bitDepth == 16 ? 16 : 8)
    if isCopied || !isWritten {
      return try await copy(
        input, to: isWritten ? destination : nil, from: source, softening: softening, header: header,
        notes: reader.problems.map { "\($0)" }, settings: settings)
    }
    if softening.mode == .plate {
      return try await layOnPlate(
        input, &reader, as: softening, bits: bits, to: destination, from: source, settings: settings)
    }
    let output = ConversionOutput(
      for: header, format: softening.format(of: reader.pixelFormat), bits: bits,
      valueBits: softening.sampleBits, dither: dither, mayKeepPalette: false)
    let sink = try settings.openSink(from: source, to: destination)
    let work = try await StripWork(
      executor: .identity, softening: softening, dither: output.dither
    ).sparingFlatAreas(of: input, depth: bits, limits: limits.covering(.softening), budget: settings.budget)
    if bits == 8, work.dither == .blueNoise {
      reader = try input.openReader(limits: limits.covering(.softening))
    }
    let writer = ConversionWriter(
      output: output, work: work, colorChunks: reader.colorInfo.chunks,
      metadata: MetadataFilter(selection: metadata, exifColorSpace: nil), compression: compression,
      limits: limits, budget: settings.budget)
    let bytesOut = try await writer.write(
      input, &reader, into: sink.descriptor, named: destination.name)
    let state = settings.dryRun ? sink.comparison(with: destination) : nil
    try await sink.commitAside()
    return SofteningReport(
      softening, path: source.name, output: destination.name, header: header, bytesIn: reader.byteCount,
      bytesOut: bytesOut, notes: reader.problems.map { "\($0)" }, state: state)
  }

  /// What lays an image on its plate.
  private func layer(
    of header: PNGHeader, _ format: PixelFormat, _ profile: ICCProfile, bits: Int, dither: Dither
  ) throws(ColorError) -> SofteningPlateWriter {
    try SofteningPlateWriter(
      plate, color: optionsWithPlate.plateColor, source: header, format: format, profile: profile,
      depth: bits, dither: dither)
  }

  /// Writes an image on its plate.
  private func layOnPlate(
    _ input: borrowing ReplayableInput, _ reader: inout PNGReader, as softening: Softening, bits: Int,
    to destination: ImageDestination, from source: ImageSource, settings: OutputSettings
  ) async throws(ImageError) -> SofteningReport {
    let memory = await settings.budget.memory.take(reader.memory)
    defer { settings.budget.memory.giveBack(memory) }
    let (header, format) = (reader.header, reader.pixelFormat)
    let colors = try SourceColor(
      resolving: reader.colorInfo, isGray: format.isGray, assumed: request.assumedProfile, path: input.name)
    let dither = dither ?? (softening.sampleBits > bits ? .blueNoise : .none)
    let laid = try ImageError.at(input.name) { () throws(ColorError) in
      try layer(of: header, format, colors.profile, bits: bits, dither: dither)
    }
    let sink = try settings.openSink(from: source, to: destination)
    let (chunks, kept) = (reader.colorInfo.chunks, MetadataFilter(selection: metadata, exifColorSpace: nil))
    let descriptor = sink.descriptor
    var bytesOut = 0
    try ImageError.at(destination.name) { () throws(PNGError) in
      var writer = try PNGWriter(
        fileDescriptor: descriptor, header: laid.header, chunks: chunks + kept.kept(reader.metadata).leading,
        options: PNGWriteOptions(compression: compression), name: destination.name)
      try laid.write(&reader, into: &writer)
      try writer.finish(trailing: kept.kept(reader.metadata).trailing)
      bytesOut = writer.byteCount
    }
    let state = settings.dryRun ? sink.comparison(with: destination) : nil
    try await sink.commitAside()
    return SofteningReport(
      softening, path: source.name, output: destination.name, header: header, bytesIn: reader.byteCount,
      bytesOut: bytesOut, notes: reader.problems.map { "\($0)" }, state: state)
  }

  /// Writes the bytes of an unchanged image; nothing if there is no destination.
  private func copy(
    _ input: borrowing ReplayableInput, to destination: ImageDestination?, from source: ImageSource,
    softening: Softening, header: PNGHeader, notes: [String], settings: OutputSettings
  ) async throws(ImageError) -> SofteningReport {
    var (bytes, state): (Int, OutputComparison?) = (0, nil)
    let bytesIn: Int
    if let destination {
      let sink = try settings.openSink(from: source, to: destination)
      (bytesIn, bytes) = try input.copyBytes(to: sink.descriptor, name: destination.name)
      state = settings.dryRun ? sink.comparison(with: destination) : nil
      try await sink.commitAside()
    } else {
      bytesIn = try input.copyBytes(to: nil, name: source.name).read
    }
    return SofteningReport(
      softening, path: source.name, output: destination?.name, header: header,
      bytesIn: bytesIn, bytesOut: bytes, notes: notes, state: state)
  }
}

/// The report on softening one image, in the JSON of `soften`, one per input.
public struct SofteningReport: Sendable, Codable {
  /// The input as the user named it.
  public let path: String
  /// The output's path, `-` for standard output; absent if the image did not change and nothing was written.
  public let output: String?
  /// Pixels per row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// `white`, `highlights`, `dim`, `outline`, `knockout`, `ink`, `knockout,ink`, `plate`, or `none` if the image did
  /// not change.
  public let mode: String
  /// The reason, a name of `SofteningReason`.
  public let reason: String
  /// The relative luminance of the white background, 0 to 1; absent if there is none.
  public let whiteLuminance: Double?
  /// Whether parts of artwork on transparency vanish on the dark background.
  public let vanishes: Bool
  /// A mode that may work better than the choice of `auto`: `outline`, `plate` or `knockoutInk`.
  public let suggestion: SofteningMode?
  /// The share of the visible pixels that is background, 0 to 1.
  public let backgroundShare: Double
  /// Size of the input in bytes.
  public let bytesIn: Int
  /// Size of the output in bytes, also in a dry run.
  public let bytesOut: Int
  /// The image and its dark twin, if both were requested and there is a twin.
  public internal(set) var pair: SofteningPair?
  /// What was done and why, in one sentence.
  package let summary: String
  /// Remarks for careful users, each a sentence.
  public let notes: [String]
  /// In a dry run: how the output compares with the file that exists at its path. For a pair: how the dark image compares, or, if
  /// the dark image is the same, how the light image compares.
  public internal(set) var state: OutputComparison?

  init(
    _ softening: Softening, path: String, output: String?, header: PNGHeader, bytesIn: Int, bytesOut: Int,
    notes: [String], state: OutputComparison?
  ) {
    self.path = path
    self.output = output
    width = header.width
    height = header.height
    mode = softening.mode?.rawValue ?? "none"
    reason = softening.reason.rawValue
    whiteLuminance = softening.whiteLuminance
    vanishes = softening.vanishes
    suggestion = softening.suggestion
    backgroundShare = softening.backgroundShare
    self.bytesIn = bytesIn
    self.bytesOut = bytesOut
    summary = softening.note
    self.notes = notes
    self.state = state
  }
}
