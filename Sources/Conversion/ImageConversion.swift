import Analysis
import ColorManagement
import DarkMode
public import ImageFiles
import PNGCodec
import PixelConversion
import Pixels

/// Converts PNGs by one request: everything `p3tool convert` does except printing.
public struct ImageConversion: Sendable {
  /// The settings.
  public let request: ConversionRequest

  private let preparedConversions: PreparedConversions

  /// A conversion by `request`.
  public init(_ request: ConversionRequest) {
    self.request = request
    preparedConversions = PreparedConversions(request)
  }

  /// Converts the image at `source` into `destination`; on any error nothing is left there.
  ///
  /// - Throws: `ImageError` if the request's tagging cannot describe the target's colours, the image is damaged, its
  ///   colours cannot be read or converted, or the output cannot be written; `cancelled` if the task is cancelled.
  public func convert(
    _ source: ImageSource, to destination: ImageDestination, settings: OutputSettings = OutputSettings()
  ) async throws(ImageError) -> ConversionReport {
    do throws(TaggingConflict) {
      try request.validate()
    } catch {
      throw .cannotTag(path: source.name, fact: error.description)
    }
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
    let output = request.output(
      for: header, format: reader.pixelFormat,
      valueBits: try await valueBits(of: input, header, budget: settings.budget),
      isIdentity: plan.executor == .identity && reader.problems.isEmpty)
    let scanners = scanners(prepared, output.header, reader.pixelFormat)
    var limits = request.limits.covering(.conversion)
    limits.busyWork = max(limits.busyWork, prepared.executor.busyWork)
    let work = try await StripWork(
      executor: prepared.executor, softening: softening, dither: output.dither
    ).fittingKnee(of: input, limits: limits, budget: settings.budget)
      .sparingFlatAreas(
        of: input, in: request.flatAreas, depth: output.depth, limits: limits, budget: settings.budget)
    let reduction =
      request.reduces && !output.copiesData
      ? try await self.reduction(of: input, work, output.header, limits, budget: settings.budget) : nil
    // These passes have moved the position in standard input's copy.
    if needsValues(header) || request.reduces || output.dither == .blueNoise || work.executor.fitsKnee {
      reader = try input.openReader(limits: limits)
    }
    reader.weighBusyPixels(limits.busyWork)
    let colorChunks = request.colorChunks(for: plan.destination)
    let sink = try settings.openSink(from: source, to: destination)
    let writer = ConversionWriter(
      output: output, work: work, colorChunks: colorChunks.chunks, metadata: request.metadataFilter,
      compression: request.compression, limits: request.limits, budget: settings.budget,
      reduces: request.reduces, reduction: reduction)
    let bytesOut = try await writer.write(
      input, &reader, into: sink.descriptor, named: destination.name, seenBy: scanners)

    let sampleDepth = min(scanners.depth, header.bitDepth)
    let state = settings.dryRun ? sink.comparison(with: destination) : nil
    try await sink.commitAside()
    let isWidened = header.bitDepth == 16 && scanners.depth <= 8
    let notes =
      sourceColor.notes + plan.notes + reader.problems.map { "\($0)" } + [softening?.note].compactMap(\.self)
      + (isWidened ? ["16 bits per sample, but the values need only 8"] : [])
      + [mappingNote(plan)].compactMap(\.self)
    return ConversionReport(
      path: source.name, output: destination.name, width: header.width, height: header.height,
      source: .init(sourceColor.profile, tag: sourceColor.tag.rawValue, header),
      destination: .init(plan.destination, tag: colorChunks.tag, writer.outputHeader),
      executor: plan.executor.name,
      gamut: scanners.finishGamut(sampleDepth: sampleDepth, work.executor),
      banding: scanners.finishBanding(cause: output.depth < sampleDepth ? .depth : .source),
      bytesIn: reader.byteCount, bytesOut: bytesOut, notes: notes, state: state,
      kernel: work.executor.kernel)
  }

