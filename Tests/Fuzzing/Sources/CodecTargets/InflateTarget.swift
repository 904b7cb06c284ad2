import CDeflateCodec
import CZlibReference

/// The decoder against zlib's: the same bytes and the same verdict, whatever the sizes of input and output.
///
/// The first two bytes are those sizes, input and output (n: n + 1 bytes at most, 0: 64 KB); the rest is the stream.
enum InflateTarget {
  /// Bytes of output that are compared; longer streams are not.
  private static let capacity = 1 << 18

  @Sendable static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 2 else { return }
    let stream = UnsafeBufferPointer(rebasing: bytes[2...])
    let zlib = StreamOutcome.ofZlib(stream, capacity: capacity)
    guard zlib.verdict != .long else { return }
    let ours = StreamOutcome.ofDecoder(stream, inputSize: Int(bytes[0]), outputSize: Int(bytes[1]))
    // zlib reads the number of the dictionary that it wants before it says so.
    if ours.damage == P3Z_PRESET_DICTIONARY, stream.count < 6 {
      return require(zlib.verdict == .short, "\(zlib.verdict) without the dictionary's number")
    }
    ours.requireAgreement(with: zlib)
    require(
      ours.verdict != .done || ours.hasLeftover == (zlib.used < stream.count), "bytes after the stream")
  }
}
