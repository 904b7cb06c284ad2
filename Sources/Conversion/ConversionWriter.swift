import Analysis
import ColorManagement
import ImageFiles
import PNGCodec
import Pixels
import Synchronization

/// How one image is written: determined by its header and, if needed, its values.
struct ConversionOutput: Sendable, Hashable {
  /// The fields of IHDR to be written.
  let header: PNGHeader
  /// How samples become 8 bits.
  let dither: Dither
  /// Whether the compressed image data are copied: those of an unchanged image, or the indices of a palette whose
  /// colours are converted.
  let copiesData: Bool

  /// Bits per sample: 8 or 16.
  var depth: Int { header.bitDepth == 16 ? 16 : 8 }

  /// For an image with header `input`, rows in `format`, and samples that need `valueBits`. A palette stays if `bits`
  /// are 8 and `mayKeepPalette`. Other data are copied if neither bits nor dithering change them and `keepsSamples`. If
  /// `dither` is nil, only values that lose bits are dithered.
  init(
    for input: PNGHeader, format: PixelFormat, bits: Int, valueBits: Int, dither: Dither?,
    mayKeepPalette: Bool = true, keepsSamples: Bool = false
  ) {
    let dither = dither ?? (valueBits > bits ? .blueNoise : .none)
    copiesData =
      bits == 8 && input.colorType == .palette
      ? mayKeepPalette : keepsSamples && dither == .none && (input.bitDepth == 16) == (bits == 16)
    header =
      copiesData ? input : PNGHeader(width: input.width, height: input.height, bitDepth: bits, format: format)
    self.dither = copiesData ? .none : dither
  }
}

/// Writes one image in the form of `ConversionOutput`: copies its compressed data, or converts it in strips.
struct ConversionWriter: Sendable {
  let output: ConversionOutput
  let work: StripWork
  let colorChunks: [PNGChunk]
  let metadata: MetadataFilter
  let compression: PNGWriteOptions.Compression
  let limits: PNGLimits
  let budget: StripPermits
  /// Whether a palette that stays loses alpha that is opaque everywhere.
  var reduces = false
  /// What other images are written without; nil for nothing.
  var reduction: ImageReduction?

  /// The fields of IHDR to be written.
  var outputHeader: PNGHeader { reduction?.header(for: output.header) ?? output.header }

  /// Larger strips (in bytes of samples), of very wide images, are processed one at a time: several in memory would
  /// multiply the image's cost.
  private static let largestParallelStrip = 4 << 20

  /// Reads `reader` to its end, and writes the image of `input` to `descriptor`.
  ///
  /// - Parameters:
  ///   - name: the output's name in errors.
  ///   - scanners: scan the image on the way.
  /// - Returns: the bytes written.
  func write(
    _ input: borrowing ReplayableInput, _ reader: inout PNGReader, into descriptor: Int32, named name: String,
    seenBy scanners: ConversionScanners = ConversionScanners()
  ) async throws(ImageError) -> Int {
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    if output.copiesData {
      return compression == .small && encodesSame(reader)
        ? try await writeSmaller(input, &reader, into: descriptor, named: name, scanners)
        : try await copyData(input, &reader, into: descriptor, scanners)
    }
    return try await encode(&reader, into: descriptor, named: name, scanners)
  }

  /// Converts and compresses the image of `reader`, and reads it to its end.
  func encode(
    _ reader: inout PNGReader, into descriptor: Int32, named name: String, _ scanners: ConversionScanners
  ) async throws(ImageError) -> Int {
    do throws(PNGError) {
      return try await writeStrips(&reader, into: descriptor, name: name, scanners)
    } catch {
      throw error.imageError(at: name)
    }
  }

