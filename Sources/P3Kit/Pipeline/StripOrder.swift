/// Which strips of an image are in work, and which is to be written next.
struct StripOrder {
  private var started = 0

  /// How many have been written.
  var written = 0

  /// Done, but not to be written yet.
  private var waiting = InOrder<StripPipeline.Outcome>()

  /// Strips that were started and are not written yet.
  var inWork: Int { started - written }

  /// The number of one more strip.
  mutating func start() -> Int {
    started += 1
    return started - 1
  }

  /// Strip `index` is done.
  mutating func finish(_ index: Int, _ outcome: StripPipeline.Outcome) { waiting.put(outcome, at: index) }

  /// What is to be written now, if it is done; whoever takes it counts it as written.
  mutating func next() -> StripPipeline.Outcome? { waiting.next() }
}
