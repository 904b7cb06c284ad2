import P3Kit

/// A line on the terminal that says how far a run of several images is. Nothing is drawn with `--quiet`, for one image,
/// or where standard error is no terminal.
struct ProgressLine {
  private let total: Int
  private let isVisible: Bool
  private var done = 0
  private var isDrawn = false
  private var lastDrawn: ContinuousClock.Instant?
  private let start = ContinuousClock.now

  init(total: Int, console: Console) {
    self.total = total
    isVisible = total > 1 && !console.isQuiet && StandardStream.error.isTerminal
  }

  /// One more image is done. Draws at most ten times a second.
  mutating func advance() {
    done += 1
    guard isVisible, done < total else { return }
    let now = ContinuousClock.now
    if let lastDrawn, now - lastDrawn < .milliseconds(100) { return }
    lastDrawn = now
    isDrawn = true
    let width = 24
    let filled = width * done / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    StandardStream.error.write("\r\(bar) \(done)/\(total)\(pace(at: now))")
    // Clears the rest of the line, where the last drawing was longer.
    StandardStream.error.write("\u{1B}[K")
  }

  /// Images per second so far, and the time that the rest takes at this pace; nothing in the first second.
  private func pace(at now: ContinuousClock.Instant) -> String {
    let elapsed = (now - start).components
    let seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
    guard seconds >= 1 else { return "" }
    let rate = Double(done) / seconds
    let remaining = Int((Double(total - done) / rate).rounded(.up))
    let digits = rate < 10 ? Numbers.oneDecimal(rate) : "\(Int(rate.rounded()))"
    let time = remaining < 100 ? "\(remaining) s" : "\((remaining + 59) / 60) min"
    return "  \(digits)/s  \(time) left"
  }

  /// Clears the line, so that other output can be printed.
  mutating func clear() {
    guard isDrawn else { return }
    StandardStream.error.write("\r\u{1B}[K")
    isDrawn = false
  }
}
