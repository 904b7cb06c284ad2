import Foundation
import Oracles
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Segments that other threads read: rows and errors are those of a reader that reads all by itself.
@Suite struct ReadAheadTests {
  /// How segments are read ahead.
  enum Helpers: CaseIterable {
    /// Nobody runs a reading but the reader.
    case none
    /// Each is run before the reader goes on.
    case before
    /// Threads run them while the reader reads, and afterwards.
    case beside
  }

  /// What came of reading a file.
  struct Outcome: Equatable {
    var rows: [[UInt16]] = []
    var error: String?
    var problems: [String] = []
    var chunks: [PNGChunkEntry] = []
    /// Segments that were read ahead.
    var readings = 0

    /// - Parameters:
    ///   - strip: rows that are read at once.
    ///   - helpers: nil for a reader by itself.
    ///   - ahead: segments that are ahead at once.
    ///   - first: strips that are read before segments are asked for.
    init(_ bytes: [UInt8], strip: Int, helpers: Helpers?, ahead: Int = 1, first: Int = 0) {
      do {
        var reader = try PNGReader(bytes: bytes, name: "segments.png")
        defer { chunks = reader.chunks }
        while reader.remainingRows > 0 {
          if let helpers, rows.count >= first { readAhead(&reader, helpers, ahead) }
          rows.append(try reader.readRows(strip).samples)
        }
        try reader.finish()
        problems = reader.problems.map { "\($0)" }
      } catch {
        self.error = "\(error)"
      }
    }

    private mutating func readAhead(_ reader: inout PNGReader, _ helpers: Helpers, _ most: Int) {
      while reader.segmentsAhead < most, let segment = reader.readAhead() {
        readings += 1
        switch helpers {
        case .none: break
        case .before: segment.run()
        case .beside: DispatchQueue.global().async { segment.run() }
        }
      }
    }
  }

