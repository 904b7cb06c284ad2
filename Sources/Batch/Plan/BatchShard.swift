import ImageFiles

/// One part of a pipeline's work that is split over machines: which, of how many.
package struct BatchShard: Sendable, Hashable, Encodable, CustomStringConvertible {
  /// From 1 to `count`.
  package let index: Int
  /// From 1 to `maximumCount`.
  package let count: Int

  /// More parts than any engine starts.
  package static let maximumCount = 1_000_000

  /// The shard `index` of `count`; nil for numbers that do not fit.
  package init?(index: Int, count: Int) {
    guard (1...Self.maximumCount).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Reads `i/n`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { BoundedInteger.parse($0, in: 1...Self.maximumCount) }
    guard parts.count == 2, numbers.count == 2 else { return nil }
    let (index, count) = (numbers[0], numbers[1])
    self.init(index: index, count: count)
  }

  /// `i/n`.
  package var description: String { "\(index)/\(count)" }

  /// Whether the source at `path` is this shard's: by a hash of its path, so that the split does not depend
  /// on which other files there are.
  package func contains(_ path: String) -> Bool {
    SHA256.hash(path).prefix % UInt64(count) == UInt64(index - 1)
  }
}

// Shards as CI systems and job arrays number them.

extension BatchShard {
  /// Why the environment gives no shard: its numbers do not fit each other.
  package struct EnvironmentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A variable and its value.
    package struct Variable: Sendable, Hashable, CustomStringConvertible {
      /// As the environment spells it.
      package let name: String
      /// What it is set to.
      package let value: String
      /// `name=value`.
      package var description: String { "\(name)=\(value)" }
    }

    /// The number of the part.
    package let index: Variable
    /// The number of parts.
    package let count: Variable
    /// The number of the first part.
    package let first: Int

    /// The fact with its remedy.
    package var description: String {
      "\(index) with \(count) names no part of the work (counted from \(first)): give --shard i/n"
    }
  }

  /// A system's variables for number and count.
  private struct Convention {
    let index: String
    let count: String
    /// The number of the first shard where no other variable says.
    let first: Int
    /// The variable that holds the first number.
    var firstName: String?
  }

  private static let conventions = [
    Convention(index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
    // GitLab's `parallel:`.
    Convention(index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
    // Kubernetes sets the index of an indexed Job; the Job's template must hand on its completions.
    Convention(index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETIONS", first: 0),
    Convention(
      index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT", first: 0,
      firstName: "SLURM_ARRAY_TASK_MIN"),
  ]

  /// A number of the environment, small enough to count from.
  private static func environmentNumber(_ text: String) -> Int? {
    BoundedInteger.parse(text, in: -2 * maximumCount...2 * maximumCount)
  }

  /// The shard that `environment` describes, and the variable that says so; nil where none does.
  ///
  /// GitLab's `CI_NODE_INDEX` (from 1) and `CI_NODE_TOTAL`, CircleCI's `CIRCLE_NODE_…` (from 0),
  /// `JOB_COMPLETION_INDEX` (from 0) with `JOB_COMPLETIONS`, and `SLURM_ARRAY_TASK_ID` with `…_MIN` and `…_COUNT`.
  /// An index without its count says nothing: jobs are numbered for many reasons.
  ///
  /// - Throws: `EnvironmentError` when the numbers do not fit.
  package static func find(
    in environment: (String) -> String?
  ) throws(EnvironmentError) -> (shard: BatchShard, variable: String)? {
    for convention in conventions {
      guard let index = environment(convention.index), let count = environment(convention.count) else {
        continue
      }
      let first =
        convention.firstName.flatMap(environment).flatMap { environmentNumber($0) }
        ?? convention.first
      guard let number = environmentNumber(index), let total = environmentNumber(count),
        let shard = BatchShard(index: number - first + 1, count: total)
      else {
        throw EnvironmentError(
          index: .init(name: convention.index, value: index),
          count: .init(name: convention.count, value: count), first: first)
      }
      return (shard, convention.index)
    }
    return nil
  }
}
