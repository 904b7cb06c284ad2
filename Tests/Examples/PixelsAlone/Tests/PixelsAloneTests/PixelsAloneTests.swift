import Foundation
import P3Pixels
import Testing

@Suite struct PixelsAloneTests {
  @Test func pixelsAreConvertedMeasuredAndSoftened() throws {
    let layout = try PixelLayout(width: 4, height: 2, channels: .bgra, alpha: .premultiplied)
    var pixels = [[UInt8]](repeating: [0, 0, 255, 255], count: 8).flatMap(\.self)
    let converter = try ColorConverter(from: .displayP3, to: .sRGB)
    let map = try converter.gamutMap(of: pixels.span.bytes, layout: layout)
    #expect(map.tally.outOfGamut == 8)
    try converter.convert(&pixels, layout: layout)
    #expect(pixels.prefix(4) == [0, 0, 255, 255])
    let bands = try BandingCellMap(of: pixels.span.bytes, layout: layout, profile: converter.destination)
    #expect(bands.scores.allSatisfy { $0 == 0 })
    var span = pixels.mutableSpan
    var bytes = span.mutableBytes
    let softening = try Softening.soften(&bytes, layout: layout, profile: converter.destination)
    #expect(!softening.changesPixels)
  }

  @Test func nothingForPNGIsLinked() {
    // The process itself and every library that it has loaded.
    let process = dlopen(nil, RTLD_NOW)
    #expect(dlsym(process, "cmsCreateContext") != nil)
    #expect(dlsym(process, "png_create_read_struct") == nil)
  }
}
