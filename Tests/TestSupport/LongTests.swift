import Foundation

/// Tests that take long in a debug build: they run where code is optimised (`make test-release`, which CI runs as well),
/// and in debug where `P3_LONG_TESTS=1` asks for them.
///
///     @Test(.enabled(if: LongTests.areEnabled, "\(LongTests.skipReason)"))
public enum LongTests {
  /// Whether long tests run in this build.
  public static var areEnabled: Bool {
    isOptimized || ProcessInfo.processInfo.environment["P3_LONG_TESTS"] == "1"
  }

  /// What a skipped test says.
  public static let skipReason = "takes long: `make test-release` or P3_LONG_TESTS=1 runs it"

  #if DEBUG
    private static let isOptimized = false
  #else
    private static let isOptimized = true
  #endif
}
