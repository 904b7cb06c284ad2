import Analysis
import ImageFiles
import PNGCodec
package import Pixels

/// Moves an image through the pipeline in strips, so that memory does not grow with its height.
///
/// One task inflates and writes, in order; between, strips are converted and compressed side by side. The bytes
/// do not depend on how many.
package struct StripPipeline: Sendable {
  let work: StripWork
  let outputHeader: PNGHeader
  let colorChunks: [PNGChunk]
  let metadata: MetadataFilter
  let compression: PNGWriteOptions.Compression
  let budget: StripPermits
  /// What is left out of the pixels where they are written, as `outputHeader` says.
  var reduction: ImageReduction?

  /// A strip as it is written, and what was seen on the way.
  struct Outcome: Sendable {
    let segment: Handover<PNGSegment>
    let gamut: GamutSums?
    let effectiveDepth: EffectiveDepth
  }

  /// What a task hands back: of a strip first the pixels, which others may look at while they are compressed.
  private enum Finished: Sendable {
    case converted(index: Int, StripWork.Converted)
    case strip(index: Int, Result<Outcome, PNGError>)
    case scan(Handover<BandingScanner>)
  }

  /// Reads `reader` to its end, writes the result to `descriptor`, and tells `observe` of each strip, in order.
  ///
  /// - Parameter banding: looks at the pixels as they are written; nil where bands are not looked for.
  /// - Returns: the bytes written.
  func run(
    _ reader: inout PNGReader, into descriptor: Int32, name: String, banding: inout BandingStage?,
    observe: (Outcome) -> Void
  ) async throws(ImageError) -> Int {
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    do throws(PNGError) {
      return try await write(&reader, into: descriptor, name: name, banding: &banding, observe: observe)
    } catch {
      throw error.imageError(at: name)
    }
  }

  private func write(
    _ reader: inout PNGReader, into descriptor: Int32, name: String, banding: inout BandingStage?,
    observe: (Outcome) -> Void
  ) async throws(PNGError) -> Int {
    let height = outputHeader.height
    var writer = try PNGWriter(
      fileDescriptor: descriptor, header: outputHeader,
      chunks: colorChunks + (reduction?.palette?.chunks ?? []) + background(of: reader)
        + metadata.kept(reader.metadata).leading,
      options: PNGWriteOptions(compression: compression), name: name)
    let stripHeight = writer.encoder.rowsPerSegment
    let stripBytes = (stripHeight + 1) * outputHeader.width * reader.pixelFormat.bytesPerPixel
    if budget.isParallel, outputHeader.height > stripHeight, stripBytes <= Self.largestParallelStrip {
      try await workSideBySide(&reader, into: &writer, banding: &banding, observe: observe)
    } else {
      var strips = StripReader(height: stripHeight)
      for index in 0... {
        guard let strip = try strips.next(of: &reader) else { break }
        let converted = convert(strip)
        banding?.add(converted, at: index)
        banding?.catchUp()
        let outcome = try encode(converted, with: writer.encoder)
        observe(outcome)
        try writer.append(outcome.segment.take())
        WorkProgress.tell(.writing, rows: height - reader.remainingRows, of: height)
      }
    }
    try reader.finish()
    try writer.finish(trailing: metadata.kept(reader.metadata).trailing)
    return writer.byteCount
  }

  /// bKGD in the colours and the depth of the output.
  private func background(of reader: borrowing PNGReader) -> [PNGChunk] {
    guard metadata.keepsBackground, let background = reader.background else { return [] }
    let converted = work.converted(background, depth: outputHeader.bitDepth)
    guard let palette = reduction?.palette else { return [converted.chunk(for: outputHeader)] }
    return [palette.background(converted.samples)].compactMap(\.self)
  }

  private func convert(_ strip: StripReader.Strip) -> StripWork.Converted {
    work.convert(
      strip.pixels.take(), firstRow: strip.firstRow, contextRows: strip.contextRows,
      depth: outputHeader.bitDepth)
  }

  private func encode(
    _ strip: StripWork.Converted, with encoder: PNGSegmentEncoder
  ) throws(PNGError) -> Outcome {
    let segment: PNGSegment
    if let reduction {
      segment = try encoder.encode(
        reduction.reduced(strip.pixels.pixels), firstRow: strip.firstRow, contextRows: strip.contextRows)
    } else {
      segment = try encoder.encode(
        strip.pixels.pixels, firstRow: strip.firstRow, contextRows: strip.contextRows)
    }
    return Outcome(segment: Handover(segment), gamut: strip.gamut, effectiveDepth: strip.effectiveDepth)
  }

  private func workSideBySide(
    _ reader: inout PNGReader, into writer: inout PNGWriter, banding: inout BandingStage?,
    observe: (Outcome) -> Void
  ) async throws(PNGError) {
    try await withTaskGroup(of: Void.self) { group -> Result<Void, PNGError> in
      do throws(PNGError) {
        try await keepBusy(&group, &reader, &writer, &banding, observe)
        return .success(())
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// Reads and writes here, and hands the rest to other threads; what these have no room for is done here as well, so
  /// that no core waits while there is work.
  private func keepBusy(
    _ group: inout TaskGroup<Void>, _ reader: inout PNGReader, _ writer: inout PNGWriter,
    _ banding: inout BandingStage?, _ observe: (Outcome) -> Void
  ) async throws(PNGError) {
    let encoder = writer.encoder
    let isScanned = banding != nil
    let finished = Mailbox<Finished>()
    var strips = StripReader(height: encoder.rowsPerSegment)
    var order = StripOrder()
    // After an error, the permits of strips that will never be written.
    defer { for _ in 1..<max(1, order.inWork) { budget.giveBack() } }
    while true {
      try receive(finished.takeAll(), &order, &banding)
      while let outcome = order.next() {
        observe(outcome)
        try writer.append(outcome.segment.take())
        order.written += 1
        WorkProgress.tell(
          .writing, rows: order.written * encoder.rowsPerSegment, of: outputHeader.height)
        if order.inWork > 0 { budget.giveBack() }
      }
      if let scan = banding?.nextTask() {
        perform(in: &group, finished) { .scan(scan()) }
      } else if reader.remainingRows > 0, banding?.isBehind != true, order.inWork == 0 || budget.take() {
        // One strip is always allowed; each further one costs a permit.
        let index = order.start()
        guard let strip = try strips.next(of: &reader) else { preconditionFailure("rows remain") }
        perform(in: &group, finished) {
          let converted = convert(strip)
          if isScanned { finished.put(.converted(index: index, converted)) }
          return .strip(index: index, Result { () throws(PNGError) in try encode(converted, with: encoder) })
        }
      } else if order.inWork == 0, banding?.isScanning != true {
        return
      } else {
        await group.next()
      }
    }
  }

  /// Takes what tasks have handed back to where it belongs.
  private func receive(
    _ results: [Finished], _ order: inout StripOrder, _ banding: inout BandingStage?
  ) throws(PNGError) {
    for result in results {
      switch result {
      case .scan(let scanner): banding?.resume(scanner)
      case .converted(let index, let strip): banding?.add(strip, at: index)
      case .strip(let index, let result): order.finish(index, try result.get())
      }
    }
  }

  /// Hands `work` to another thread, or does it at once when those have enough to do.
  private func perform(
    in group: inout TaskGroup<Void>, _ finished: Mailbox<Finished>, _ work: @escaping @Sendable () -> Finished
  ) {
    guard budget.startTask() else { return finished.put(work()) }
    group.addTask {
      finished.put(work())
      budget.endTask()
    }
  }

  /// Strips with more bytes of samples, those of very wide images, are worked on one at a time: several in memory would
  /// make the image's cost a multiple of its width.
  private static let largestParallelStrip = 4 << 20

  /// Rows that are read at a time where nothing is written: about half a megabyte of samples.
  package static func stripHeight(width: Int, _ format: PixelFormat) -> Int {
    max(1, (512 << 10) / (width * format.bytesPerPixel))
  }
}

/// Which strips of an image are in work, and which is to be written next.
struct StripOrder {
  private var started = 0

  /// How many have been written.
  var written = 0

  /// Done, but not to be written yet.
  private var waiting = InOrder<StripPipeline.Outcome>()

  /// Strips that were started and are not written yet.
  var inWork: Int { started - written }

  /// The number of one more strip.
  mutating func start() -> Int {
    started += 1
    return started - 1
  }

  /// Strip `index` is done.
  mutating func finish(_ index: Int, _ outcome: StripPipeline.Outcome) { waiting.put(outcome, at: index) }

  /// What is to be written now, if it is done. The caller counts it as `written`.
  mutating func next() -> StripPipeline.Outcome? { waiting.next() }
}
