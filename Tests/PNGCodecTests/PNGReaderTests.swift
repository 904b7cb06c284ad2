import PNGCodec
import Pixels
import TestSupport
import Testing

@Suite struct PNGReaderTests {
  @Test(.enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"))
  func everyFileOfTheCorpusReadsToItsEnd() throws {
    for path in try SharedFolder.files(under: "corpus", suffix: ".png") {
      var reader = try PNGReader(path: path)
      var rows = 0
      while true {
        let strip = try reader.readRows(64)
        if strip.height == 0 { break }
        rows += strip.height
      }
      try reader.finish()
      #expect(rows == reader.header.height)
      #expect(reader.chunks.last?.type == "IEND")
    }
  }
}
