import Synchronization

/// How many strips all images of a run may have in work together, so that memory stays bounded whatever their
/// number and size.
///
/// Every image may always have one strip in work, which keeps it moving; each further one needs a permit.
public final class StripPermits: Sendable {
  private let permits: Mutex<Int>

  /// Tasks that are running or waiting for a thread, of all images.
  private let tasks = Mutex(0)
  private let mostTasks: Int

  /// Whether strips may be in work on other threads at all.
  let isParallel: Bool

  /// Strips that wait for a worker, so that nobody runs dry while one is read: to read a strip takes half the time of the
  /// work on it.
  private static let readAhead = 2

  /// A budget for `jobs` workers, from 1: one strip in work for each, and half as many, at least `readAhead`, that wait for
  /// a worker or to be written.
  public init(jobs: Int) {
    isParallel = jobs > 1
    permits = Mutex(jobs + max((jobs + 1) / 2, Self.readAhead))
    mostTasks = jobs + Self.readAhead
  }

  /// Takes a permit if there is one.
  func take() -> Bool {
    permits.withLock { permits in
      guard permits > 0 else { return false }
      permits -= 1
      return true
    }
  }

  /// Gives a permit back.
  func giveBack() { permits.withLock { $0 += 1 } }

  /// Whether one more task would find a thread soon: each of the `jobs` is to find work when it ends what it has, and
  /// `readAhead` more are to be there while the caller reads. To be answered with `endTask` if so.
  func startTask() -> Bool {
    tasks.withLock { tasks in
      guard tasks < mostTasks else { return false }
      tasks += 1
      return true
    }
  }

  /// A task has ended.
  func endTask() { tasks.withLock { $0 -= 1 } }
}
