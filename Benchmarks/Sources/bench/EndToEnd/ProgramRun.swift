/// What a program took, or several one after the other.
struct ProgramRun {
  /// Seconds by the clock, and user and system seconds of the processors.
  let wall: Double, processor: Double
  /// The largest process.
  let peakMegabytes: Double

  /// Of each figure by itself.
  static func median(_ runs: [ProgramRun]) -> ProgramRun {
    func middle(_ value: (ProgramRun) -> Double) -> Double {
      let sorted = runs.map(value).sorted()
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
    return ProgramRun(
      wall: middle(\.wall), processor: middle(\.processor), peakMegabytes: middle(\.peakMegabytes))
  }
}
