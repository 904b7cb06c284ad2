#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Something that takes bytes from outside: what a fuzzer calls with each input, and the ordinary tests with every file
/// of the corpus.
public struct FuzzTarget: Sendable {
  /// The name of its folders in `Corpus` and `Findings`, and of its dictionary.
  public let name: String
  /// Runs one input. Any error is an answer; a trap or a sanitizer's report is a finding.
  public let run: @Sendable (UnsafeBufferPointer<UInt8>) -> Void

  /// The target called `name`.
  public init(_ name: String, run: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Void) {
    (self.name, self.run) = (name, run)
  }

  /// Runs one input.
  public func run(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer(run) }

  /// The targets of `fuzz-codec`, a program that holds nothing but the codec: it runs several times as often a second
  /// as one in which the fuzzer looks for new paths in all of p3tool.
  public static let codec = [
    FuzzTarget("inflate", run: InflateTarget.run), FuzzTarget("inflate-long", run: LongInflateTarget.run),
    FuzzTarget("deflate", run: DeflateTarget.run),
  ]

  /// The one that a fuzzer is to run: the environment's `FUZZ_TARGET`.
  public static func chosen(among targets: [FuzzTarget]) -> FuzzTarget {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = targets.first(where: { $0.name == name }) else {
      fatalError("FUZZ_TARGET is '\(name)': one of \(targets.map(\.name).joined(separator: " "))")
    }
    return target
  }
}

/// A finding where `condition` does not hold. (`precondition` says nothing in optimised code.)
public func require(_ condition: Bool, _ finding: @autoclosure () -> String) {
  if !condition { fatalError(finding()) }
}
