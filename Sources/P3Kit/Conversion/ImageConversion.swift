import ColorManagement
import PNGCodec
import Pixels

/// Converts one PNG after another as one request says: the whole of `p3tool convert` but its words.
public struct ImageConversion: Sendable {
  /// What is asked for.
  public let request: ConversionRequest

  private let preparedConversions: PreparedConversions

  /// A conversion as `request` says.
  public init(_ request: ConversionRequest) {
    self.request = request
    preparedConversions = PreparedConversions(request)
  }

  /// Converts the image at `source` into `destination`; on any error nothing is left there.
  ///
  /// - Throws: `ImageError` when the image is damaged, its colours cannot be read or converted, or the output cannot be
  ///   written.
  public func convert(
    _ source: ImageSource, to destination: ImageDestination, settings: OutputSettings = OutputSettings()
  ) async throws(ImageError) -> ConversionReport {
    let input = try ReplayableInput(source, isReadTwice: request.softening != nil, limits: request.limits)
    var softening: Softening?
    if let options = request.softening {
      softening = try await SofteningPass(options: options, request: request)
        .analyze(input, budget: settings.budget).get()
    }
    var reader = try input.openReader(limits: request.limits.covering(.conversion))
    let header = reader.header
    let sourceColor = try sourceColor(of: reader, path: source.name)
    let prepared = try prepared(
      from: sourceColor.profile, isGray: header.colorType.isGray, path: source.name)
    let plan = prepared.plan
    var gamut = prepared.executor.gamut.map {
      GamutScanner($0, target: targetName, countsColors: false, findsRegions: false)
    }
    let outputHeader = request.depth.outputHeader(for: header, format: reader.pixelFormat)
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

    let sampleDepth = min(depth.bits, header.bitDepth)
    let bands = banding.take()?.finish(cause: outputHeader.bitDepth < sampleDepth ? .depth : .source)
    let state = settings.dryRun ? sink.comparison(with: destination.name) : nil
    try await sink.commitAside()
    let isWidened = header.bitDepth == 16 && depth.bits <= 8
    let notes =
      sourceColor.notes + plan.notes + reader.problems.map { "\($0)" } + [softening?.note].compactMap(\.self)
      + (isWidened ? ["16 bits per sample, but the values need only 8"] : [])
    return ConversionReport(
      path: source.name, output: destination.name, width: header.width, height: header.height,
      source: .init(sourceColor.profile, tag: sourceColor.tag.rawValue, header),
      destination: .init(plan.destination, tag: colorChunks.tag, outputHeader),
      executor: plan.executor.name, gamut: gamut?.finish(sampleDepth: sampleDepth).summary,
      banding: bands, bytesIn: reader.byteCount, bytesOut: bytesOut, notes: notes, state: state,
      kernel: work.executor.kernel)
  }

  // MARK: Steps

  private func bandingStage(_ output: PNGHeader, _ format: PixelFormat, _ plan: ConversionPlan)
    -> BandingStage
  {
    let color = BandingColor(plan.destination, isGray: format.isGray)
    return BandingStage {
      BandingScanner(
        width: output.width, height: output.height, format: format, effectiveDepth: output.bitDepth,
        color: color)
    }
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

extension ConversionReport.Side {
  fileprivate init(_ profile: ICCProfile, tag: String, _ header: PNGHeader) {
    self.init(
      profile: profile.reportName, tag: tag, depth: header.bitDepth, colorType: header.colorType.reportName)
  }
}
