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
    let input = try ReplayableInput(source, isReadTwice: request.mayReadTwice, limits: request.limits)
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
    let output = request.output(
      for: header, format: reader.pixelFormat,
      valueBits: try await valueBits(of: input, header, budget: settings.budget))
    var banding = request.scansBanding ? bandingStage(output.header, reader.pixelFormat, plan) : nil
    let work = StripWork(executor: prepared.executor, softening: softening, dither: output.dither)
    let colorChunks = request.colorChunks(for: plan.destination)
    let sink = try settings.openSink(from: source, to: destination)
    var depth = EffectiveDepth()
    let observe = { (seen: GamutStripTally?, bits: EffectiveDepth) in
      if let seen { gamut?.add(seen) }
      depth.merge(bits)
    }
    let writer = ConversionWriter(
      output: output, work: work, colorChunks: colorChunks.chunks, metadata: request.metadataFilter,
      compression: request.compression, limits: request.limits, budget: settings.budget)
    let bytesOut = try await writer.write(
      input, &reader, into: sink.descriptor, named: destination.name, banding: &banding, observe: observe)

    let sampleDepth = min(depth.bits, header.bitDepth)
    let bands = banding.take()?.finish(cause: output.depth < sampleDepth ? .depth : .source)
    let state = settings.dryRun ? sink.comparison(with: destination.name) : nil
    try await sink.commitAside()
    let isWidened = header.bitDepth == 16 && depth.bits <= 8
    let notes =
      sourceColor.notes + plan.notes + reader.problems.map { "\($0)" } + [softening?.note].compactMap(\.self)
      + (isWidened ? ["16 bits per sample, but the values need only 8"] : [])
    return ConversionReport(
      path: source.name, output: destination.name, width: header.width, height: header.height,
      source: .init(sourceColor.profile, tag: sourceColor.tag.rawValue, header),
      destination: .init(plan.destination, tag: colorChunks.tag, output.header),
      executor: plan.executor.name, gamut: gamut?.finish(sampleDepth: sampleDepth).summary,
      banding: bands, bytesIn: reader.byteCount, bytesOut: bytesOut, notes: notes, state: state,
      kernel: work.executor.kernel)
  }

  // MARK: Steps

  /// The least bits that hold the samples, where the output depends on it: a 16-bit image is read until a sample needs
  /// them all.
  private func valueBits(
    of input: borrowing ReplayableInput, _ header: PNGHeader, budget: StripPermits
  ) async throws(ImageError) -> Int {
    guard header.bitDepth == 16, request.mayReadTwice else { return header.bitDepth }
    var reader = try input.openReader(limits: request.limits.covering(.conversion))
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    return try ImageError.at(input.name) { () throws(PNGError) in
      var depth = EffectiveDepth()
      let rows = StripPipeline.stripHeight(width: header.width, reader.pixelFormat)
      while depth.bits <= 8, reader.remainingRows > 0 {
        depth.scan(try reader.readRows(rows))
        WorkProgress.tell(.reading, rows: header.height - reader.remainingRows, of: header.height)
      }
      return depth.bits
    }
  }

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
