import ImageFiles

/// One shard of a pipeline: a part of the work when it is split over several machines.
package struct BatchShard: Sendable, Hashable, Encodable, CustomStringConvertible {
  /// The number of the shard, 1…`count`.
  package let index: Int
  /// The number of shards, 1…`maximumCount`.
  package let count: Int

  /// The most shards; more than any CI system starts.
  package static let maximumCount = 1_000_000

  /// The shard `index` of `count`; nil if the numbers are out of range.
  package init?(index: Int, count: Int) {
    guard (1...Self.maximumCount).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Parses `i/n`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { BoundedInteger.parse($0, in: 1...Self.maximumCount) }
    guard parts.count == 2, numbers.count == 2 else { return nil }
    let (index, count) = (numbers[0], numbers[1])
    self.init(index: index, count: count)
  }

  /// `i/n`.
  package var description: String { "\(index)/\(count)" }

  /// Whether the source at `path` belongs to this shard. Decided by a hash of the path, so that the split does not
  /// depend on other files.
  package func contains(_ path: String) -> Bool {
    SHA256.hash(path).prefix % UInt64(count) == UInt64(index - 1)
  }
}

// Shards in the variables of CI systems and job arrays.

extension BatchShard {
  /// Numbers in the environment that give no shard because they do not fit each other.
  package struct EnvironmentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A variable with its value.
    package struct Variable: Sendable, Hashable, CustomStringConvertible {
      /// The name in the environment.
      package let name: String
      /// The value in the environment.
      package let value: String
      /// `name=value`.
      package var description: String { "\(name)=\(value)" }
    }

    /// The variable with the number of the shard.
    package let index: Variable
    /// The variable with the number of shards.
    package let count: Variable
    /// The number of the first shard.
    package let first: Int

    /// The fact and the remedy.
    package var description: String {
      "\(index) with \(count) names no part of the work (counted from \(first)): give --shard i/n"
    }
  }

  /// The variables of one system for the number and the count.
  private struct Convention {
    let index: String
    let count: String
    /// The number of the first shard if no variable holds it.
    let first: Int
    /// The variable that holds the number of the first shard.
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

  /// A number in the environment, small enough for arithmetic.
  private static func environmentNumber(_ text: String) -> Int? {
    BoundedInteger.parse(text, in: -2 * maximumCount...2 * maximumCount)
  }

  /// The shard that `environment` describes, with the name of the variable; nil if there is none.
  ///
  /// GitLab's `CI_NODE_INDEX` (from 1) and `CI_NODE_TOTAL`, CircleCI's `CIRCLE_NODE_…` (from 0), `JOB_COMPLETION_INDEX`
  /// (from 0) with `JOB_COMPLETIONS`, and `SLURM_ARRAY_TASK_ID` with `…_MIN` and `…_COUNT`. An index without a count is
  /// ignored: jobs are numbered for many reasons.
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
