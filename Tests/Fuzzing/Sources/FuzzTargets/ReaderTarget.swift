import P3Kit

/// The PNG reader: whatever the bytes are, it delivers rows and says what the chunks mean, or throws.
enum ReaderTarget {
  static func run(_ bytes: [UInt8]) {
    read(bytes)
    read(RepairedChecksums.of(bytes))
  }

  private static func read(_ bytes: [UInt8]) {
    let limits = PNGLimits(maxPixels: 1 << 20, maxMemory: 16 << 20, maxProfileBytes: 1 << 20)
    do {
      var reader = try PNGReader(bytes: bytes, name: "fuzz", limits: limits)
      while reader.remainingRows > 0 { _ = try reader.readRows(7) }
      try reader.finish()
      _ = reader.colorInfo.present
      _ = reader.metadata.trailing
      _ = reader.problems
    } catch {
      _ = "\(error)"
    }
  }
}
