import PNGCodec
import Synchronization

/// Limits the strips that all images of a run have in work together, so that memory does not grow with the number and
/// size of the images.
///
/// A strip is in work, and holds a permit, from being read until it is written. Every image may always have one strip,
/// so that it progresses; if no permit is left, the number of permits becomes negative until others are returned.
public final class StripPermits: Sendable {
  private let permits: Mutex<Int>

  /// The memory that large images share.
  package let memory: MemoryPermits

  /// Whether strips may be processed on other threads.
  package let isParallel: Bool

  /// Strips that are read and wait for a worker. Two, since reading a strip takes about half the time of processing it;
  /// with fewer, workers would wait.
  private static let readAhead = 2

  /// Bytes per worker that large images may take together, if that is more than one small file may.
  private static let memoryPerJob = 32 << 20

  /// The permits of a run with `jobs` workers: one strip per worker, half as many (at least `readAhead`) that wait for
  /// a worker or to be written, and one that is being read.
  ///
  /// - Parameters:
  ///   - jobs: workers, 1 or more; nil for as many as there are processors.
  ///   - memory: bytes that large images may take together; nil for `PNGLimits.leastMemory`, and more for many workers.
  public init(jobs: Int? = nil, memory: Int? = nil) {
    let jobs = jobs ?? ProcessorCount.available
    self.memory = MemoryPermits(capacity: memory ?? max(PNGLimits.leastMemory, jobs * Self.memoryPerJob))
    isParallel = jobs > 1
    permits = Mutex(jobs + max((jobs + 1) / 2, Self.readAhead) + 1)
  }

  /// Takes a permit if one is left; the only strip of an image always gets one.
  package func take(isOnlyStrip: Bool = false) -> Bool {
    permits.withLock { permits in
      guard permits > 0 || isOnlyStrip else { return false }
      permits -= 1
      return true
    }
  }

  /// Returns a permit.
  package func giveBack() { permits.withLock { $0 += 1 } }
}
