import CDeflateCodec
import CZlibReference
import CodecTargets
import Oracles
import Testing

/// Parts of a stream that are decoded on their own: the stream goes on with them exactly where that changes nothing.
@Suite struct SegmentTests {
  /// A part of a stream: blocks that end on a whole byte, and what they decode to.
  private struct Part {
    let blocks: [UInt8]
    let data: [UInt8]

    init(_ data: [UInt8]) { (self.data, blocks) = (data, Coders.huffmanOnly(data, isLast: false).blocks) }

    init(_ data: [UInt8], _ write: (inout DeflateBits) -> Void) {
      self.data = data
      var bits = DeflateBits(zlibHeader: [])
      write(&bits)
      blocks = bits.bytes
    }

    /// The last block of a stream.
    static let end = Part([]) { $0.stored([], isLast: true) }
  }

  /// The stream of `parts`, with `sum` behind it or the right sum, cut where parts end but for `uncut`.
  private static func segmented(
    _ parts: [Part], sum: [UInt8]? = nil, uncut: Set<Int> = [], tail: [UInt8] = [], longest: Int = 1 << 20
  ) -> (parts: SegmentedInflate, whole: Inflated, data: [UInt8]) {
    var stream: [UInt8] = [0x78, 0x9c]
    var cuts: [Int] = []
    for (index, part) in parts.enumerated() {
      stream += part.blocks
      if index + 1 < parts.count, !uncut.contains(index) { cuts.append(stream.count) }
    }
    let data = parts.flatMap(\.data)
    stream += (sum ?? DeflateBits(zlibHeader: []).ended(data)) + tail
    let segmented = stream.withUnsafeBufferPointer { SegmentedInflate($0, cuts: cuts, longest: longest) }
    return (segmented, Inflated(stream), data)
  }

  private static func expectSame(
    _ answer: (parts: SegmentedInflate, whole: Inflated, data: [UInt8]),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (parts, whole, _) = answer
    #expect(parts.bytes == whole.bytes, sourceLocation: sourceLocation)
    #expect(parts.result == whole.result && parts.damage == whole.damage, sourceLocation: sourceLocation)
    #expect(parts.total == UInt64(whole.bytes.count), sourceLocation: sourceLocation)
    #expect(parts.hasLeftover == whole.hasLeftover, sourceLocation: sourceLocation)
  }

  @Test func segmentsMakeTheStream() {
    let noise = Part(Sample.noise(count: 90_000, seed: 1))
    let flat = Sample.flat(rows: 300, pixels: 50, pixelBytes: 4, seed: 2)
    let edges = Part(flat) {
      $0.append(Coders.edgeLZ77(flat, pixelBytes: 4, rowBytes: 201, isLast: false))
    }
    let answer = Self.segmented([noise, edges, noise, Part([7]), Part([]), edges, Part.end])
    Self.expectSame(answer)
    #expect(answer.parts.taken == 7)
    #expect(answer.parts.result == P3Z_DONE && answer.parts.bytes == answer.data)
  }

  /// What a consumer has not read stays in front of a segment, as far as there is room for it.
  @Test(arguments: [1, 4096, 32_768, 32_769, 70_000])
  func bytesThatWaitStayInFront(wanted: Int) {
    let parts = (0..<5).map { Part(Sample.noise(count: 50_000 + $0, seed: UInt64($0))) }
    var stream: [UInt8] = [0x78, 0x9c]
    var cuts: [Int] = []
    for part in parts {
      stream += part.blocks
      cuts.append(stream.count)
    }
    let data = parts.flatMap(\.data)
    stream += Part.end.blocks + DeflateBits(zlibHeader: []).ended(data)
    let segmented = stream.withUnsafeBufferPointer { SegmentedInflate($0, cuts: cuts, wanted: wanted) }
    #expect(segmented.result == P3Z_DONE && segmented.bytes == data)
    #expect(segmented.taken == (wanted <= 32_769 ? 6 : 1))
  }

  /// A match that reaches back over the boundary: by one byte, and by as many as a distance can.
  @Test(arguments: [(1, 0), (3, 2), (32_768, 0), (32_768, 32_767)])
  func aMatchBeforeTheStartIsNoSegment(distance: Int, literals: Int) {
    let before = Sample.random(count: 40_000, seed: 3)
    var data = [UInt8](repeating: 9, count: literals)
    let source = (before + data).suffix(distance)
    data += (0..<10).map { source[source.startIndex + $0 % distance] }
    let reaching = Part(data) { bits in
      bits.block(1, isLast: false)
      for _ in 0..<literals { bits.fixed(9) }
      bits.fixedMatch(length: 10, distance: distance)
      bits.fixed(256)
      bits.stored([], isLast: false)
    }
    let answer = Self.segmented([Part(before), reaching, Part([1, 2, 3]), Part.end])
    Self.expectSame(answer)
    #expect(answer.parts.taken == 1)
    #expect(answer.parts.bytes == answer.data)
  }

  /// A distance may reach to the start of its segment, and after a segment to what stood before that.
  @Test func theStreamRemembersWhatStoodBeforeASegment() {
    let before = Sample.random(count: 32_000, seed: 4)
    let own = Part([5, 6, 7, 5, 6, 7]) { bits in
      bits.block(1, isLast: false)
      for literal in [5, 6, 7] { bits.fixed(literal) }
      bits.fixedMatch(length: 3, distance: 3)
      bits.fixed(256)
      bits.stored([], isLast: false)
    }
    let reaching = Part(Array(before[..<4])) { bits in
      bits.block(1, isLast: false)
      bits.fixedMatch(length: 4, distance: 32_006)
      bits.fixed(256)
      bits.stored([], isLast: false)
    }
    let answer = Self.segmented([Part(before), own, reaching, Part.end])
    Self.expectSame(answer)
    #expect(answer.parts.taken == 2 && answer.parts.bytes == answer.data)
  }

