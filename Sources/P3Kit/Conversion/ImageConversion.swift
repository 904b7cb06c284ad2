import ColorManagement
import PNGCodec
import Pixels

/// Converts one PNG after another as one request says: the whole of `p3tool convert` but its words.
public struct ImageConversion: Sendable {
  /// How an output is written.
  public struct Settings: Sendable {
    /// Whether an existing output may be replaced.
    public var overwrite: Bool
    /// Convert, but write nothing: the report compares with what is there.
    public var dryRun: Bool
    /// Strips in work at once, shared by all images of a run.
    public var budget: StripPermits

    /// The settings of one image.
    public init(overwrite: Bool = false, dryRun: Bool = false, budget: StripPermits = StripPermits(jobs: 1)) {
      self.overwrite = overwrite
      self.dryRun = dryRun
      self.budget = budget
    }
  }

  /// What is asked for.
  public let request: ConversionRequest

  private let preparedConversions: PreparedConversions

  /// A conversion as `request` says.
  public init(_ request: ConversionRequest) {
    self.request = request
    preparedConversions = PreparedConversions(request)
  }

  /// Converts the image at `source` into `destination`; on any error nothing is left there.
  public func convert(
    _ source: ImageSource, to destination: ImageDestination, settings: Settings = Settings()
  ) async throws(ImageError) -> ConversionReport {
    let input = try ReplayableInput(source, isReadTwice: request.softening != nil)
    let softening = try request.softening.map { options throws(ImageError) in
      try SofteningPass(options: options, request: request).analyze(input)
    }
    var reader = try input.openReader(limits: request.limits)
    let header = reader.header
    let sourceColor = try sourceColor(of: reader, path: source.name)
    let prepared = try prepared(
      from: sourceColor.profile, isGray: header.colorType.isGray, path: source.name)
    let plan = prepared.plan
    var scanner =
      request.scansGamut
      ? try? GamutScanner(plan, target: targetName, countsColors: false, findsRegions: false) : nil
    let outputHeader = PNGHeader(
      width: header.width, height: header.height, bitDepth: request.depth.bits(inputDepth: header.bitDepth),
      format: reader.pixelFormat)
    var bands = request.scansBanding ? bandingLane(outputHeader, reader.pixelFormat, plan) : nil
    let work = StripWork(
      executor: prepared.executor, softening: softening, gamutScan: scanner?.scan, dither: request.dither)
    let colorChunks = request.colorChunks(for: plan.destination)
    let sink = try settings.openSink(from: source, to: destination)
    var depth = EffectiveDepth()
    let bytesOut = try await StripPipeline(
      work: work, outputHeader: outputHeader, colorChunks: colorChunks.chunks,
      metadata: request.metadataFilter, compression: request.compression, budget: settings.budget
    ).run(&reader, into: sink.descriptor, name: destination.name, bands: &bands) { outcome in
      if let tally = outcome.gamut { scanner?.add(tally) }
      depth.merge(outcome.effectiveDepth)
    }

    let state = settings.dryRun ? sink.comparison(with: destination.name) : nil
    try await sink.commitAside()
    var notes = sourceColor.notes + plan.notes + reader.problems.map { "\($0)" }
    if let softening { notes.append(softening.note) }
    if header.bitDepth == 16, depth.bits <= 8 {
      notes.append("16 bits per sample, but the values need only 8")
    }
    return ConversionReport(
      path: source.name, output: destination.name, width: header.width, height: header.height,
      source: .init(
        profile: sourceColor.profile.reportName, tag: sourceColor.tag.rawValue, depth: header.bitDepth,
        colorType: header.colorType.reportName),
      destination: .init(
        profile: plan.destination.reportName, tag: colorChunks.tag, depth: outputHeader.bitDepth,
        colorType: outputHeader.colorType.reportName),
      executor: plan.executor.name,
      gamut: scanner?.finish(sampleDepth: min(depth.bits, header.bitDepth)).summary,
      banding: bands.take()?.finish(
        cause: outputHeader.bitDepth < min(depth.bits, header.bitDepth) ? .depth : .source),
      bytesIn: reader.byteCount, bytesOut: bytesOut, notes: notes, state: state, kernel: work.executor.kernel)
  }

  // MARK: Steps

  private func bandingLane(_ output: PNGHeader, _ format: PixelFormat, _ plan: ConversionPlan) -> BandingStage
  {
    BandingStage(
      BandingScanner(
        width: output.width, height: output.height, format: format, effectiveDepth: output.bitDepth,
        color: BandingColor(plan.destination, isGray: format.isGray)))
  }

  /// The target as reports name it.
  private var targetName: String { request.targetSpace?.rawValue ?? request.target.profile.reportName }

  private func sourceColor(of reader: borrowing PNGReader, path: String) throws(ImageError)
    -> SourceColor
  {
    try SourceColor(
      resolving: reader.colorInfo, isGray: reader.header.colorType.isGray, override: request.sourceOverride,
      assumed: request.assumedProfile, path: path)
  }

  private func prepared(
    from source: ICCProfile, isGray: Bool, path: String
  ) throws(ImageError) -> PreparedConversions.Prepared {
    try ImageError.at(path) { () throws(ColorError) in
      try preparedConversions.conversion(from: source, isGray: isGray)
    }
  }
}

// Opening an output as the settings say.

extension ImageConversion.Settings {
  /// The sink for an image made from `source`, with that file's permissions.
  func openSink(
    from source: ImageSource, to destination: ImageDestination
  ) throws(ImageError) -> OutputSink {
    var permissions: UInt32?
    if case .file(let path) = source { permissions = FileStatus(path: path)?.permissions }
    return try OutputSink(destination, overwrite: overwrite, permissions: permissions, dryRun: dryRun)
  }
}
