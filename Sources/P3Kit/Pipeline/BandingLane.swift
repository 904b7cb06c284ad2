import Pixels

/// Looks for bands in the strips of an image as they are written: in order, one task at a time, beside the workers.
struct BandingLane: ~Copyable {
  /// A strip as it is encoded, and the row of it that begins what is new.
  typealias Strip = (pixels: Handover<PixelBuffer>, top: Int)

  /// Nil while a task has it.
  private var scanner: BandingScanner?
  private var waiting: [Strip] = []

  /// Strips that may wait before no further ones are read, so that memory stays bounded. It is seldom so: reading a
  /// strip takes several times as long as looking for bands in it.
  private static let mostWaiting = 1

  init(_ scanner: consuming BandingScanner) { self.scanner = consume scanner }

  /// Whether further strips would only pile up.
  var isBehind: Bool { waiting.count >= Self.mostWaiting }

  /// Whether a task has the scanner.
  var isScanning: Bool { scanner == nil }

  /// Takes the next strip of the image.
  mutating func append(_ strip: Strip) { waiting.append(strip) }

  /// What is there to do, to be run on any thread and its result given to `resume`; nil where nothing is, or
  /// somebody is at it.
  mutating func nextTask() -> (@Sendable () -> Handover<BandingScanner>)? {
    guard !waiting.isEmpty, let scanner = scanner.take() else { return nil }
    let (owner, strip) = (Handover(scanner), waiting.removeFirst())
    return {
      var scanner = owner.take()
      scanner.scan(strip.pixels.take(), from: strip.top)
      return Handover(scanner)
    }
  }

  /// Takes the scanner back from a task.
  mutating func resume(_ owner: Handover<BandingScanner>) { scanner = owner.take() }

  /// Does what waits, here and now.
  mutating func catchUp() { while let task = nextTask() { resume(task()) } }

  /// The report, after the last strip.
  consuming func finish(cause: BandingCause) -> BandingReport {
    catchUp()
    guard let scanner = scanner.take() else { preconditionFailure("a task still has the scanner") }
    return scanner.finish(cause: cause)
  }
}
