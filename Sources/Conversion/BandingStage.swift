import Analysis
import ImageFiles
import Pixels

/// Looks for bands in the strips of an image as they are written: in order, one task at a time, beside the workers.
struct BandingStage: ~Copyable {
  /// Nil before the first strip, and while a task has it.
  private var scanner: BandingScanner?
  /// Makes the scanner; nil once it has.
  private var makeScanner: (() -> BandingScanner)?
  /// Strips that are still to be scanned, some before their turn: permits for strips in work bound how many.
  private var strips = InOrder<StripWork.Converted>()

  /// - Parameter makeScanner: makes the scanner of the image, which takes memory by its size, once the first strip has
  ///   been read.
  init(_ makeScanner: @escaping () -> BandingScanner) { self.makeScanner = makeScanner }

  /// Whether the next strip waits to be scanned: then no further ones are read, so that memory stays bounded. It is
  /// seldom so, as reading a strip takes several times as long as looking for bands in it.
  var isBehind: Bool { strips.hasNext }

  /// Whether a task has the scanner.
  var isScanning: Bool { scanner == nil && makeScanner == nil }

  /// Takes strip `index` of the image, in any order.
  mutating func add(_ strip: StripWork.Converted, at index: Int) { strips.put(strip, at: index) }

  /// The scan of the next strip, to be run on any thread and its result given to `resume`; nil where no strip waits,
  /// or a task has the scanner.
  mutating func nextTask() -> (@Sendable () -> Handover<BandingScanner>)? {
    if strips.hasNext, let makeScanner {
      scanner = makeScanner()
      self.makeScanner = nil
    }
    guard scanner != nil, let strip = strips.next(), let scanner = scanner.take() else { return nil }
    let owner = Handover(scanner)
    return {
      var scanner = owner.take()
      scanner.scan(strip.pixels.pixels, from: strip.contextRows)
      return Handover(scanner)
    }
  }

  /// Takes the scanner back from a task.
  mutating func resume(_ owner: Handover<BandingScanner>) { scanner = owner.take() }

  /// Scans the strips that wait, on this thread.
  mutating func catchUp() { while let task = nextTask() { resume(task()) } }

  /// The report, after the last strip.
  consuming func finish(cause: BandingCause) -> BandingReport {
    catchUp()
    guard let scanner = scanner.take() else { preconditionFailure("a task still has the scanner") }
    return scanner.finish(cause: cause)
  }
}
