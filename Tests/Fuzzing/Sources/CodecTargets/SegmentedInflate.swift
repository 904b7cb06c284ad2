import CDeflateCodec

/// A zlib stream of which parts are decoded on their own where they are segments, and the rest as it comes.
package struct SegmentedInflate {
  /// What was decoded, to the end or the damage.
  package private(set) var bytes: [UInt8] = []
  package private(set) var result = P3Z_MORE
  package private(set) var damage = P3Z_NO_DAMAGE
  package private(set) var hasLeftover = false
  /// Bytes as the decoder counts them.
  package private(set) var total: UInt64 = 0
  /// The first so many parts were segments.
  package private(set) var taken = 0

  /// - Parameters:
  ///   - stream: the whole stream.
  ///   - cuts: where parts end, from the first on; the last part ends with the stream.
  ///   - wanted: bytes that are asked for at once.
  ///   - longest: bytes that a segment may have.
  package init(_ stream: UnsafeBufferPointer<UInt8>, cuts: [Int], wanted: Int = 4096, longest: Int = 1 << 20)
  {
    var input = p3z_memory(bytes: stream.baseAddress, left: stream.count)
    withUnsafeMutablePointer(to: &input) { input in
      guard var decoder = p3z_inflater_open(wanted, p3z_pull_memory, input) else { fatalError("no memory") }
      var parts = Parts(input: input, ends: (cuts + [stream.count])[...], wanted: wanted, longest: longest)
      repeat {
        while p3z_inflater_available(decoder) < wanted, parts.follow(&decoder, isFirst: taken == 0) {
          taken += 1
        }
        result = takeDecoded(wanted, from: decoder, into: &bytes)
      } while result == P3Z_MORE
      if result == P3Z_DONE { result = p3z_inflater_finish(decoder) }
      damage = p3z_inflater_damage(decoder)
      total = p3z_inflater_total(decoder)
      hasLeftover = result == P3Z_DONE && p3z_inflater_has_leftover(decoder)
      p3z_inflater_close(decoder)
      parts.close()
    }
  }

  /// The parts that are still to be tried.
  private struct Parts {
    /// What the stream has not decoded.
    let input: UnsafeMutablePointer<p3z_memory>
    var ends: ArraySlice<Int>
    let wanted: Int
    let longest: Int
    private var start = 0
    /// What decodes the next one.
    private var spare: OpaquePointer?

    init(input: UnsafeMutablePointer<p3z_memory>, ends: ArraySlice<Int>, wanted: Int, longest: Int) {
      (self.input, self.ends, self.wanted, self.longest) = (input, ends, wanted, longest)
      spare = p3z_segment_open(wanted, longest)
    }

    /// Puts the decoder of the next part in the place of `stream`, if the part is a segment; else no other will be tried.
    mutating func follow(_ stream: inout OpaquePointer, isFirst: Bool) -> Bool {
      guard let end = ends.popFirst(), let segment = spare else { return false }
      var part = p3z_memory(bytes: input.pointee.bytes, left: end - start)
      guard p3z_segment_decode(segment, isFirst, p3z_pull_memory, &part), p3z_segment_follow(segment, stream)
      else {
        ends = []
        return false
      }
      input.pointee.bytes += end - start
      input.pointee.left -= end - start
      start = end
      // The first decoder has too little memory for a segment.
      if isFirst { p3z_inflater_close(stream) }
      spare = isFirst ? p3z_segment_open(wanted, longest) : stream
      stream = segment
      return true
    }

    func close() { p3z_inflater_close(spare) }
  }
}
