// Copies compressed image data: of images that do not change, and of images whose palette alone is converted.

import Analysis
import ImageFiles
import PNGCodec
import PixelConversion
import Pixels
import Synchronization

extension ConversionWriter {
  /// Ancillary chunks about samples, indices and palette entries, which keep their places. Other chunks are metadata.
  private var sampleChunks: Set<String> { metadata.keepsBackground ? ["tRNS", "bKGD", "hIST"] : ["tRNS"] }

  /// Writes the image of `input` with its compressed data, and a converted palette if it has one. Also reads the pixels
  /// of `reader`, for the report and to refuse damaged images.
  ///
  /// - Returns: the bytes written.
  func copyData(
    _ input: borrowing ReplayableInput, _ reader: inout PNGReader, into descriptor: Int32,
    _ scanners: ConversionScanners
  ) async throws(ImageError) -> Int {
    let isOpaque: Bool
    do throws(PNGError) {
      isOpaque = try await look(at: &reader, scanners)
    } catch {
      throw error.imageError(at: reader.name)
    }
    return try copy(input, reader, into: descriptor, leavingOutAlpha: reduces && isOpaque)
  }

  /// Copies the compressed data of `input`; its `reader` must have been read to the end.
  private func copy(
    _ input: borrowing ReplayableInput, _ reader: borrowing PNGReader, into descriptor: Int32,
    leavingOutAlpha: Bool
  ) throws(ImageError) -> Int {
    let kept = metadata.kept(reader.metadata)
    var changes = PNGChunkRewriter.Changes(adding: colorChunks + kept.leading)
    changes.copiedOnly = sampleChunks
    if leavingOutAlpha { changes.copiedOnly?.remove("tRNS") }
    if reader.background == nil { changes.copiedOnly?.remove("bKGD") }
    changes.addedAtEnd = kept.trailing
    let (name, plan) = (input.name, changes)
    return try input.reading { (bytes) throws(ImageError) in
      try ImageError.at(name) { () throws(PNGError) in
        try PNGChunkRewriter.rewrite(
          fileDescriptor: bytes, name: name, to: descriptor, changes: plan, limits: limits, palette: converted
        ).byteCount
      }
    }
  }

  /// Whether an unchanged image would have the header of `reader` if compressed again: no palette, no interlacing, at
  /// least 8 bits, no transparent colour.
  func encodesSame(_ reader: borrowing PNGReader) -> Bool {
    let input = reader.header
    return input
      == PNGHeader(
        width: input.width, height: input.height, bitDepth: output.depth, format: reader.pixelFormat)
  }

  /// Writes the unchanged image of `input`, either compressed again or with its own compressed data, whichever is
  /// smaller.
  ///
  /// - Returns: the bytes written.
  func writeSmaller(
    _ input: borrowing ReplayableInput, _ reader: inout PNGReader, into descriptor: Int32,
    named name: String, _ scanners: ConversionScanners
  ) async throws(ImageError) -> Int {
    let (encoded, copied) = (try Self.openScratch(for: name), try Self.openScratch(for: name))
    defer { for scratch in [encoded, copied] { try? SystemCall.close(scratch, path: name) } }
    let encodedBytes = try await encode(&reader, into: encoded, named: name, scanners)
    let copiedBytes = try copy(input, reader, into: copied, leavingOutAlpha: false)
    try ImageError.at(name) { () throws(FileError) in
      try SystemCall.copy(encodedBytes < copiedBytes ? encoded : copied, to: descriptor, path: name)
    }
    return min(encodedBytes, copiedBytes)
  }

  private static func openScratch(for name: String) throws(ImageError) -> Int32 {
    try ImageError.at(name) { () throws(FileError) in try ScratchFile.open() }
  }

  /// Passes the pixels to the scanners. Returns whether all are opaque.
  private func look(
    at reader: inout PNGReader, _ scanners: ConversionScanners
  ) async throws(PNGError) -> Bool {
    let isOpaque = Mutex(true)
    let pipeline = StripPipeline(budget)
    let line = pipeline.line { (strip: SharedStrip, top: Int) in
      scanners.scanForBands(strip.pixels, from: top)
      isOpaque.withLock { $0 = $0 && strip.pixels.isOpaque }
    }
    try await pipeline.run(&reader, StripReader(of: reader, hasContext: true)) { strip in
      [task(on: strip, scanners, line)]
    }
    try reader.finish()
    return isOpaque.withLock(\.self)
  }

  private func task(
    on strip: StripReader.Strip, _ scanners: ConversionScanners, _ line: StripLine<(SharedStrip, Int)>
  ) -> StripPipeline.Task {
    { () throws(PNGError) in
      let pixels = SharedStrip(work.convert(strip, depth: output.depth, scanners))
      try line.put((pixels, strip.contextRows), at: strip.index)
    }
  }

  /// The entries of a palette, three bytes each, converted to the destination's colours and rounded.
  private func converted(_ entries: [UInt8]) -> [UInt8] {
    let count = entries.count / 3
    var row = PixelBuffer(
      width: count, height: 1, format: .rgb16, samples: entries.prefix(3 * count).map { 257 * UInt16($0) })
    work.executor.convert(&row)
    Dither.none.reduceTo8Bits(&row, firstRow: 0)
    return row.samples.map { UInt8($0 >> 8) }
  }
}
