// A palette that stays: its colours are converted, and the rest of the image is copied, its compressed indices too.

import Analysis
import ImageFiles
import PNGCodec
import Pixels

extension ConversionWriter {
  /// Ancillary chunks that speak of indices and entries, which keep their places. Those that no pixel depends on are
  /// metadata.
  private var indexChunks: Set<String> { metadata.keepsBackground ? ["tRNS", "bKGD", "hIST"] : ["tRNS"] }

  /// Writes the image of `input` with a converted palette. The pixels of `reader` are read as well, since the report counts
  /// them and a damaged image is refused.
  ///
  /// - Returns: the bytes written.
  func copyPalette(
    _ input: borrowing ReplayableInput, _ reader: inout PNGReader, into descriptor: Int32,
    _ scanners: ConversionScanners
  ) throws(ImageError) -> Int {
    let isOpaque = try ImageError.at(reader.name) { () throws(PNGError) in try look(at: &reader, scanners) }
    let kept = metadata.kept(reader.metadata)
    var changes = PNGChunkRewriter.Changes(adding: colorChunks + kept.leading)
    changes.copiedOnly = reduces && isOpaque ? indexChunks.subtracting(["tRNS"]) : indexChunks
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
    at reader: inout PNGReader, _ scanners: ConversionScanners
  ) throws(PNGError) -> Bool {
    var isOpaque = true
    var strips = StripReader(of: reader, hasContext: true)
    while let strip = try strips.next(of: &reader) {
      let pixels = work.convert(strip, depth: 8, scanners)
      scanners.scanForBands(pixels, from: strip.contextRows)
      if isOpaque { isOpaque = pixels.isOpaque }
    }
    try reader.finish()
    return isOpaque
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
