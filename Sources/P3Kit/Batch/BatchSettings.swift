public import PNGCodec

/// How a pipeline is run.
public struct BatchSettings: Sendable {
  /// The tool's version: another one makes everything again.
  public var version: String
  /// Images in work at once, from 1.
  public var jobs: Int
  /// Say what would be done, and write nothing.
  public var dryRun = false
  /// Whether what earlier runs made is taken as it is.
  public var usesCache = true
  /// Hash every file, also those whose size, time and inode are as they were.
  public var verifies = false
  /// Remove outputs whose source is gone.
  public var prunes = false
  /// The part of the work to do; nil for all.
  public var shard: BatchShard?
  /// What is refused before memory is taken.
  public var limits = PNGLimits()

  /// Settings for a run of everything.
  public init(version: String, jobs: Int) {
    precondition(jobs >= 1, "nothing can run with no worker")
    self.version = version
    self.jobs = jobs
  }
}
