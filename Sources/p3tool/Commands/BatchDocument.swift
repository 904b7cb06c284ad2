import P3Kit

/// The JSON document of a batch.
struct BatchDocument: Encodable {
  /// Which part of the work it tells of; merging all parts drops it.
  struct Shard: Encodable {
    let index: Int
    let count: Int
  }

  let tool = "p3tool"
  let version = Version.current
  let schema = 1
  let command = "batch"
  let inputs: [BatchFileReport]
  /// Outputs whose source is gone.
  let orphans: [String]
  /// Orphans that were removed.
  let pruned: [String]
  let shard: Shard?
  let summary: BatchSummary

  private enum CodingKeys: String, CodingKey {
    case tool, version, schema, command, inputs, orphans, pruned, shard, summary
  }
}
