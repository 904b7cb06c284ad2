package import PNGCodec
package import Pixels
import Synchronization

/// Processes one image in strips, so that memory does not grow with its height.
///
/// One task reads the strips in order. The work on them runs on any threads in parallel. Work that must see strips in
/// order is a `StripLine`; one line may be some strips ahead of another. A strip is in work until the last line has
/// finished it, and the next one is read as soon as there is room.
package final class StripPipeline: Sendable {
  /// A piece of work on one strip, for any thread.
  package typealias Task = @Sendable () throws(PNGError) -> Void

  private struct State {
    /// Strips read or being read.
    var started = 0
    /// Strips that each line has finished.
    var ended: [Int] = []
    /// The first error of any task.
    var error: PNGError?
    /// The reading task, while it waits for room.
    var reader: CheckedContinuation<Void, Never>?

    var inWork: Int { started - (ended.min() ?? 0) }
  }

  private let permits: StripPermits
  private let mostStrips: Int?
  private let state = Mutex(State())

  /// A pipeline for one image.
  ///
  /// - Parameters:
  ///   - permits: the permits of the run, one for each strip in work.
  ///   - mostStrips: the most strips in work, for work that takes no permits; with 1 the reading task does all work.
  package init(_ permits: StripPermits, mostStrips: Int? = nil) {
    self.permits = permits
    self.mostStrips = mostStrips
  }

  /// Adds a line; call it before the first strip is read.
  ///
  /// - Parameter see: called with the result for each strip, in order and never twice at once.
  package func line<Value: Sendable>(
    _ see: @escaping @Sendable (Value) throws(PNGError) -> Void
  ) -> StripLine<Value> {
    let number = state.withLock { state in
      state.ended.append(0)
      return state.ended.count - 1
    }
    return StripLine { value throws(PNGError) in
      try see(value)
      self.endStrip(ofLine: number)
    }
  }

  /// Reads `reader` to its last row.
  ///
  /// - Parameters:
  ///   - strips: divides the image.
  ///   - tasks: the work on a strip, the longest first. Together they must give each line its value.
  package func run(
    _ reader: inout PNGReader, _ strips: consuming StripReader,
    tasks: (StripReader.Strip) -> [Task]
  ) async throws(PNGError) {
    let isParallel = permits.isParallel && mostStrips != 1 && reader.header.height > strips.height
    // After an error, returns the permits of strips that no line will see.
    defer { for _ in 0..<state.withLock(\.inWork) { giveBackPermit() } }
    try await withDiscardingTaskGroup { group -> Result<Void, PNGError> in
      do throws(PNGError) {
        while strips.hasMore(reader) {
          try await startStrip()
          guard let strip = try strips.next(of: &reader) else { break }
          for task in tasks(strip) {
            if isParallel { group.addTask { self.perform(task) } } else { try task() }
          }
          // Swift has as many threads as processors: lets other tasks run after each strip.
          if !isParallel { await _Concurrency.Task.yield() }
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }.get()
    if let error = state.withLock(\.error) { throw error }
  }

  private func perform(_ task: Task) {
    do throws(PNGError) {
      try task()
    } catch {
      let reader = state.withLock { state in
        state.error = state.error ?? error
        return state.reader.take()
      }
      reader?.resume()
    }
  }

  // MARK: Room

  /// Waits until there is room for one more strip, which is then in work.
  private func startStrip() async throws(PNGError) {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        if state.error != nil || takeRoom(&state) { return true }
        state.reader = continuation
        return false
      }
      if goesOn { continuation.resume() }
    }
    if let error = state.withLock(\.error) { throw error }
  }

  private func endStrip(ofLine number: Int) {
    let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
      let before = state.inWork
      state.ended[number] += 1
      if state.inWork < before { giveBackPermit() }
      guard state.reader != nil, takeRoom(&state) else { return nil }
      return state.reader.take()
    }
    reader?.resume()
  }

  private func takeRoom(_ state: inout State) -> Bool {
    let hasRoom = mostStrips.map { state.inWork < $0 } ?? permits.take(isOnlyStrip: state.inWork == 0)
    if hasRoom { state.started += 1 }
    return hasRoom
  }

  private func giveBackPermit() {
    if mostStrips == nil { permits.giveBack() }
  }

  /// Rows read at a time if nothing is written: about half a megabyte of samples.
  package static func stripHeight(width: Int, _ format: PixelFormat) -> Int {
    max(1, (512 << 10) / (width * format.bytesPerPixel))
  }
}

/// Handles the results for an image's strips in order, one at a time, on the threads that deliver them.
package final class StripLine<Value: Sendable>: Sendable {
  private struct State {
    var waiting = InOrder<Value>()
    var isWorking = false
  }

  private let see: @Sendable (Value) throws(PNGError) -> Void
  private let state = Mutex(State())

  fileprivate init(_ see: @escaping @Sendable (Value) throws(PNGError) -> Void) { self.see = see }

  /// Accepts the result for strip `index`, and handles all results that are due, unless another thread is doing so.
  package func put(_ value: Value, at index: Int) throws(PNGError) {
    let isMine = state.withLock { state in
      state.waiting.put(value, at: index)
      guard !state.isWorking else { return false }
      state.isWorking = true
      return true
    }
    guard isMine else { return }
    while let next = next() { try see(next) }
  }

  /// `put` as a separate task. Swift 6.3.1 crashes on a closure in another one that throws this error.
  package func task(_ value: Value, at index: Int) -> StripPipeline.Task {
    { () throws(PNGError) in try self.put(value, at: index) }
  }

  private func next() -> Value? {
    state.withLock { state in
      let next = state.waiting.next()
      state.isWorking = next != nil
      return next
    }
  }
}

// MARK: Scans

extension StripPipeline {
  /// Reads each strip in order.
  package typealias Scan = @Sendable (SharedStrip) -> Void

  /// The most strips of more than one row in memory, including the one being read. Rows that are strips of their own
  /// are long: one is scanned while the next is read.
  private static let mostScannedStrips = 4

  /// Passes the rows of `reader`, to the last row, to `scans`.
  ///
  /// - Parameters:
  ///   - strips: divides the image.
  ///   - permits: decide whether other threads may be used. Scans take none, as their memory is bounded for each image.
  ///   - scans: the work on a strip, the longest first. A scan finishes a strip before it gets the next.
  package static func scan(
    _ reader: inout PNGReader, _ strips: consuming StripReader, _ permits: StripPermits, scans: [Scan]
  ) async throws(PNGError) {
    let pipeline = StripPipeline(permits, mostStrips: strips.height > 1 ? mostScannedStrips : 2)
    let lines = scans.map { scan in pipeline.line { (strip: SharedStrip) in scan(strip) } }
    let height = reader.header.height
    try await pipeline.run(&reader, strips) { strip in
      WorkProgress.tell(.reading, rows: strip.rows.upperBound, of: height)
      let shared = SharedStrip(strip.pixels.take())
      return lines.map { $0.task(shared, at: strip.index) }
    }
  }
}
