import CDeflateCodec

/// Streams decoded as a whole and in parts, of which each is decoded on its own as far as they are segments: the same bytes,
/// the same verdict and the same counts.
///
/// The first byte is the size of output (n: n + 1 bytes at most, 0: 64 KB), the second the length of the longest segment
/// (64 << n). Two bytes each say where the first three parts end, counted from where they begin; the rest is the stream.
enum SegmentsTarget {
  @Sendable static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 8 else { return }
    let stream = UnsafeBufferPointer(rebasing: bytes[8...])
    let whole = StreamOutcome.ofDecoder(stream, inputSize: 0, outputSize: Int(bytes[0]))
    var cuts: [Int] = []
    for place in [2, 4, 6] {
      let start = cuts.last ?? 0
      cuts.append(start + (Int(bytes[place]) << 8 | Int(bytes[place + 1])) % (stream.count - start + 1))
    }
    let wanted = bytes[0] == 0 ? 1 << 16 : Int(bytes[0]) + 1
    let parts = SegmentedInflate(stream, cuts: cuts, wanted: wanted, longest: 64 << Int(bytes[1] % 16))
    whole.requireSame(parts)
  }
}

extension StreamOutcome {
  fileprivate func requireSame(_ parts: SegmentedInflate) {
    require(bytes == parts.bytes, "\(parts.taken) segments: other bytes")
    require(total == parts.total, "\(parts.taken) segments: \(parts.total) bytes instead of \(total)")
    require(result == parts.result && damage == parts.damage, "\(parts.taken) segments: another verdict")
    require(hasLeftover == parts.hasLeftover, "\(parts.taken) segments: bytes after the stream")
  }
}
