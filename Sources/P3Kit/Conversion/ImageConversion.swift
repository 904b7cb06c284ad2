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
    var gamut = prepared.executor.gamut.map {
      GamutScanner($0, target: targetName, countsColors: false, findsRegions: false)
    }
    let outputHeader = PNGHeader(
      width: header.width, height: header.height, bitDepth: request.depth.bits(inputDepth: header.bitDepth),
      format: reader.pixelFormat)
    var banding = request.scansBanding ? bandingStage(outputHeader, reader.pixelFormat, plan) : nil
    let work = StripWork(executor: prepared.executor, softening: softening, dither: request.dither)
    let colorChunks = request.colorChunks(for: plan.destination)
    let sink = try settings.openSink(from: source, to: destination)
    var depth = EffectiveDepth()
    let bytesOut = try await StripPipeline(
      work: work, outputHeader: outputHeader, colorChunks: colorChunks.chunks,
      metadata: request.metadataFilter, compression: request.compression, budget: settings.budget
    ).run(&reader, into: sink.descriptor, name: destination.name, banding: &banding) { outcome in
      if let tally = outcome.gamut { gamut?.add(tally) }
      depth.merge(outcome.effectiveDepth)
    }

    let state = settings.dryRun ? sink.comparison(with: destination.name) : nil
    do throws(FileError) { try await sink.commitAside() } catch { throw .file(error) }
    var notes = sourceColor.notes + plan.notes + reader.problems.map { "\($0)" }
    if let softening { notes.append(softening.note) }
    if header.bitDepth == 16, depth.bits <= 8 {
      notes.append("16 bits per sample, but the values need only 8")
    }
    let sampleDepth = min(depth.bits, header.bitDepth)
    return ConversionReport(
      path: source.name, output: destination.name, width: header.width, height: header.height,
      source: .init(sourceColor.profile, tag: sourceColor.tag.rawValue, header),
      destination: .init(plan.destination, tag: colorChunks.tag, outputHeader),
      executor: plan.executor.name, gamut: gamut?.finish(sampleDepth: sampleDepth).summary,
      banding: banding.take()?.finish(cause: outputHeader.bitDepth < sampleDepth ? .depth : .source),
      bytesIn: reader.byteCount, bytesOut: bytesOut, notes: notes, state: state, kernel: work.executor.kernel)
  }

  // MARK: Steps

  private func bandingStage(_ output: PNGHeader, _ format: PixelFormat, _ plan: ConversionPlan)
    -> BandingStage
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
    do throws(ColorError) {
      return try preparedConversions.conversion(from: source, isGray: isGray)
    } catch {
      throw .color(path, error)
    }
  }
}

extension ConversionReport.Side {
  fileprivate init(_ profile: ICCProfile, tag: String, _ header: PNGHeader) {
    self.init(
      profile: profile.reportName, tag: tag, depth: header.bitDepth, colorType: header.colorType.reportName)
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
    do throws(FileError) {
      return try OutputSink(destination, overwrite: overwrite, permissions: permissions, dryRun: dryRun)
    } catch {
      throw .file(error)
    }
  }
}
