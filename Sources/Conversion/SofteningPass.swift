import Analysis
import ColorManagement
import DarkMode
import ImageFiles
import PNGCodec
import Synchronization

/// The first reading of an image to be softened: finds its white background.
struct SofteningPass {
  let options: SofteningOptions
  let request: ConversionRequest

  /// Reads the image to its end and decides what to do with it.
  ///
  /// - Returns: an `ImageError` also if the profile has tables, from which light is not known.
  func analyze(
    _ input: borrowing ReplayableInput, budget: StripPermits
  ) async -> Result<Softening, ImageError> {
    do throws(ImageError) {
      let reader = try input.openReader(limits: request.limits.covering(.softening))
      let memory = await budget.memory.take(reader.memory)
      defer { budget.memory.giveBack(memory) }
      let softening = try await analyze(reader, path: input.name, budget)
      guard let scan = SofteningInkScan(softening) else { return .success(softening) }
      return .success(try await findInk(input, scan, budget))
    } catch {
      return .failure(error)
    }
  }

  private func analyze(
    _ opened: consuming PNGReader, path: String, _ budget: StripPermits
  ) async throws(ImageError) -> Softening {
    var reader = opened
    var strips = StripReader(of: reader)
    let scanners = try start(&reader, &strips, path: path)
    do throws(PNGError) {
      try await StripPipeline.scan(&reader, strips, budget, scans: scanners.scans)
      try reader.finish()
    } catch {
      throw error.imageError(at: path)
    }
    return scanners.finish()
  }

  /// Reads the image once more, for the ink on paper that becomes transparent.
  private func findInk(
    _ input: borrowing ReplayableInput, _ scan: SofteningInkScan, _ budget: StripPermits
  ) async throws(ImageError) -> Softening {
    var reader = try input.openReader(limits: request.limits.covering(.softening))
    let found = Mutex(scan)
    do throws(PNGError) {
      try await StripPipeline.scan(
        &reader, StripReader(of: reader), budget,
        scans: [{ strip in found.withLock { $0.add(strip.pixels) } }])
      try reader.finish()
    } catch {
      throw error.imageError(at: input.name)
    }
    return found.withLock { $0.finish() }
  }

  /// Reads the first rows and makes the scanners. Memory proportional to the image's width is allocated only once rows
  /// have been decoded.
  ///
  /// Not asynchronous: a colour space is aligned to 32 bytes, and in debug builds Swift 6.3.1 allocates 16 bytes too
  /// few for a function that keeps such a value across an `await`.
  private func start(
    _ reader: inout PNGReader, _ strips: inout StripReader, path: String
  ) throws(ImageError) -> SofteningScanners {
    let isGray = reader.header.colorType.isGray
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: isGray, override: request.sourceOverride,
      assumed: request.assumedProfile, path: path)
    guard let space = SofteningColorSpace(profile: color.profile, isGray: isGray) else {
      throw .cannotSoften(path: path, profile: color.profile.reportName)
    }
    do throws(PNGError) {
      try strips.readFirst(of: &reader)
      return SofteningScanners(
        SofteningAnalyzer(
          options: options, colorSpace: space, format: reader.pixelFormat, width: reader.header.width,
          height: reader.header.height))
    } catch {
      throw error.imageError(at: path)
    }
  }
}

/// Scans an image in the first reading; each scan has its own lock.
private final class SofteningScanners: Sendable {
  private let analyzer: Mutex<SofteningAnalyzer?>
  private let depth = Mutex(EffectiveDepth())

  init(_ analyzer: consuming sending SofteningAnalyzer) { self.analyzer = Mutex(analyzer) }

  /// The work on each strip.
  var scans: [StripPipeline.Scan] {
    [
      { strip in self.analyzer.withLock { $0?.add(strip.pixels) } },
      { strip in self.depth.withLock { $0.scan(strip.pixels) } },
    ]
  }

  /// The decision, after the last row. Call it once.
  func finish() -> Softening {
    guard let analyzer = analyzer.withLock({ $0.take() }) else { preconditionFailure("finished twice") }
    var softening = analyzer.finish()
    softening.sampleBits = depth.withLock(\.bits)
    return softening
  }
}