  /// Converts and compresses strips in parallel, and writes them in order. The bytes do not depend on the number of
  /// threads.
  private func writeStrips(
    _ reader: inout PNGReader, into descriptor: Int32, name: String, _ scanners: ConversionScanners
  ) async throws(PNGError) -> Int {
    let opened = try PNGWriter(
      fileDescriptor: descriptor, header: outputHeader,
      chunks: colorChunks + (reduction?.palette?.chunks ?? []) + background(of: reader)
        + metadata.kept(reader.metadata).leading,
      options: PNGWriteOptions(compression: compression), name: name)
    let (encoder, height) = (opened.encoder, outputHeader.height)
    let writer = Mutex<PNGWriter?>(opened)
    let stripBytes = (encoder.rowsPerSegment + 1) * outputHeader.width * reader.pixelFormat.bytesPerPixel
    let pipeline = StripPipeline(budget, mostStrips: stripBytes <= Self.largestParallelStrip ? nil : 1)
    let writing = pipeline.line { (segment: Handover<PNGSegment>) throws(PNGError) in
      let segment = segment.take()
      try writer.withLock { writer throws(PNGError) in try writer?.append(segment) }
      WorkProgress.tell(.writing, rows: segment.rows.upperBound, of: height)
    }
    let banding =
      scanners.looksForBands
      ? pipeline.line { (strip: SharedStrip, top: Int) in scanners.scanForBands(strip.pixels, from: top) }
      : nil
    let strips = StripReader(height: encoder.rowsPerSegment, hasContext: true)
    try await pipeline.run(&reader, strips) { strip in
      [task(on: strip, encoder, scanners, writing, banding)]
    }
    try reader.finish()
    guard var writer = writer.withLock({ $0.take() }) else { preconditionFailure("nobody else takes it") }
    try writer.finish(trailing: metadata.kept(reader.metadata).trailing)
    return writer.byteCount
  }

  /// The work on one strip. A separate method, as Swift 6.3.1 crashes on nested closures that throw this error.
  private func task(
    on strip: StripReader.Strip, _ encoder: PNGSegmentEncoder, _ scanners: ConversionScanners,
    _ writing: StripLine<Handover<PNGSegment>>, _ banding: StripLine<(SharedStrip, Int)>?
  ) -> StripPipeline.Task {
    { () throws(PNGError) in
      let pixels = SharedStrip(work.convert(strip, depth: outputHeader.bitDepth, scanners))
      // Comes first, so that converted strips do not wait for the compression of those above.
      try banding?.put((pixels, strip.contextRows), at: strip.index)
      try writing.put(Handover(encode(pixels, of: strip, encoder)), at: strip.index)
    }
  }

  private func encode(
    _ pixels: SharedStrip, of strip: StripReader.Strip, _ encoder: PNGSegmentEncoder
  ) throws(PNGError) -> PNGSegment {
    let (firstRow, contextRows) = (strip.rows.lowerBound, strip.contextRows)
    guard let reduction else {
      return try encoder.encode(pixels.pixels, firstRow: firstRow, contextRows: contextRows)
    }
    return try encoder.encode(
      reduction.reduced(pixels.pixels), firstRow: firstRow, contextRows: contextRows)
  }

  /// bKGD in the colours and depth of the output.
  private func background(of reader: borrowing PNGReader) -> [PNGChunk] {
    guard metadata.keepsBackground, let background = reader.background else { return [] }
    let converted = work.converted(background, depth: outputHeader.bitDepth)
    guard let palette = reduction?.palette else { return [converted.chunk(for: outputHeader)] }
    return [palette.background(converted.samples)].compactMap(\.self)
  }
}

extension ConversionRequest {
  /// Whether images may be read more than once: for softening, for the depth of their values, to copy compressed data,
  /// to find what can be dropped, or to find how far colours leave the gamut.
  var mayReadTwice: Bool {
    softening != nil || reduces || !reencodes || dependsOnValues || gamutMapping == .soft && knee == nil
  }

  /// Whether the output of a 16-bit image depends on the bits that its values need.
  var dependsOnValues: Bool { !(depth == .sixteen || depth == .auto && goesToWideGamut) }

  /// Whether the target is wider than sRGB; true also if unknown.
  private var goesToWideGamut: Bool { target.profile.isWideGamut ?? (target.profile.colorSpace != .gray) }

  /// The output for an image with `header` and rows in `format`, whose samples need `valueBits`, and keep their colours
  /// if `isIdentity`.
  func output(
    for header: PNGHeader, format: PixelFormat, valueBits: Int, isIdentity: Bool = false
  ) -> ConversionOutput {
    ConversionOutput(
      for: header, format: format,
      bits: depth.bits(inputDepth: header.bitDepth, valueBits: valueBits, toWideGamut: goesToWideGamut),
      valueBits: valueBits, dither: dither, mayKeepPalette: softening == nil,
      keepsSamples: isIdentity && softening == nil && !reduces && !reencodes)
  }
}
