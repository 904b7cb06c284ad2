import Pixels

/// Looks for bands in the strips of an image as they are written: in order, one task at a time, beside the workers.
struct BandingStage: ~Copyable {
  /// Nil while a task has it.
  private var scanner: BandingScanner?
  /// Strips that nobody has looked at, some before their turn: permits for strips in work bound how many.
  private var strips = InOrder<StripWork.Converted>()

  init(_ scanner: consuming BandingScanner) { self.scanner = consume scanner }

  /// Whether further strips would only pile up: then none are read, so that memory stays bounded. It is seldom so, as
  /// reading a strip takes several times as long as looking for bands in it.
  var isBehind: Bool { strips.hasNext }

  /// Whether a task has the scanner.
  var isScanning: Bool { scanner == nil }

  /// Takes strip `index` of the image, in any order.
  mutating func add(_ strip: StripWork.Converted, at index: Int) { strips.put(strip, at: index) }

  /// What is there to do, to be run on any thread and its result given to `resume`; nil where nothing is, or
  /// somebody is at it.
  mutating func nextTask() -> (@Sendable () -> Handover<BandingScanner>)? {
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

  /// Does what waits, here and now.
  mutating func catchUp() { while let task = nextTask() { resume(task()) } }

  /// The report, after the last strip.
  consuming func finish(cause: BandingCause) -> BandingReport {
    catchUp()
    guard let scanner = scanner.take() else { preconditionFailure("a task still has the scanner") }
    return scanner.finish(cause: cause)
  }
}
