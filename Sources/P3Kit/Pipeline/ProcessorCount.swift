#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The processors this process may use.
public enum ProcessorCount {
  /// At least 1; on Linux what the affinity mask allows, so that `taskset` and containers count.
  public static let available = max(1, ProcessInfo.processInfo.activeProcessorCount)
}
