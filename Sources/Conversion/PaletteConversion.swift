import Analysis
import ImageFiles
import PNGCodec
import Pixels

/// Converts the colours of a palette and copies the rest of the image, its compressed indices too. The pixels are read
/// all the same: what is reported speaks of them, and a damaged image is refused.
struct PaletteConversion: Sendable {
  let work: StripWork
  let colorChunks: [PNGChunk]
  let metadata: MetadataFilter
  let limits: PNGLimits
  /// Whether tRNS is left out where every pixel is opaque.
  var dropsOpaqueAlpha = false
  let budget: StripPermits

  /// Ancillary chunks that speak of indices and entries, which keep their places. Those that no pixel depends on are
  /// metadata.
  private var indexChunks: Set<String> { metadata.keepsBackground ? ["tRNS", "bKGD", "hIST"] : ["tRNS"] }

  /// Reads `reader` to its end, writes the image of `input` to `descriptor`, and tells `observe` of each strip, in order.
  ///
  /// - Returns: the bytes written.
  func run(
    _ input: borrowing ReplayableInput, _ reader: inout PNGReader, into descriptor: Int32,
    banding: inout BandingStage?, observe: (GamutSums?, EffectiveDepth) -> Void
  ) async throws(ImageError) -> Int {
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    let isOpaque = try look(at: &reader, &banding, observe)
    let kept = metadata.kept(reader.metadata)
    var changes = PNGChunkRewriter.Changes(adding: colorChunks + kept.leading)
    changes.copiedOnly = dropsOpaqueAlpha && isOpaque ? indexChunks.subtracting(["tRNS"]) : indexChunks
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

  /// Shows the pixels to those who report on them, and tells whether all are opaque.
  private func look(
    at reader: inout PNGReader, _ banding: inout BandingStage?,
    _ observe: (GamutSums?, EffectiveDepth) -> Void
  ) throws(ImageError) -> Bool {
    try ImageError.at(reader.name) { () throws(PNGError) in
      var isOpaque = true
      let height = StripPipeline.stripHeight(width: reader.header.width, reader.pixelFormat)
      var strips = StripReader(height: height)
      for index in 0... {
        guard let strip = try strips.next(of: &reader) else { break }
        let seen = work.convert(
          strip.pixels.take(), firstRow: strip.firstRow, contextRows: strip.contextRows, depth: 8)
        banding?.add(seen, at: index)
        banding?.catchUp()
        observe(seen.gamut, seen.effectiveDepth)
        if isOpaque { isOpaque = seen.pixels.pixels.isOpaque }
      }
      try reader.finish()
      return isOpaque
    }
  }

  /// The entries of a palette, three bytes each, in the colours of the destination, rounded.
  private func converted(_ entries: [UInt8]) -> [UInt8] {
    let count = entries.count / 3
    var row = PixelBuffer(
      width: count, height: 1, format: .rgb16, samples: entries.prefix(3 * count).map { 257 * UInt16($0) })
    work.executor.convert(&row)
    Dither.none.reduceTo8Bits(&row, firstRow: 0)
    return row.samples.map { UInt8($0 >> 8) }
  }
}
