import Analysis
import ColorManagement
import DarkMode
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

struct SofteningCorpusTests {
  @Test(
    "Photographs are left alone, in any colour space",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)))
  func photographs() throws {
    let paths = try SharedFolder.files(under: "corpus/photos16", suffix: ".png")
    #expect(!paths.isEmpty)
    for path in paths {
      var reader = try PNGReader(path: path)
      let isGray = reader.pixelFormat.isGray
      let color = try SourceColor(
        resolving: reader.colorInfo, isGray: isGray, assumed: RGBColorSpace.sRGB.profile, path: path)
      let space = try #require(SofteningColorSpace(profile: color.profile, isGray: isGray))
      var analyzer = SofteningAnalyzer(
        options: SofteningOptions(), colorSpace: space, format: reader.pixelFormat,
        width: reader.header.width, height: reader.header.height)
      while reader.remainingRows > 0 { analyzer.add(try reader.readRows(64)) }
      let softening = analyzer.finish()
      #expect(softening.mode == nil, "\(path): \(softening.note)")
    }
  }
}
