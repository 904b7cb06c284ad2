import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

@Suite struct PNGChunkRewriterTests {
  @Test(.enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"))
  func aNewTagChangesNoSample() throws {
    for path in try SharedFolder.files(under: "corpus/pngsuite", suffix: ".png") {
      let file = try TemporaryFile()
      let tags = [
        PNGChunk.codePoints(.displayP3),
        PNGChunk.embeddedProfile(name: "Display P3", profile: Array(repeating: 7, count: 500)),
      ]
      let rewritten = try PNGChunkRewriter.rewrite(
        path: path, to: file.descriptor, changes: .init(adding: tags))
      #expect(rewritten.problems.isEmpty)
      #expect(rewritten.byteCount == (try Data(contentsOf: URL(fileURLWithPath: file.path))).count)
      var old = try PNGReader(path: path)
      var new = try PNGReader(path: file.path)
      #expect(old.header == new.header && rewritten.header == new.header)
      #expect(new.colorInfo.governing == .cicp)
      #expect(new.colorInfo.cicp == .displayP3)
      #expect(new.colorInfo.embeddedProfile?.bytes == Array(repeating: 7, count: 500))
      #expect(new.colorInfo.embeddedProfile?.name == "Display P3")
      let oldRows = try old.readRows(100_000)
      let newRows = try new.readRows(100_000)
      #expect(oldRows.samples == newRows.samples)
      try old.finish()
      try new.finish()
      #expect(old.metadata == new.metadata)
    }
  }

  @Test(arguments: ["iCCP", "cICP", "gAMA"])
  func aDroppedChunkIsDroppedWhateverItsSize(type: String) throws {
    let picture = PNGFile.rgb16([[1, 2, 3]])
    let large = picture.adding(.init(type, [UInt8](repeating: 0x55, count: (16 << 20) + 1)))
    let (input, output) = (try TemporaryFile(), try TemporaryFile())
    try Data(large.bytes).write(to: URL(fileURLWithPath: input.path))
    _ = try PNGChunkRewriter.rewrite(path: input.path, to: output.descriptor, changes: .init(adding: []))
    #expect(try output.bytes == picture.bytes)
  }
}
