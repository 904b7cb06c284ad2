import Analysis
import ColorManagement
import Foundation
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

@testable import Conversion
@testable import PixelConversion

/// PNGs decoded to memory and encoded from it.
@Suite struct PixelImageTests {
  @Test(arguments: try TestImages.names())
  func decodedPixelsAreThoseOfTheReader(name: String) throws {
    let png = try DecodedPNG(path: TestImages.path(name))
    for source in [ImageSource.file(TestImages.path(name)), .bytes(try TestImages.bytes(name), name: name)] {
      let image = try PixelImage(source)
      #expect(image.layout.pixelFormat == png.format)
      #expect(image.layout.component == (png.header.bitDepth == 16 ? .uint16 : .uint8))
      let size = image.layout.component.byteCount
      let samples = stride(from: 0, to: image.pixels.count, by: size).map { index in
        size == 1
          ? UInt16(image.pixels[index]) * 257
          : UInt16(image.pixels[index]) | UInt16(image.pixels[index + 1]) << 8
      }
      #expect(samples == png.samples)
      #expect(image.profile == (try SourceColor(of: source).profile))
    }
  }

  /// Decoded, converted and encoded in memory is what a conversion of the file writes.
  @Test(arguments: ["icon-p3-16.png", "gray-ramp-16.png", "ramps-p3-8.png", "card-srgb-8.png"])
  func encodedBytesAreThoseOfAConversion(name: String) async throws {
    let image = try PixelImage(.bytes(TestImages.bytes(name), name: name))
    for (target, tagging) in [
      (RGBColorSpace.sRGB, ColorTagging.auto), (.displayP3, .auto), (.adobeRGB, .icc),
    ] {
      let converter = try ColorConverter(
        from: image.profile, to: target.profile, isGray: image.layout.isGray)
      let converted = try image.converted(by: converter, jobs: 2)
      var request = ConversionRequest(target: .space(target))
      request.depth = image.layout.component == .uint8 ? .eight : .sixteen
      request.dither = Dither.none
      request.metadata = .none
      request.reencodes = true
      request.tagging = tagging
      let expected = try await ImageConversion(request).convert(TestImages.bytes(name), name: name).bytes
      #expect(try converted.png(tagging: tagging) == expected, "\(target) \(tagging)")
    }
  }

  @Test func anyLayoutIsDecodedAndEncoded() throws {
    let source = ImageSource.file(TestImages.path("ramps-srgb-16.png"))
    let expected = try PixelImage(source).png()
    for channels in [PixelLayout.Channels.rgb, .bgr, .rgba, .argb] {
      for component in [PixelLayout.Component.uint16, .float32] {
        let image = try PixelImage(source, channels: channels, component: component)
        let opaque = try PixelImage(
          image.pixels,
          layout: PixelLayout(
            width: image.layout.width, height: image.layout.height, channels: channels, component: component,
            alpha: .ignored), profile: image.profile)
        #expect(try opaque.png() == expected)
      }
    }
    let bytes = try PixelImage(source, component: .uint8)
    #expect(try PixelImage(.bytes(bytes.png(), name: "8")).pixels == bytes.pixels)
  }

  @Test func colorsAreReadWithoutThePixels() throws {
    let bytes = try TestImages.bytes("photo-p3-16.png")
    let color = try SourceColor(of: .bytes(Array(bytes.prefix(1000)), name: "start"))
    #expect(color.profile.knownSpace == .displayP3)
    #expect(try SourceColor(of: .bytes(TestImages.bytes("untagged-8.png"), name: "u")).tag == .none)
  }

  // MARK: What is refused

  @Test func damageAndLimitsAreErrors() throws {
    let bytes = try TestImages.bytes("photo-p3-16.png")
    #expect(throws: ImageError.self) { try PixelImage(.bytes(Array(bytes.prefix(50_000)), name: "half")) }
    #expect(throws: ImageError.self) { try PixelImage(.bytes([1, 2, 3], name: "none")) }
    var limits = PNGLimits.untrusted
    limits.maxPixels = 100
    #expect(throws: ImageError.self) { try PixelImage(.bytes(bytes, name: "large"), limits: limits) }
    limits = .untrusted
    limits.maxMemory = 300_000
    let error = #expect(throws: ImageError.self) {
      try PixelImage(.bytes(bytes, name: "large"), limits: limits)
    }
    #expect(error.map { "\($0)".contains("decoded image") } == true)
  }

  @Test func requestsThatCannotBeAreErrors() throws {
    let icon = ImageSource.file(TestImages.path("icon-p3-16.png"))
    #expect(throws: ImageError.layout(path: icon.name, .losesAlpha)) { try PixelImage(icon, channels: .rgb) }
    #expect(throws: ImageError.self) { try PixelImage(icon, channels: .gray) }
    let image = try PixelImage(icon)
    #expect(throws: ImageError.self) { try image.png(tagging: .srgbChunk) }
    let empty = try PixelImage(
      [], layout: PixelLayout(width: 0, height: 3, channels: .rgb), profile: RGBColorSpace.sRGB.profile)
    #expect(throws: ImageError.layout(path: "memory", .badSize(width: 0, height: 3))) { try empty.png() }
    #expect(throws: PixelLayoutError.shortMemory(byteCount: 0, needed: 3)) {
      try PixelImage(
        [], layout: PixelLayout(width: 1, height: 1, channels: .rgb), profile: RGBColorSpace.sRGB.profile)
    }
    #expect(throws: PixelLayoutError.linearImage) {
      try PixelImage(
        [0, 0, 0, 0],
        layout: PixelLayout(width: 1, height: 1, channels: .gray, component: .float32, transfer: .linear),
        profile: RGBColorSpace.sRGB.grayProfile)
    }
    let folder = try TemporaryFolder()
    let path = folder.path("out.png")
    try image.write(to: .file(path))
    #expect(throws: ImageError.self) { try image.write(to: .file(path)) }
    try image.write(to: .file(path), overwrite: true)
    #expect(try folder.bytes("out.png") == image.png())
  }
}
