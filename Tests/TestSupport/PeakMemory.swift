import Foundation
import Synchronization

/// The most memory that a running program has had resident so far: Linux tells in `/proc/NUMBER/status`.
public final class PeakMemory: Sendable {
  private let peak = Mutex(0)

  /// Whether this system tells.
  public static let isKnown = FileManager.default.fileExists(atPath: "/proc/self/status")

  /// What a test says that is skipped elsewhere.
  public static let skipReason = "no /proc tells the memory of a program here"

  /// Nothing seen yet.
  public init() {}

  /// Bytes, once `watch` has seen the program end.
  public var bytes: Int { peak.withLock { $0 } }

  /// Looks again and again until the program is gone: to be run while it runs.
  public func watch(process: Int32) async throws {
    while let bytes = Self.highWater(of: process) {
      peak.withLock { $0 = max($0, bytes) }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// `VmHWM`, which the status of a program that has ended does not have.
  private static func highWater(of process: Int32) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else {
      return nil
    }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
      .map { $0 * 1024 }
  }
}