  /// Converts the PNG in `bytes` in memory: no file is read or written.
  ///
  /// - Parameters:
  ///   - bytes: a whole PNG file.
  ///   - name: the image's name in reports and errors.
  ///   - budget: how many strips may be in work at once. The bytes do not depend on it.
  /// - Returns: the bytes of the converted PNG, and the report on it.
  /// - Throws: `ImageError` as for a file; `cancelled` if the task is cancelled.
  public func convert(
    _ bytes: [UInt8], name: String = "image.png", budget: StripPermits = StripPermits()
  ) async throws(ImageError) -> (bytes: [UInt8], report: ConversionReport) {
    let output = ImageInMemory()
    let report = try await convert(
      .bytes(bytes, name: name), to: .memory(output), settings: OutputSettings(budget: budget))
    guard let bytes = output.bytes else {
      preconditionFailure("a conversion that ends well writes its output")
    }
    return (bytes, report)
  }

  // MARK: Steps

  /// Whether the output's depth depends on the values.
  private func needsValues(_ header: PNGHeader) -> Bool {
    header.bitDepth == 16 && request.dependsOnValues
  }

  /// The least bits that hold the samples, if the output depends on it: reads a 16-bit image until a sample needs all
  /// bits.
  private func valueBits(
    of input: borrowing ReplayableInput, _ header: PNGHeader, budget: StripPermits
  ) async throws(ImageError) -> Int {
    guard needsValues(header) else { return header.bitDepth }
    var reader = try input.openReader(limits: request.limits.covering(.conversion))
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    var depth = EffectiveDepth()
    let rows = StripPipeline.stripHeight(width: header.width, reader.pixelFormat)
    do throws(PNGError) {
      while depth.bits <= 8, reader.remainingRows > 0 {
        depth.scan(try reader.readRows(rows))
        WorkProgress.tell(.reading, rows: header.height - reader.remainingRows, of: header.height)
        await Task.yield()
      }
    } catch {
      throw error.imageError(at: input.name)
    }
    return depth.bits
  }

  /// What the output can be written without. Makes its pixels once to find out, until nothing can be dropped.
  private func reduction(
    of input: borrowing ReplayableInput, _ work: StripWork, _ output: PNGHeader, _ limits: PNGLimits,
    budget: StripPermits
  ) async throws(ImageError) -> ImageReduction? {
    var reader = try input.openReader(limits: limits)
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    let depth = output.bitDepth
    let background = request.metadataFilter.keepsBackground ? reader.background : nil
    let options = PNGWriteOptions(compression: request.compression)
    var scan = ReductionScan(reader.pixelFormat, header: output)
    let rows = StripPipeline.stripHeight(width: output.width, reader.pixelFormat)
    do throws(PNGError) {
      while !scan.isHopeless, reader.remainingRows > 0 {
        let firstRow = reader.rowsRead
        scan.add(work.pixels(of: try reader.readRows(rows), firstRow: firstRow, depth: depth))
        await Task.yield()
      }
      return try scan.reduction(
        background: background.map { work.converted($0, depth: depth) }, options: options)
    } catch {
      throw error.imageError(at: input.name)
    }
  }

  /// A note if LittleCMS converts, which clips, although another mapping is requested.
  private func mappingNote(_ plan: ConversionPlan) -> String? {
    guard case .lcms = plan.executor, request.gamutMapping != .clip, !plan.sourceIsGrayImage else {
      return nil
    }
    return
      "\(Wording.current.mapping)\(request.gamutMapping.rawValue) is for conversions between matrix profiles with the relative "
      + "intent: this one goes through LittleCMS, which clips"
  }

  /// The scanners of an image that is written with the header `output`.
  private func scanners(
    _ prepared: PreparedConversions.Prepared, _ output: PNGHeader, _ format: PixelFormat
  ) -> ConversionScanners {
    let gamut = prepared.executor.gamut.map {
      GamutScanner($0, target: targetName, countsColors: false, findsRegions: false)
    }
    guard request.scansBanding else { return ConversionScanners(gamut: gamut) }
    let color = BandingColor(prepared.plan.destination, isGray: format.isGray)
    let varied = VariedCells(width: output.width, height: output.height, format: format)
    return ConversionScanners(gamut: gamut, varied: varied) {
      BandingScanner(
        width: output.width, height: output.height, format: format, effectiveDepth: output.bitDepth,
        color: color)
    }
  }

  /// The target's name in reports.
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