  /// Expects that `bytes` come to the same with segments read ahead as without; returns how many were where one is ahead at a time:
  /// none follows one that was not taken.
  @discardableResult
  static func expectSame(
    _ bytes: [UInt8], strip: Int = 300, first: Int = 0, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Int {
    let alone = Outcome(bytes, strip: strip, helpers: nil)
    var readings = 0
    for (helpers, count) in Helpers.allCases.flatMap({ helpers in [1, 3].map { (helpers, $0) } }) {
      let ahead = Outcome(bytes, strip: strip, helpers: helpers, ahead: count, first: first)
      #expect(ahead.error == alone.error, comment, sourceLocation: sourceLocation)
      #expect(ahead.rows.starts(with: alone.rows), comment, sourceLocation: sourceLocation)
      if alone.error == nil { #expect(ahead.rows.count == alone.rows.count, sourceLocation: sourceLocation) }
      #expect(ahead.problems == alone.problems, comment, sourceLocation: sourceLocation)
      #expect(ahead.chunks == alone.chunks, comment, sourceLocation: sourceLocation)
      if count == 1 { readings = ahead.readings }
    }
    return readings
  }

  // MARK: Files

  /// A grey image of 8 bits, 1,023 × 2,500, that compresses to little: three segments.
  struct Flat {
    static let header = PNGBytes().header(1023, 2500)
    /// The data of its IDAT chunks.
    static let segments: [[UInt8]] = {
      let patterns = (0..<32).map { row in
        (0..<1023).map { UInt16(($0 / (row + 3)) % 251) * 257 }
      }
      let picture = PixelBuffer(
        width: 1023, height: 2500, format: .gray16, samples: (0..<2500).flatMap { patterns[$0 / 7 % 32] })
      guard
        let bytes = try? PNGSegmentTests.written(picture, depth: 8, compression: .balanced, strip: 2500)
      else { preconditionFailure("not written") }
      return ReferencePNG.chunks(bytes).filter { $0.type == "IDAT" }.map(\.data)
    }()

    static func file(_ segments: [[UInt8]]) -> PNGBytes {
      segments.reduce(header) { $0.chunk("IDAT", $1) }.chunk("IEND")
    }
  }

  // MARK: What is right

  @Test(arguments: PNGWriteOptions.Compression.allCases, [8, 16])
  func segmentsOfOursAreReadAhead(compression: PNGWriteOptions.Compression, depth: Int) throws {
    for format in [PixelFormat.rgb16, .rgba16] {
      let picture = PNGSegmentTests.picture(format, width: 600 * 2 / (depth / 8), height: 900, depth: depth)
      let bytes = try PNGSegmentTests.written(picture, depth: depth, compression: compression, strip: 900)
      let count = ReferencePNG.chunks(bytes).filter { $0.type == "IDAT" }.count
      for first in 0...1 { #expect(Self.expectSame(bytes, strip: 100, first: first) == count) }
    }
  }

  @Test func threeSegmentsAreReadAhead() {
    #expect(Flat.segments.count == 3 && Flat.segments.allSatisfy { $0.count < 20_000 })
    let bytes = Flat.file(Flat.segments).bytes
    for strip in [1, 300, 1000] { #expect(Self.expectSame(bytes, strip: strip) == 3) }
    // One strip takes all segments.
    for strip in [1500, 2500] { Self.expectSame(bytes, strip: strip) }
  }

  /// Rows that were read before the first segment was asked for, and too many of them.
  @Test func readingAheadBeginsLater() {
    let bytes = Flat.file(Flat.segments).bytes
    // The strip that follows three others takes two segments.
    for (first, count) in [3, 3, 3, 2, 0].enumerated() {
      #expect(Self.expectSame(bytes, first: first) == count, "\(first)")
    }
  }

  @Test func whoNeverReadsOnLeavesNothingBehind() throws {
    var left: [PNGSegmentReading] = []
    do {
      var reader = try PNGReader(bytes: Flat.file(Flat.segments).bytes, name: "left.png")
      while let segment = reader.readAhead() { left.append(segment) }
      #expect(left.count == 3)
      left[1].run()
      _ = try reader.readRows(1)
      let (ahead, hasToWait) = (reader.segmentsAhead, reader.hasToWait(for: 2500))
      #expect(ahead == 2 && !hasToWait)
    }
    for segment in left { segment.run() }
  }

  @Test func chunksAreSkippedAfterSegmentsWereReadAhead() throws {
    var reader = try PNGReader(bytes: Flat.file(Flat.segments).bytes, name: "skipped.png")
    _ = reader.readAhead()
    _ = try reader.readRows(1200)
    try reader.skipToEnd()
    let types = reader.chunks.map(\.type)
    #expect(types == ["IHDR", "IDAT", "IEND"])
  }

  /// A descriptor that does not stand at the start of its file, and one that cannot seek.
  @Test func descriptorsAreReadFromWhereTheyStand() throws {
    let bytes = Flat.file(Flat.segments).bytes
    let file = try TemporaryFile()
    let handle = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false)
    try handle.write(contentsOf: Data([1, 2, 3] + bytes))
    lseek(file.descriptor, 3, SEEK_SET)
    var reader = try PNGReader(fileDescriptor: file.descriptor, name: "file.png")
    let segment = reader.readAhead()
    #expect(segment != nil)
    segment?.run()
    let alone = Outcome(bytes, strip: 2500, helpers: nil)
    let samples = try reader.readRows(2500).samples
    #expect(samples == alone.rows[0])
    try reader.finish()

    let pipe = Pipe()
    DispatchQueue.global().async {
      try? pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
      try? pipe.fileHandleForWriting.close()
    }
    var streamed = try PNGReader(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "pipe.png")
    let none = streamed.readAhead()
    #expect(none == nil)
    let streamedSamples = try streamed.readRows(2500).samples
    #expect(streamedSamples == alone.rows[0])
  }

  // MARK: What is not

  /// Segments that another writer's chunks cut anywhere, and what it puts between them.
  @Test func otherChunksAreTheSameImage() {
    let stream = Flat.segments.flatMap(\.self)
    let first = Flat.segments[0].count
    for cuts in [
      [first - 1], [first + 1], [first, first + 9], [first - 4], [2], [first, first + 1, first + 2],
    ] {
      let ends = cuts + [stream.count]
      let parts = zip([0] + cuts, ends).map { Array(stream[$0..<$1]) }
      Self.expectSame(Flat.file(parts).bytes, "cut at \(cuts)")
    }
    // Thousands of little chunks, and chunks of nothing anywhere.
    let tiny = stride(from: first, to: stream.count, by: 3).map {
      Array(stream[$0..<min($0 + 3, stream.count)])
    }
    Self.expectSame(Flat.file([Flat.segments[0]] + tiny).bytes)
    Self.expectSame(Flat.file(tiny).bytes)
    for place in 0...3 {
      Self.expectSame(
        Flat.file(Array(Flat.segments[..<place]) + [[], []] + Flat.segments[place...]).bytes,
        "empty at \(place)")
    }
  }

  /// The sum in chunks of its own, and bytes behind it.
  @Test func theEndOfTheStreamMayBeAnywhere() throws {
    let last = try #require(Flat.segments.last)
    let most = Array(Flat.segments.dropLast())
    for cut in 1...6 {
      Self.expectSame(
        Flat.file(most + [Array(last.dropLast(cut)), last.suffix(cut)]).bytes, "\(cut) bytes apart")
      Self.expectSame(Flat.file(most + [Array(last.dropLast(cut))]).bytes, "\(cut) bytes missing")
    }
    for tail in [[1], [UInt8](repeating: 5, count: 100_000)] {
      Self.expectSame(Flat.file(most + [last + tail]).bytes)
      Self.expectSame(Flat.file(most + [last, tail]).bytes)
      Self.expectSame(Flat.file(most + [last, tail + Flat.segments[1]]).bytes)
    }
    var wrong = last
    wrong[last.count - 1] ^= 1
    Self.expectSame(Flat.file(most + [wrong]).bytes, "a wrong Adler-32")
    // The stream ends early, and goes on after what IHDR promises.
    Self.expectSame(Flat.file([Flat.segments[0], last, Flat.segments[1]]).bytes)
    Self.expectSame(Flat.file([Flat.segments[0], Flat.segments[1]]).bytes)
    Self.expectSame(Flat.file([Flat.segments[0], Flat.segments[1], Flat.segments[1], last]).bytes)
  }

  @Test func chunksBetweenSegmentsAreMisplaced() {
    let (a, b, c) = (Flat.segments[0], Flat.segments[1], Flat.segments[2])
    let between = Flat.header.chunk("IDAT", a).chunk("tEXt", Array("a\0b".utf8)).chunk("IDAT", b).chunk(
      "IDAT", c)
    Self.expectSame(between.chunk("IEND").bytes)
    Self.expectSame(Flat.header.chunk("IDAT", a).chunk("IDAT", b).chunk("IEND").chunk("IDAT", c).bytes)
    Self.expectSame(Flat.header.chunk("IDAT", a).chunk("IDAT", b).chunk("I?AT", c).bytes)
    Self.expectSame(
      Flat.header.chunk("IDAT", a).chunk("IDAT", b).raw([0xff, 0xff, 0xff, 0xff] + Array("IDAT".utf8)).bytes)
    Self.expectSame(Flat.file([a, b, c]).chunk("tEXt").raw([1, 2]).bytes)
  }

  /// A wrong CRC of each segment, with data that are right and with data that are not.
  @Test func aWrongCRCIsToldAsByOneReader() {
    let segments = Flat.segments
    var start = Flat.header.bytes.count
    for (index, segment) in segments.enumerated() {
      for place in [8, 8 + segment.count / 2, 8 + segment.count - 1, 8 + segment.count + 3] {
        for bit in [0, 5] as [UInt8] {
          var bytes = Flat.file(segments).bytes
          bytes[start + place] ^= 1 << bit
          Self.expectSame(bytes, "segment \(index), byte \(place)")
        }
      }
      start += 12 + segment.count
    }
  }

  /// Damage with a CRC that is right: of each segment in turn, wherever it is.
  @Test func damageIsToldAsByOneReader() {
    for index in Flat.segments.indices {
      let count = Flat.segments[index].count
      for place in stride(from: 0, to: count, by: max(1, count / 60)) {
        var segments = Flat.segments
        segments[index][place] ^= 1 << UInt8(place % 8)
        Self.expectSame(Flat.file(segments).bytes, "segment \(index), byte \(place)")
      }
    }
  }

  @Test func aCutFileIsToldAsByOneReader() {
    let bytes = Flat.file(Flat.segments).bytes
    for end in stride(from: Flat.header.bytes.count, to: bytes.count, by: max(1, bytes.count / 150)) {
      Self.expectSame(Array(bytes[..<end]), "cut at \(end)")
    }
    for end in bytes.count - 30..<bytes.count { Self.expectSame(Array(bytes[..<end]), "cut at \(end)") }
  }

  /// A filter type that does not exist, in a row of each segment.
  @Test func aWrongFilterTypeIsToldAsByOneReader() {
    let rows = [UInt8](repeating: 0, count: 1024 * 1024)
    for wrong in [0, 500, 1024, 1500, 2000] {
      let segments = (0..<2).map { index in
        var rows = rows
        if wrong / 1024 == index { rows[wrong % 1024 * 1024] = 5 }
        return Self.stored(rows)
      }
      Self.expectSame(
        Flat.file([[0x78, 1] + segments[0], segments[1], [1, 0, 0, 0xff, 0xff, 0, 0, 0, 0]]).bytes)
    }
  }

  /// A segment that goes on for gigabytes: runs of 258 zeros, two bits each.
  @Test func aSegmentWithoutEndIsNotOne() {
    // Fixed codes: a literal 0, then matches of length 258 at distance 1.
    var bits: [UInt8] = []
    var used = 0
    func put(_ value: Int, _ count: Int) {
      for bit in 0..<count {
        if used % 8 == 0 { bits.append(0) }
        bits[bits.count - 1] |= UInt8(value >> bit & 1) << UInt8(used % 8)
        used += 1
      }
    }
    put(0b010, 3)
    put(0b0000_1100, 8)
    // Length 258 is code 11000101, distance 1 is 00000; the first bit of a code comes first.
    for _ in 0..<100_000 { put(0b0_0000_1010_0011, 13) }
    let segments = Flat.segments
    for place in 0...2 {
      var parts = segments
      parts.insert(place == 0 ? [0x78, 0x9c] + bits : bits, at: place)
      Self.expectSame(Flat.file(parts).bytes, "at \(place)")
    }
  }

  // MARK: Streams

  /// Stored blocks that end as a segment does.
  static func stored(_ data: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    for start in stride(from: 0, to: data.count, by: 65_535) {
      let part = data[start..<min(start + 65_535, data.count)]
      let (low, high) = (UInt8(part.count & 255), UInt8(part.count >> 8))
      blocks += [0, low, high, ~low, ~high] + part
    }
    return blocks + [0, 0, 0, 0xff, 0xff]
  }
}
