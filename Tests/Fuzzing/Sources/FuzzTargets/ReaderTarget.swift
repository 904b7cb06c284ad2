@testable import PNGCodec

/// The PNG reader: whatever the bytes are, it delivers rows and says what the chunks mean, or throws.
enum ReaderTarget {
  private static let limits = PNGLimits(maxPixels: 1 << 20, maxMemory: 16 << 20, maxProfileBytes: 1 << 20)

  static func run(_ bytes: [UInt8]) {
    for bytes in [bytes, RepairedChecksums.of(bytes)] {
      CopierTarget.run(bytes, isReadable: isReadable(bytes), limits: limits)
    }
  }

  /// Reads all there is to `bytes`; false when they are refused.
  static func isReadable(_ bytes: [UInt8]) -> Bool {
    do {
      var reader = try PNGReader(bytes: bytes, name: "fuzz", limits: limits)
      while reader.remainingRows > 0 { _ = try reader.readRows(7) }
      try reader.finish()
      _ = reader.colorInfo.present
      _ = reader.metadata.trailing
      _ = reader.problems
      return true
    } catch {
      _ = "\(error)"
      return false
    }
  }
}
