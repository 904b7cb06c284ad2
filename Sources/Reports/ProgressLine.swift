import ImageFiles
import Synchronization

/// The progress of a run as a line on the terminal: finished images, and the finished rows of images in work. Nothing
/// is drawn with `--quiet`, or if standard error is no terminal.
package final class ProgressLine: Sendable {
  /// An image in work.
  private struct Part {
    let name: String
    var phase = WorkProgress.Phase.reading
    var share = 0.0
  }

  private struct State {
    var done = 0
    var parts: [Int: Part] = [:]
    var isDrawn = false
    /// Whether the run has ended or was interrupted: then nothing is drawn.
    var isClosed = false
    var lastDrawn: ContinuousClock.Instant
  }

  private let total: Int
  private let isVisible: Bool
  private let isQuiet: Bool
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  /// The current run, for the thread that handles signals.
  private static let current = Mutex<ProgressLine?>(nil)

  /// The width of the bar in columns.
  private static let width = 24

  /// Shorter runs draw nothing.
  private static let patience = Duration.milliseconds(200)

  package init(total: Int, console: Console) {
    self.total = total
    isQuiet = console.isQuiet
    isVisible = total > 0 && !console.isQuiet && StandardStream.error.isTerminal
    state = Mutex(State(lastDrawn: start + Self.patience))
    if total > 0 { Self.current.withLock { $0 = self } }
  }

  /// Performs `work` on image number `index`. Its finished rows move the bar.
  package func following<Value>(_ index: Int, _ name: String, _ work: () async -> Value) async -> Value {
    guard isVisible else {
      let value = await work()
      countOne()
      return value
    }
    state.withLock { $0.parts[index] = Part(name: name) }
    let progress = WorkProgress { [self] phase, share in
      state.withLock { state in
        state.parts[index]?.phase = phase
        state.parts[index]?.share = share
        draw(&state)
      }
    }
    let value = await WorkProgress.$current.withValue(progress, operation: work)
    state.withLock { $0.parts[index] = nil }
    countOne()
    return value
  }

  /// Counts a finished image.
  package func countOne() {
    state.withLock { state in
      state.done += 1
      draw(&state)
    }
  }

  /// Clears the line, so that other output can be printed.
  package func clear() { state.withLock { clear(&$0) } }

  /// Ends the progress line.
  package func finish() {
    state.withLock { state in
      clear(&state)
      state.isClosed = true
    }
    Self.current.withLock { $0 = nil }
  }

  /// Clears the line and prints the progress of the interrupted run, whose temporary files have been removed.
  package static func sayInterrupted() {
    guard let line = current.withLock({ $0 }) else { return }
    line.state.withLock { state in
      line.clear(&state)
      state.isClosed = true
      guard !line.isQuiet else { return }
      StandardStream.error.write(
        line:
          "interrupted: \(state.done) of \(Numbers.counted(line.total, "input")) done; what was in work is removed"
      )
    }
  }

  private func clear(_ state: inout State) {
    guard state.isDrawn else { return }
    StandardStream.error.write("\r\u{1B}[K")
    state.isDrawn = false
  }

  /// Draws the line, at most ten times a second.
  private func draw(_ state: inout State) {
    let now = ContinuousClock.now
    guard isVisible, !state.isClosed, state.done < total, now - state.lastDrawn >= .milliseconds(100) else {
      return
    }
    state.lastDrawn = now
    state.isDrawn = true
    let words: String
    let share: Double
    if total == 1, let part = state.parts.values.first {
      share = part.share
      words = "\(part.phase.rawValue) \(Int(share * 100)) %  \(part.name.printableName)"
    } else {
      share = (Double(state.done) + state.parts.values.reduce(0) { $0 + $1.share }) / Double(total)
      words = "\(state.done)/\(total)\(pace(done: state.done, at: now))"
    }
    let filled = min(Self.width, max(0, Int(Double(Self.width) * share)))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
    // The line must not be wider than the terminal, or it could not be cleared.
    let room = max(0, StandardStream.error.width - Self.width - 2)
    // The escape sequence clears the rest of a longer earlier line.
    StandardStream.error.write("\r\(bar) \(words.prefix(room))\u{1B}[K")
  }

  /// The images per second so far, and the estimated time for the rest; empty in the first second.
  private func pace(done: Int, at now: ContinuousClock.Instant) -> String {
    let seconds = (now - start).inSeconds
    guard seconds >= 1, done > 0 else { return "" }
    let rate = Double(done) / seconds
    let remaining = Int((Double(total - done) / rate).rounded(.up))
    let digits = rate < 10 ? Numbers.oneDecimal(rate) : "\(Int(rate.rounded()))"
    let time = remaining < 100 ? "\(remaining) s" : "\((remaining + 59) / 60) min"
    return "  \(digits)/s  \(time) left"
  }
}
