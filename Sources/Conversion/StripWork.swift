import Analysis
import DarkMode
import ImageFiles
import PNGCodec
import PixelConversion
import Pixels
import Synchronization

/// The work on every strip of an image between reading and writing. A value without state, so strips can be processed
/// in any order, on any thread.
struct StripWork: Sendable {
  /// Converts colours, and counts what leaves the target's gamut.
  private(set) var executor: PixelExecutor

  /// Softens white backgrounds before colours are converted; nil for no softening.
  var softening: Softening?

  /// How 16 bits become 8, if the output has 8.
  var dither = Dither.none

  /// Converted colours that are rounded instead of dithered.
  var flatColors: FlatColors?

  /// The background of an image written with `depth` bits: converted, and rounded.
  func converted(_ background: PNGBackground, depth: Int) -> PNGBackground {
    let format: PixelFormat = background.samples.count == 1 ? .gray16 : .rgb16
    var pixel = PixelBuffer(width: 1, height: 1, format: format, samples: background.samples)
    executor.convert(&pixel)
    if depth == 8 { Dither.none.reduceTo8Bits(&pixel, firstRow: 0) }
    return PNGBackground(samples: pixel.samples)
  }

  /// The final pixels of `strip` at `depth` bits; `firstRow` is the strip's first row in the image. Nothing is counted.
  func pixels(of strip: consuming PixelBuffer, firstRow: Int, depth: Int) -> PixelBuffer {
    softening?.apply(to: &strip, firstRow: firstRow)
    executor.convert(&strip)
    if depth == 8 { dither.reduceTo8Bits(&strip, firstRow: firstRow, rounding: flatColors) }
    return strip
  }

  /// The final pixels of `strip` at `depth` bits; passes them to `scanners`. Its row of context, which PNG's filters
  /// need, is converted a second time.
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
  /// This work fitted to `input`: if the executor's knee depends on how far the image's colours leave the gamut,
  /// `input` is read for that. Callers must reopen any reader of `input`.
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

  /// This work fitted to `input`: if the output is dithered to 8 bits, `master`, or `input` without one, is read for its
  /// one-coloured areas.
  /// Callers must reopen any reader of `input`, as the position in standard input's copy moves.
  func sparingFlatAreas(
    of input: borrowing ReplayableInput, in master: ImageSource? = nil, depth: Int, limits: PNGLimits,
    budget: StripPermits
  ) async throws(ImageError) -> StripWork {
    guard depth == 8, dither == .blueNoise else { return self }
    var reader =
      if let master { try master.openReader(limits: limits) } else { try input.openReader(limits: limits) }
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

/// Finds one-coloured areas in the strips of an image, in order, on any threads.
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

  /// The flat colours, after the last row; nil if there are none.
  func finish() -> PixelBuffer? { state.withLock { $0.scan.finish() } }
}
