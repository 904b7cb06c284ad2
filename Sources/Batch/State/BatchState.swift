import ImageFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What earlier runs have made, from what, and with which options.
struct BatchState: Sendable, Hashable {
  /// One step's work on one source.
  struct Key: Sendable, Hashable {
    /// Relative to the pipeline's folder.
    let source: String
    /// The step's id.
    let step: String
  }

  /// A file as it was when it was last seen.
  struct File: Sendable, Hashable {
    var stamp: FileStamp
    let hash: ContentHash
  }

  /// What one step made from one input.
  struct Product: Sendable, Hashable {
    /// The content of the input.
    let input: ContentHash
    /// The step, its options and the version of the tool.
    let recipe: ContentHash
    /// What was said of it.
    let result: StepResult
    /// What was written, by path relative to the pipeline's folder.
    var outputs: [String: File]
  }

  var sources: [String: File] = [:]
  var products: [Key: Product] = [:]
  /// Outputs that no step makes any more and that still exist.
  var orphans: [String: File] = [:]
  /// Outputs that a run was about to write: a killed run may have left them.
  var claims: Set<String> = []

  /// Whether `path` is known as an output, not a source.
  func isOutput(_ path: String, among outputs: Set<String>) -> Bool {
    outputs.contains(path) || orphans[path] != nil || claims.contains(path)
  }

  /// Every output of every product.
  var outputPaths: Set<String> { Set(products.values.flatMap(\.outputs.keys)) }

  /// What every output of every product, and every orphan, holds: one content for each that mentions it.
  var outputContents: [String: [ContentHash]] {
    var contents = orphans.mapValues { [$0.hash] }
    for product in products.values {
      for (path, file) in product.outputs { contents[path, default: []].append(file.hash) }
    }
    return contents
  }

  /// Takes over what another state knows and this one does not: what other parts of the work have made. Stamps and
  /// hashes are compared with the files before any of it is used.
  mutating func adopt(_ other: BatchState) {
    sources.merge(other.sources) { own, _ in own }
    products.merge(other.products) { own, _ in own }
    orphans.merge(other.orphans) { own, _ in own }
    claims.formUnion(other.claims)
  }
}

/// What a step reports when it is done.
struct StepResult: Sendable, Hashable, Codable {
  /// Bytes read.
  var bytesIn = 0
  /// Bytes written.
  var bytesOut = 0
  /// Remarks a careful user wants to read.
  var notes: [String] = []
  /// What a check, a lint or a comparison found.
  var findings: [StepFinding] = []
  /// The fingerprints of those that fail the run.
  var failures: [String] = []
}

// A result as one field of a state file.

extension StepResult {
  /// JSON on one line; two numbers alone where there is nothing else to remember, which is most of the time.
  var stateText: String {
    if self == StepResult(bytesIn: bytesIn, bytesOut: bytesOut) { return "\(bytesIn) \(bytesOut)" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("numbers and texts can be encoded")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Bytes of one file that a state file may claim: a run adds them up.
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
