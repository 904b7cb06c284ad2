// `--shard i/n`. The conformance is of a public type, so the imports are public too.
public import ArgumentParser
public import P3Kit

extension BatchShard: ExpressibleByArgument {
  /// `i/n` with i from 1 to n.
  public init?(argument: String) { self.init(argument) }
}