  @Test func aCutInsideABlockIsNoSegment() {
    let noise = Sample.noise(count: 3000, seed: 5)
    let (stream, _) = Self.stream([noise, noise, noise])
    let whole = Inflated(stream)
    for cut in 1..<stream.count {
      let parts = stream.withUnsafeBufferPointer { SegmentedInflate($0, cuts: [cut]) }
      #expect(parts.bytes == whole.bytes && parts.result == P3Z_DONE && !parts.hasLeftover, "\(cut)")
    }
  }

  /// A block that ends inside a byte, behind which the rest of the byte is the next block's.
  @Test func aSegmentEndsOnAWholeByte() {
    var bits = DeflateBits(zlibHeader: [])
    bits.block(1, isLast: false)
    for _ in 0..<5 { bits.fixed(65) }
    bits.fixed(256)
    #expect(bits.bytes.count == 7)
    let first = bits
    bits.stored([1], isLast: false)
    let stream =
      [0x78, 0x9c] + bits.bytes + Part.end.blocks
      + DeflateBits(zlibHeader: []).ended([65, 65, 65, 65, 65, 1])
    let cut = 2 + first.bytes.count
    let parts = stream.withUnsafeBufferPointer { SegmentedInflate($0, cuts: [cut]) }
    #expect(parts.taken == 0 && parts.result == P3Z_DONE && parts.bytes == [65, 65, 65, 65, 65, 1])
  }

  /// The stream may end inside a part: what follows its last block is the sum, wherever it is cut.
  @Test func theLastBlockEndsTheSegments() {
    let data = Sample.noise(count: 2000, seed: 6)
    let (stream, ends) = Self.stream([data, data])
    for cut in (ends.last ?? 0)...stream.count {
      for tail in [[], [1], [UInt8](repeating: 7, count: 70_000)] {
        let parts = (stream + tail).withUnsafeBufferPointer {
          SegmentedInflate($0, cuts: [ends[0], min(cut, stream.count)])
        }
        #expect(parts.result == P3Z_DONE && parts.bytes == data + data && parts.hasLeftover == !tail.isEmpty)
        #expect(parts.taken > 0)
      }
    }
    let early = Self.segmented([Part(data), Part.end, Part(data), Part.end], sum: [1, 2, 3, 4])
    Self.expectSame(early)
    #expect(early.parts.damage == P3Z_BAD_CHECKSUM)
  }

  @Test func aWrongSumIsToldAtTheEnd() {
    let parts = (0..<3).map { Part(Sample.noise(count: 5000, seed: UInt64($0))) } + [Part.end]
    let answer = Self.segmented(parts, sum: [1, 2, 3, 4])
    Self.expectSame(answer)
    #expect(answer.parts.damage == P3Z_BAD_CHECKSUM && answer.parts.bytes == answer.data)
  }

  /// Each bit of a segment changed, and each end: verdict and bytes are those of the whole stream.
  @Test func damageIsTheStreams() {
    let data = Sample.mixed(count: 160, seed: 7)
    let (stream, ends) = Self.stream([data, data, data])
    for bit in 16..<8 * ends[1] {
      var damaged = stream
      damaged[bit / 8] ^= 1 << (bit % 8)
      Self.expectSameInParts(damaged, ends, "bit \(bit)")
    }
    for end in 0..<stream.count { Self.expectSameInParts(Array(stream[..<end]), ends, "cut at \(end)") }
  }

  @Test(arguments: [0, 1])
  func aSegmentHasNoMoreBytesThanAllowed(more: Int) {
    // The window of a decoder is larger than what is asked for here.
    let longest = 400_000
    let data = [UInt8](repeating: 3, count: longest + more)
    let long = Part(data) {
      $0.append(Coders.longLZ77(data, shortest: P3Z_SIX_BYTES, isLast: false))
    }
    let answer = Self.segmented([Part([1]), long, Part.end], longest: longest)
    Self.expectSame(answer)
    #expect(answer.parts.taken == (more == 0 ? 3 : 1))
  }

  // MARK: Streams

  /// A stream of one segment for each of `data`, and where all but the last end.
  private static func stream(_ data: [[UInt8]]) -> (stream: [UInt8], ends: [Int]) {
    var stream: [UInt8] = [0x78, 0x9c]
    var ends: [Int] = []
    for (index, part) in data.enumerated() {
      stream += Coders.huffmanOnly(part, isLast: index + 1 == data.count).blocks
      ends.append(stream.count)
    }
    return (stream + DeflateBits(zlibHeader: []).ended(data.flatMap(\.self)), ends)
  }

  private static func expectSameInParts(_ stream: [UInt8], _ ends: [Int], _ comment: Comment) {
    let whole = Inflated(stream)
    let cuts = ends.map { min($0, stream.count) }
    let parts = stream.withUnsafeBufferPointer { SegmentedInflate($0, cuts: cuts) }
    #expect(parts.bytes == whole.bytes, comment)
    #expect(parts.result == whole.result && parts.damage == whole.damage, comment)
    #expect(parts.hasLeftover == whole.hasLeftover, comment)
  }
}
