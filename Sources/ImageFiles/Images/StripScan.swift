package import PNGCodec
import Pixels
import Synchronization

/// Shows the rows of an image to those who look at them, from the first to the last.
///
/// Each scan takes the strips in order. While strips are scanned the next one is read, and a scan that is quick may be some
/// strips ahead of a slow one: cores wait for each other only where `mostStrips` have been read.
package enum StripScan {
  /// Something that looks at each strip in turn.
  package typealias Scan = @Sendable (SharedStrip) -> Void

  /// Strips of more than one row that are being scanned, at most; one more is read meanwhile. Rows that are strips of their
  /// own are long, and of these one is scanned.
  private static let mostStrips = 3

  /// Shows `scans` the rows of `reader`, and reads it to its end.
  ///
  /// - Parameters:
  ///   - first: rows that have been read already.
  ///   - height: rows of the strips that are read after them, from 1.
  ///   - budget: says whether other threads may be used.
  ///   - scans: what there is to do with a strip, the longest work first: any of them side by side, on any threads. A scan
  ///     is done with a strip before it gets the next.
  package static func run(
    _ reader: inout PNGReader, from first: SharedStrip, height: Int, budget: StripPermits, scans: [Scan]
  ) async throws(PNGError) {
    try await scanRows(&reader, from: first, height: height, budget: budget, scans: scans)
    try reader.finish()
  }

  /// The same as far as the last row.
  package static func scanRows(
    _ reader: inout PNGReader, from first: SharedStrip, height: Int, budget: StripPermits, scans: [Scan]
  ) async throws(PNGError) {
    if budget.isParallel, reader.remainingRows > 0 {
      try await runSideBySide(&reader, from: first, height: height, scans)
    } else {
      var strip = first
      while strip.pixels.height > 0 {
        tell(reader)
        for scan in scans { scan(strip) }
        strip = SharedStrip(try reader.readRows(height))
      }
    }
  }

  private static func tell(_ reader: borrowing PNGReader) {
    WorkProgress.tell(.reading, rows: reader.rowsRead, of: reader.header.height)
  }

  private static func runSideBySide(
    _ reader: inout PNGReader, from first: SharedStrip, height: Int, _ scans: [Scan]
  ) async throws(PNGError) {
    let lines = scans.map { ScanLine($0) }
    let room = ConcurrencyLimit(height > 1 ? mostStrips : 1)
    try await withTaskGroup(of: Void.self) { group -> Result<Void, PNGError> in
      do throws(PNGError) {
        var strip = first
        while strip.pixels.height > 0 {
          tell(reader)
          await room.take()
          let scanned = ScannedStrip(strip, scans: lines.count, room)
          for line in lines where line.add(scanned) { group.addTask { line.work() } }
          strip = SharedStrip(try reader.readRows(height))
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }.get()
  }
}

/// A strip until the last scan is done with it; then there is room for another.
private final class ScannedStrip: Sendable {
  let strip: SharedStrip
  private let room: ConcurrencyLimit
  private let scansLeft: Atomic<Int>

  init(_ strip: SharedStrip, scans: Int, _ room: ConcurrencyLimit) {
    self.strip = strip
    self.room = room
    scansLeft = Atomic(scans)
  }

  func endScan() {
    if scansLeft.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { room.giveBack() }
  }
}

/// The strips that one scan has not seen yet, in order. One thread at a time works on them.
private final class ScanLine: Sendable {
  private struct State {
    var waiting: [ScannedStrip] = []
    var isWorking = false
  }

  private let scan: StripScan.Scan
  private let state = Mutex(State())

  init(_ scan: @escaping StripScan.Scan) { self.scan = scan }

  /// Takes the next strip. Returns whether nobody is at work on the line: the caller lets `work` run then.
  func add(_ strip: ScannedStrip) -> Bool {
    state.withLock { state in
      state.waiting.append(strip)
      defer { state.isWorking = true }
      return !state.isWorking
    }
  }

  /// Scans strips until none is waiting.
  func work() {
    while let next = next() {
      scan(next.strip)
      next.endScan()
    }
  }

  private func next() -> ScannedStrip? {
    state.withLock { state in
      state.isWorking = !state.waiting.isEmpty
      return state.isWorking ? state.waiting.removeFirst() : nil
    }
  }
}
