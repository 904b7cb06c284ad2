import ImageFiles
import PNGCodec
import Pixels
import Synchronization
import TestSupport
import Testing

/// Scans that look at an image at their own pace.
@Suite struct StripPipelineTests {
  /// 100 rows, each of which has its number in all samples.
  private static let height = 100
  private static let image = PNGFile.image8(
    width: 3, colorType: 0, (0..<UInt8(height)).flatMap { [$0, $0, $0] })

  /// Rows as one scan saw them, and how many scans of it ran at once.
  private final class Seen: Sendable {
    private struct State {
      var rows: [UInt8] = []
      var isScanning = false
      var overlaps = 0
    }
    private let state = Mutex(State())
    var rows: [UInt8] { state.withLock(\.rows) }
    var overlaps: Int { state.withLock(\.overlaps) }

    /// A scan that takes as long as `wait`.
    func scan(_ wait: @escaping @Sendable () -> Void) -> StripPipeline.Scan {
      { strip in
        self.state.withLock { state in
          if state.isScanning { state.overlaps += 1 }
          state.isScanning = true
        }
        wait()
        self.state.withLock { state in
          for row in 0..<strip.pixels.height {
            state.rows.append(UInt8(strip.pixels.samples[strip.pixels.rowRange(row).lowerBound] / 257))
          }
          state.isScanning = false
        }
      }
    }
  }

  private func run(_ bytes: [UInt8], height: Int, jobs: Int, _ scans: [StripPipeline.Scan]) async throws {
    var reader = try PNGReader(bytes: bytes, name: "in.png")
    var strips = StripReader(height: height)
    try strips.readFirst(of: &reader)
    try await StripPipeline.scan(&reader, strips, StripPermits(jobs: jobs), scans: scans)
    try reader.finish()
  }

  /// Each scan sees each row once, in order, and is done with a strip before it gets the next, however long others take.
  @Test(arguments: [1, 2, 8], [1, 7, 33, 200])
  func everyScanSeesAllRowsInOrder(jobs: Int, height: Int) async throws {
    let seen = (0..<4).map { _ in Seen() }
    let turns = InWork()
    let scans = seen.enumerated().map { index, seen in
      // Now one is slow, now another.
      seen.scan { turns.ended / 5 % 4 == index ? turns.end() : turns.skip() }
    }
    try await run(Self.image.bytes, height: height, jobs: jobs, scans)
    for seen in seen {
      #expect(seen.rows == Array(0..<UInt8(Self.height)))
      #expect(seen.overlaps == 0)
    }
  }

  /// Strips that one scan has begun and another has not ended.
  private final class InWork: Sendable {
    private let counts = Mutex((begun: 0, ended: 0, most: 0))
    var ended: Int { counts.withLock(\.ended) }
    var most: Int { counts.withLock(\.most) }

    func begin() {
      counts.withLock { counts in
        counts.begun += 1
        counts.most = max(counts.most, counts.begun - counts.ended)
      }
    }

    /// Takes its time.
    func end() {
      for _ in 0..<20_000 { _ = ended }
      skip()
    }

    func skip() { counts.withLock { $0.ended += 1 } }
  }

  /// A slow scan keeps no more than four strips in memory, of strips of one row two.
  @Test(arguments: [(height: 1, strips: 2), (height: 2, strips: 4)])
  func fewStripsAreInWork(height: Int, strips: Int) async throws {
    let work = InWork()
    try await run(Self.image.bytes, height: height, jobs: 4, [{ _ in work.end() }, { _ in work.begin() }])
    #expect(work.ended == Self.height / height)
    #expect(work.most <= strips)
  }

  /// Rows far before the damage are scanned; then the error comes, once all scans have ended.
  @Test(arguments: [1, 3]) func damageEndsAllScans(jobs: Int) async throws {
    let rows = (0..<UInt8(250)).map { [UInt8](repeating: $0, count: 3000) }
    var bytes = PNGFile(width: 3000, depth: 8, colorType: 0, rows: rows).bytes
    bytes.removeLast(60)
    let seen = [Seen(), Seen()]
    await #expect(throws: PNGError.self) {
      try await run(bytes, height: 2, jobs: jobs, seen.map { $0.scan {} })
    }
    #expect(seen[0].rows == seen[1].rows)
    #expect(seen[0].rows == Array(0..<UInt8(seen[0].rows.count)) && seen[0].rows.count >= 100)
  }

  private final class Order: Sendable {
    let indices = Mutex<[Int]>([])
  }

  /// Strips of which some take long reach the lines in order all the same, and all permits come back.
  @Test(arguments: [1, 2, 8]) func linesSeeStripsInOrder(jobs: Int) async throws {
    let permits = StripPermits(jobs: jobs)
    let pipeline = StripPipeline(permits)
    let seen = [Order(), Order()]
    let turns = InWork()
    let lines = seen.map { seen in
      pipeline.line { (index: Int) in seen.indices.withLock { $0.append(index) } }
    }
    var reader = try PNGReader(bytes: Self.image.bytes, name: "in.png")
    try await pipeline.run(&reader, StripReader(height: 1, hasContext: true)) { strip in
      #expect(strip.contextRows == min(strip.index, 1) && strip.rows == strip.index..<strip.index + 1)
      return [Self.task(strip, lines, turns)]
    }
    for seen in seen { #expect(seen.indices.withLock(\.self) == Array(0..<Self.height)) }
    #expect(Self.count(permits) == Self.count(StripPermits(jobs: jobs)))
  }

  /// What a line throws ends the image; permits of strips that the line never sees come back.
  @Test(arguments: [1, 2, 8]) func anErrorGivesPermitsBack(jobs: Int) async throws {
    let permits = StripPermits(jobs: jobs)
    let pipeline = StripPipeline(permits)
    let failure = PNGError(file: "out.png", kind: .outOfMemory)
    let line = pipeline.line { (index: Int) throws(PNGError) in if index == 20 { throw failure } }
    var reader = try PNGReader(bytes: Self.image.bytes, name: "in.png")
    await #expect(throws: failure) {
      try await pipeline.run(&reader, StripReader(height: 1)) { strip in
        [line.task(strip.index, at: strip.index)]
      }
    }
    #expect(reader.remainingRows > 0)
    #expect(Self.count(permits) == Self.count(StripPermits(jobs: jobs)))
  }

  private static func task(
    _ strip: StripReader.Strip, _ lines: [StripLine<Int>], _ turns: InWork
  ) -> StripPipeline.Task {
    { () throws(PNGError) in
      if strip.index % 5 == 0 { turns.end() }
      for line in lines { try line.put(strip.index, at: strip.index) }
    }
  }

  /// Takes all permits that are there.
  private static func count(_ permits: StripPermits) -> Int {
    var count = 0
    while permits.take() { count += 1 }
    return count
  }
}
