import Analysis
import DarkMode
import ImageFiles
import PNGCodec
import PixelConversion
import Pixels
import Synchronization

/// What happens to every strip of an image between reading and writing. A value without state: strips may be
/// worked on in any order, on any thread.
struct StripWork: Sendable {
  /// Colours to colours, and what leaves the target's gamut.
  private(set) var executor: PixelExecutor

  /// The tone of white backgrounds, before the colours are converted.
  var softening: Softening?

  /// How 16 bits become 8, where the output has 8.
  var dither = Dither.none

  /// Colours, as `executor` leaves them, that are rounded instead of dithered.
  var flatColors: FlatColors?

  /// What becomes of the background of an image that is written with `depth` bits: its colours are converted, and rounded.
  func converted(_ background: PNGBackground, depth: Int) -> PNGBackground {
    let format: PixelFormat = background.samples.count == 1 ? .gray16 : .rgb16
    var pixel = PixelBuffer(width: 1, height: 1, format: format, samples: background.samples)
    executor.convert(&pixel)
    if depth == 8 { Dither.none.reduceTo8Bits(&pixel, firstRow: 0) }
    return PNGBackground(samples: pixel.samples)
  }

  /// The pixels of `strip`, whose first row is `firstRow` of the image, as they are written with `depth` bits. Nothing is
  /// counted.
  func pixels(of strip: consuming PixelBuffer, firstRow: Int, depth: Int) -> PixelBuffer {
    softening?.apply(to: &strip, firstRow: firstRow)
    executor.convert(&strip)
    if depth == 8 { dither.reduceTo8Bits(&strip, firstRow: firstRow, rounding: flatColors) }
    return strip
  }

  /// The pixels of `strip` as they are written with `depth` bits, shown to `scanners` on the way. Its row of context, which
  /// the filters of PNG look at, is converted once more.
  func convert(_ strip: StripReader.Strip, depth: Int, _ scanners: ConversionScanners) -> PixelBuffer {
    var pixels = strip.pixels.take()
    scanners.addDepth(of: pixels)
    let top = strip.rows.lowerBound - strip.contextRows
    softening?.apply(to: &pixels, firstRow: top)
    let sums = executor.convert(&pixels, counting: strip.contextRows...) { samples, row in
      scanners.addFlattened(samples, firstRow: top + row)
    }
    if let sums { scanners.add(sums) }
    if depth == 8 { dither.reduceTo8Bits(&pixels, firstRow: top, rounding: flatColors) }
    return pixels
  }
}

extension StripWork {
  /// This work on `input`, which is read for how far its colours leave the gamut if the executor's knee depends on it.
  /// Whoever has a reader of `input` opens it again.
  func fittingKnee(
    of input: borrowing ReplayableInput, limits: PNGLimits, budget: StripPermits
  ) async throws(ImageError) -> StripWork {
    guard executor.fitsKnee else { return self }
    var reader = try input.openReader(limits: limits)
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    var work = self
    do throws(PNGError) {
      work.executor = executor.reaching(try reach(of: &reader))
    } catch {
      throw error.imageError(at: input.name)
    }
    return work
  }

  private func reach(of reader: inout PNGReader) throws(PNGError) -> Double {
    let header = reader.header
    let rows = StripPipeline.stripHeight(width: header.width, reader.pixelFormat)
    var reach = 0.0
    while reach < 1, reader.remainingRows > 0 {
      let firstRow = reader.rowsRead
      var strip = try reader.readRows(rows)
      softening?.apply(to: &strip, firstRow: firstRow)
      reach = max(reach, executor.reach(of: strip))
      WorkProgress.tell(.reading, rows: reader.rowsRead, of: header.height)
    }
    return reach
  }

  /// This work on `input`, which is read for its areas of one colour if the output's `depth` is 8 and dithered. Whoever has
  /// a reader of `input` opens it again: the copy of standard input has been read on.
  func sparingFlatAreas(
    of input: borrowing ReplayableInput, depth: Int, limits: PNGLimits, budget: StripPermits
  ) async throws(ImageError) -> StripWork {
    guard depth == 8, dither == .blueNoise else { return self }
    var reader = try input.openReader(limits: limits)
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    var work = self
    do throws(PNGError) {
      work.flatColors = try await flatColors(of: &reader, budget)
    } catch {
      throw error.imageError(at: input.name)
    }
    return work
  }

  private func flatColors(
    of reader: inout PNGReader, _ budget: StripPermits
  ) async throws(PNGError) -> FlatColors? {
    let (header, format) = (reader.header, reader.pixelFormat)
    let scanner = FlatAreaScanner(
      FlatColorScan(
        width: header.width, height: header.height, format: softening?.format(of: format) ?? format),
      softening: softening)
    try await StripPipeline.scan(
      &reader, StripReader(of: reader), budget, scans: [{ strip in scanner.scan(strip.pixels) }])
    try reader.finish()
    guard var colors = scanner.finish() else { return nil }
    executor.convert(&colors)
    return FlatColors(colors)
  }
}

/// Looks for areas of one colour in the strips of an image, in order, on any threads.
private final class FlatAreaScanner: Sendable {
  private struct State: ~Copyable {
    var scan: FlatColorScan
    var row = 0
  }

  private let state: Mutex<State>
  private let softening: Softening?

  init(_ scan: FlatColorScan, softening: Softening?) {
    state = Mutex(State(scan: scan))
    self.softening = softening
  }

  func scan(_ strip: borrowing PixelBuffer) {
    state.withLock { state in
      if let softening {
        var softened = strip.clone()
        softening.apply(to: &softened, firstRow: state.row)
        state.scan.add(softened)
      } else {
        state.scan.add(strip)
      }
      state.row += strip.height
    }
  }

  /// The flat colours, once the last row has passed; nil where there are none.
  func finish() -> PixelBuffer? { state.withLock { $0.scan.finish() } }
}
