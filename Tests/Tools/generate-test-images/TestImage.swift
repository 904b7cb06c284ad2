import Pixels

/// One picture of TestImages: its name, its colours' tag, and how each pixel is made.
struct TestImage {
  /// File name without `.png`.
  let name: String

  /// What is true of it, for the README of the folder.
  let truth: String

  /// The colour chunks it carries.
  let tag: Tag

  /// 8 or 16 bits per sample in the file.
  let bitDepth: Int

  /// The colours of a palette image, whose pixels are indices; else empty.
  let palette: [SIMD3<UInt8>]

  /// The pixels, 16 bits per sample; multiples of 257 where `bitDepth` is 8.
  let makePixels: @Sendable () -> PixelBuffer

  /// How a picture says which colours it holds.
  enum Tag: String {
    case displayP3 = "cICP, iCCP Display P3"
    case sRGB = "iCCP sRGB"
    case sRGBChunk = "sRGB, gAMA, cHRM"
    case untagged = "none"
  }

  init(
    _ name: String, tag: Tag, bitDepth: Int = 16, palette: [SIMD3<UInt8>] = [], truth: String,
    makePixels: @escaping @Sendable () -> PixelBuffer
  ) {
    self.name = name
    self.tag = tag
    self.bitDepth = bitDepth
    self.palette = palette
    self.truth = truth
    if bitDepth == 8 {
      self.makePixels = { Self.roundedTo8Bits(makePixels()) }
    } else {
      self.makePixels = makePixels
    }
  }

  private static func roundedTo8Bits(_ pixels: consuming PixelBuffer) -> PixelBuffer {
    for index in pixels.samples.indices {
      // Rounded half up: v·255/65535 = v/257.
      pixels.samples[index] = (UInt16((UInt32(pixels.samples[index]) + 128) / 257)) * 257
    }
    return pixels
  }
}
