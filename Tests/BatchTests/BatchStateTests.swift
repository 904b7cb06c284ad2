import ImageFiles
import TestSupport
import Testing

@testable import Batch

@Suite("State files of batch runs")
struct BatchStateTests {
  private let state: BatchState = {
    let file = BatchState.File(stamp: FileStamp(size: 7, modified: -5, inode: .max), hash: SHA256.hash("x"))
    var state = BatchState()
    state.sources["art/tab\there \\ and\nnewline.png"] = file
    state.sources["plain.png"] = file
    state.products[.init(source: "plain.png", step: "convert")] = .init(
      input: SHA256.hash("in"), recipe: SHA256.hash("recipe"),
      result: StepResult(bytesIn: 1, bytesOut: 2, notes: ["a note\twith a tab"]),
      outputs: ["b/plain.png": file, "b/plain@2x.png": file])
    state.products[.init(source: "plain.png", step: "none")] = .init(
      input: SHA256.hash("in"), recipe: SHA256.hash("r"), result: StepResult(bytesIn: 3), outputs: [:])
    state.orphans["b/gone.png"] = file
    state.claims = ["art/x.png"]
    return state
  }()

  private func written(_ folder: TemporaryFolder) throws -> BatchStateFile {
    let file = BatchStateFile(path: folder.path("state"), version: "1.2.3")
    try file.finish(state, isNeeded: true)
    return BatchStateFile(path: folder.path("state"), version: "1.2.3")
  }

  @Test("what is written is read again, odd names included")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let (read, note) = try written(folder).read()
    #expect(read == state)
    #expect(note == nil)
  }

  @Test("a file cut at any byte loses at most the line it is cut in, and its first line means a fresh start")
  func torn() throws {
    let folder = try TemporaryFolder()
    _ = try written(folder)
    let whole = try folder.bytes("state")
    let lines = state.lines(version: "1.2.3")
    for count in stride(from: 0, to: whole.count, by: 7) {
      try folder.write(Array(whole[..<count]), to: "state")
      let (read, note) = BatchStateFile(path: folder.path("state"), version: "1.2.3").read()
      let complete = whole[..<count].count { $0 == 0x0A }
      var expected = BatchState()
      for line in lines.prefix(complete) { expected.take(line) }
      // The last line may be whole but for its newline: then it counts.
      var next = expected
      if complete < lines.count, complete > 0 { next.take(lines[complete]) }
      #expect(read == expected || read == next)
      #expect((note != nil) == (complete == 0 && count < lines[0].text.utf8.count - 1))
    }
  }

  @Test("a flipped bit in any place never passes for a record")
  func damaged() throws {
    let folder = try TemporaryFolder()
    _ = try written(folder)
    let whole = try folder.bytes("state")
    for position in stride(from: 0, to: whole.count, by: 11) {
      var bytes = whole
      bytes[position] ^= 4
      try folder.write(bytes, to: "state")
      let (read, note) = BatchStateFile(path: folder.path("state"), version: "1.2.3").read()
      #expect(read != state, "byte \(position)")
      #expect(note != nil, "byte \(position)")
      #expect(read.sources.allSatisfy { state.sources[$0.key] == $0.value })
      #expect(read.products.allSatisfy { state.products[$0.key] == $0.value })
    }
  }

  @Test("another version's file is told; another format's is not used")
  func foreign() throws {
    let folder = try TemporaryFolder()
    _ = try written(folder)
    let (read, note) = BatchStateFile(path: folder.path("state"), version: "2.0.0").read()
    #expect(read == state)
    #expect(note?.contains("was written by p3tool 1.2.3, this is 2.0.0") == true)
    try folder.write(Array(BatchStateLine.header(format: 99, version: "9").text.utf8), to: "state")
    let (empty, reason) = BatchStateFile(path: folder.path("state"), version: "2.0.0").read()
    #expect(empty == BatchState())
    #expect(reason?.contains("was written by p3tool 9") == true)
  }

  @Test("lines that are appended to a torn file do not stick to the torn line")
  func appendingAfterTear() throws {
    let folder = try TemporaryFolder()
    _ = try written(folder)
    try folder.write(try folder.bytes("state") + Array("0000 torn".utf8), to: "state")
    let file = BatchStateFile(path: folder.path("state"), version: "1.2.3")
    let (read, _) = file.read()
    file.append([.claim("new.png")], to: read)
    let (again, note) = BatchStateFile(path: folder.path("state"), version: "1.2.3").read()
    #expect(again.claims == ["art/x.png", "new.png"])
    #expect(note == nil)
  }

  @Test("a stamp taken in the same tick as the file's time is not trusted")
  func racy() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1], to: "now")
    let status = try #require(FileStatus(path: path))
    for later in [0, 1, 5_000_000] as [Int64] {
      #expect(!FileStamp.settled(status, now: status.modified + later).isTrusted(for: status))
    }
    // Longer than the coarsest step of a file system's clock.
    #expect(FileStamp.settled(status, now: status.modified + 3_000_000_000).isTrusted(for: status))
    #expect(FileStamp(status).isTrusted(for: status))
  }
}
