import ImageFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The products of earlier runs, with their inputs and options.
struct BatchState: Sendable, Hashable {
  /// The work of one step on one source.
  struct Key: Sendable, Hashable {
    /// Relative to the pipeline's folder.
    let source: String
    /// The step's id.
    let step: String
  }

  /// A file as last seen.
  struct File: Sendable, Hashable {
    var stamp: FileStamp
    let hash: ContentHash
  }

  /// The product of one step from one input.
  struct Product: Sendable, Hashable {
    /// The hash of the input.
    let input: ContentHash
    /// The hash of the step, its options and the version of the tool.
    let recipe: ContentHash
    /// The result, for reports.
    let result: StepResult
    /// The outputs by path relative to the pipeline's folder.
    var outputs: [String: File]
  }

  var sources: [String: File] = [:]
  var products: [Key: Product] = [:]
  /// Outputs that no step makes any more, but that still exist.
  var orphans: [String: File] = [:]
  /// Outputs that a run was about to write. If it was killed, they may exist.
  var claims: Set<String> = []

  /// Whether `path` is an output, and so no source.
  func isOutput(_ path: String, among outputs: Set<String>) -> Bool {
    outputs.contains(path) || orphans[path] != nil || claims.contains(path)
  }

  /// Every output of every product.
  var outputPaths: Set<String> { Set(products.values.flatMap(\.outputs.keys)) }

  /// The contents of every output path, of all products and orphans that name it.
  var outputContents: [String: [ContentHash]] {
    var contents = orphans.mapValues { [$0.hash] }
    for product in products.values {
      for (path, file) in product.outputs { contents[path, default: []].append(file.hash) }
    }
    return contents
  }

  /// Adds the records of another state (of another shard) that this one lacks. Stamps and hashes are compared with the
  /// files before a record is used.
  mutating func adopt(_ other: BatchState) {
    sources.merge(other.sources) { own, _ in own }
    products.merge(other.products) { own, _ in own }
    orphans.merge(other.orphans) { own, _ in own }
    claims.formUnion(other.claims)
  }
}

/// The result of a step.
struct StepResult: Sendable, Hashable, Codable {
  /// Bytes read.
  var bytesIn = 0
  /// Bytes written.
  var bytesOut = 0
  /// Remarks a careful user wants to read.
  var notes: [String] = []
  /// The findings of a check, a lint or a comparison.
  var findings: [StepFinding] = []
  /// The fingerprints of the findings that fail the run.
  var failures: [String] = []
  /// The fingerprints of the findings that the step's baseline contains; nil without a baseline.
  var known: [String]?
}

// A result as one field in a line of a state file.

extension StepResult {
  /// JSON on one line. A result without notes and findings, the most frequent one, is its two byte counts alone.
  var stateText: String {
    if notes.isEmpty, findings.isEmpty { return "\(bytesIn) \(bytesOut)" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("numbers and texts can be encoded")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// The valid sizes in a state file, in bytes. A run adds sizes, and sums must not overflow.
  private static let byteRange = 0...1 << 40

  init?(stateText text: String) {
    if text.hasPrefix("{") {
      guard let result = try? JSONDecoder().decode(StepResult.self, from: Data(text.utf8)) else {
        return nil
      }
      guard Self.byteRange.contains(result.bytesIn), Self.byteRange.contains(result.bytesOut) else {
        return nil
      }
      self = result
      return
    }
    let numbers = text.split(separator: " ").compactMap { BoundedInteger.parse($0, in: Self.byteRange) }
    guard numbers.count == 2 else { return nil }
    self.init(bytesIn: numbers[0], bytesOut: numbers[1])
  }
}
