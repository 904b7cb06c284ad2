/// Bytes at a fixed address, so that a contender's run is nothing but its call.
final class SampleBuffer {
  let bytes: UnsafeMutableRawBufferPointer

  /// `count` zero bytes, and 64 more that kernels may touch.
  init(byteCount: Int) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount + 64, alignment: 64)
    _ = room.initializeMemory(as: UInt8.self, repeating: 0)
    bytes = UnsafeMutableRawBufferPointer(rebasing: room[..<byteCount])
  }

  convenience init(_ samples: [UInt16]) {
    self.init(byteCount: samples.count * 2)
    samples.withUnsafeBytes { bytes.copyMemory(from: $0) }
  }

  convenience init(_ other: [UInt8]) {
    self.init(byteCount: other.count)
    other.withUnsafeBytes { bytes.copyMemory(from: $0) }
  }

  deinit { bytes.baseAddress?.deallocate() }

  /// The bytes as native samples.
  var samples: UnsafeMutableBufferPointer<UInt16> { bytes.bindMemory(to: UInt16.self) }

  /// The bytes as floats.
  var floats: UnsafeMutableBufferPointer<Float> { bytes.bindMemory(to: Float.self) }

  /// The samples to read.
  var constants: UnsafeBufferPointer<UInt16> { UnsafeBufferPointer(samples) }
}
