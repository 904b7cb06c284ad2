import Analysis
import ColorManagement
import Conversion
import PNGCodec
import Pixels
import TestSupport
import Testing

/// What `reduces` leaves out: never anything that is decoded.
@Suite struct ImageReductionTests {
  /// Red, green, blue and alpha of every pixel.
  private static func pixels(_ image: DecodedPNG) -> [[UInt16]] {
    (0..<image.header.pixelCount).map { index in
      let pixel = image[index]
      let color = image.format.isGray ? [pixel[0], pixel[0], pixel[0]] : Array(pixel.prefix(3))
      return color + [image.format.hasAlpha ? pixel[pixel.count - 1] : 65535]
    }
  }

  /// `file` converted with and without reduction, which must decode to the same pixels.
  @discardableResult
  private static func reduced(
    _ file: PNGFile, depth: OutputDepth = .eight, to target: RGBColorSpace = .sRGB,
    _ change: (inout ConversionRequest) -> Void = { _ in }, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ConvertedImage {
    let plain = try await ConvertedImage(file, to: target) {
      $0.depth = depth
      change(&$0)
    }
    let reduced = try await ConvertedImage(file, to: target) {
      $0.depth = depth
      change(&$0)
      $0.reduces = true
    }
    #expect(pixels(reduced.result) == pixels(plain.result), sourceLocation: sourceLocation)
    #expect(
      reduced.report.destination.colorType
        == ["gray", "", "rgb", "palette", "grayAlpha", "", "rgba"][
          Int(reduced.result.header.colorType.rawValue)], sourceLocation: sourceLocation)
    #expect(reduced.report.banding == plain.report.banding, sourceLocation: sourceLocation)
    #expect(
      reduced.report.gamut?.visiblePixels == plain.report.gamut?.visiblePixels, sourceLocation: sourceLocation
    )
    return reduced
  }

  /// Noise of `count` colours of 8 bits, with the alpha that `alpha` gives the number of a colour: indices and their palette
  /// take fewer bytes than the colours.
  private static func picture(
    colors count: Int, hasAlpha: Bool, alpha: (Int) -> UInt8 = { _ in 255 }
  ) -> PNGFile {
    var random = SplitMix64(seed: 3)
    let samples = (0..<64 * 160).flatMap { (pixel: Int) -> [UInt8] in
      let number = pixel < count ? pixel : Int(random.next() % UInt64(count))
      let color = [UInt8(number & 255), UInt8(number >> 8), UInt8(number * 7 & 255)]
      return color + (hasAlpha ? [alpha(number)] : [])
    }
    return PNGFile.image8(width: 64, colorType: hasAlpha ? 6 : 2, samples).adding(.cICP(12, 13))
  }

  @Test(arguments: [(256, true), (257, false), (1000, false)], [false, true])
  func aPaletteHoldsAsManyColoursAsAnIndexTellsApart(colors: (Int, Bool), hasAlpha: Bool) async throws {
    let (count, fit) = colors
    // To the same space: every colour stays distinct.
    let image = try await Self.reduced(Self.picture(colors: count, hasAlpha: hasAlpha), to: .displayP3)
    #expect(image.result.header.colorType == (fit ? .palette : .rgb))
    #expect(image.file.data("PLTE")?.count == (fit ? 3 * count : nil))
    #expect(image.file.data("tRNS") == nil)
    #expect(image.result.color.embeddedProfile?.bytes == RGBColorSpace.displayP3.profile.bytes)
  }

  @Test func translucentColoursComeFirst() async throws {
    let alpha: (Int) -> UInt8 = { $0 % 3 == 0 ? UInt8($0 % 255) : 255 }
    let few = try await Self.reduced(Self.picture(colors: 100, hasAlpha: true, alpha: alpha), to: .displayP3)
    #expect(few.result.header.colorType == .palette)
    #expect(few.file.data("tRNS")?.count == 34 && few.file.data("tRNS")?.contains(255) == false)
    let types = few.file.types
    let order = ["iCCP", "PLTE", "tRNS", "IDAT"].map { types.firstIndex(of: $0) ?? -1 }
    #expect(order == order.sorted() && !order.contains(-1))
    let many = try await Self.reduced(Self.picture(colors: 300, hasAlpha: true, alpha: alpha), to: .displayP3)
    #expect(many.result.header.colorType == .rgba)
  }

  /// A palette has 8 bits; alpha goes at any depth.
  @Test func sixteenBitsLoseOpaqueAlphaAlone() async throws {
    let opaque = PNGFile.image16(width: 2, colorType: 6, [1, 2, 3, 65535, 40000, 5, 6, 65535])
    #expect(try await Self.reduced(opaque, depth: .sixteen).result.header.colorType == .rgb)
    let nearly = PNGFile.image16(width: 2, colorType: 6, [1, 2, 3, 65535, 40000, 5, 6, 65534])
    #expect(try await Self.reduced(nearly, depth: .sixteen).result.header.colorType == .rgba)
    let gray = PNGFile.image16(width: 2, colorType: 4, [1000, 65535, 40000, 65535])
    #expect(try await Self.reduced(gray, depth: .sixteen).result.header.colorType == .gray)
    let shade = PNGFile.image16(width: 2, colorType: 4, [1000, 65535, 40000, 0])
    #expect(try await Self.reduced(shade, depth: .sixteen).result.header.colorType == .grayAlpha)
  }

  /// Colours are those that are written: after dithering and after the clip.
  @Test(arguments: [Dither.none, .blueNoise])
  func sixteenBitsThatBecomeFewColours(dither: Dither) async throws {
    let samples = (0..<64 * 64).flatMap { (index: Int) -> [UInt16] in
      let (column, row) = (index % 64, index / 64)
      return [UInt16(30000 + column * 10), 20000, UInt16(row % 8 * 8000)]
    }
    let file = PNGFile.image16(width: 64, colorType: 2, samples)
    try await Self.reduced(file) { $0.dither = dither }
  }

  /// A key colour that no pixel has leaves no alpha; one that some have becomes tRNS of a palette.
  @Test(arguments: [(9, PNGColorType.rgb), (0, .rgba)] as [(UInt8, PNGColorType)])
  func aKeyColourIsAlphaWhereItIsMet(key: UInt8, type: PNGColorType) async throws {
    let file = Self.picture(colors: 300, hasAlpha: false).adding(.init("tRNS", [0, 0, 0, key, 0, 0]))
    #expect(try await Self.reduced(file, to: .displayP3).result.header.colorType == type)
    let few = Self.picture(colors: 50, hasAlpha: false).adding(.init("tRNS", [0, 0, 0, key, 0, 0]))
    let image = try await Self.reduced(few, to: .displayP3)
    #expect(image.result.header.colorType == .palette)
    #expect((image.file.data("tRNS") == nil) == (type == .rgb))
  }

  /// Nothing is larger than without: of one colour, the palette takes more bytes than it saves.
  @Test(arguments: [UInt8(0), 1])
  func onePixelStaysWhatItIs(interlace: UInt8) async throws {
    let rgb = PNGFile.image8(width: 1, colorType: 2, [1, 2, 3]).changing("IHDR") { $0.data[12] = interlace }
    #expect(try await Self.reduced(rgb).result.header.colorType == .rgb)
    let opaque = PNGFile.image8(width: 1, colorType: 6, [1, 2, 3, 255])
      .changing("IHDR") { $0.data[12] = interlace }
    #expect(try await Self.reduced(opaque).result.header.colorType == .rgb)
    let clear = PNGFile.image8(width: 1, colorType: 6, [1, 2, 3, 0])
    #expect(try await Self.reduced(clear).result.header.colorType == .rgba)
  }

  @Test func aKeptPaletteLosesOpaqueAlpha() async throws {
    let palette = PNGFile(width: 3, depth: 8, colorType: 3, rows: [[0, 1, 1]])
      .adding(.init("PLTE", [1, 2, 3, 40, 50, 60, 7, 8, 9]))
    func tagged(_ alpha: [UInt8]) -> PNGFile {
      var file = palette
      file.chunks.insert(.init("tRNS", alpha), at: 2)
      return file
    }
    // The third colour, which is translucent, is met by no pixel.
    #expect(try await Self.reduced(tagged([255, 255, 7])).file.data("tRNS") == nil)
    #expect(try await Self.reduced(tagged([255, 128])).file.data("tRNS") == [255, 128])
    #expect(try await ConvertedImage(tagged([255, 255])) { $0.depth = .eight }.file.data("tRNS") != nil)
  }

  @Test func theBackgroundIsAnEntryOfThePalette() async throws {
    for colors in [100, 256] {
      let file = Self.picture(colors: colors, hasAlpha: false).adding(.init("bKGD", [0, 5, 0, 0, 0, 35]))
      let image = try await Self.reduced(file, to: .displayP3)
      let index = Int(try #require(image.file.data("bKGD")?.first))
      #expect(image.file.data("PLTE").map { Array($0[3 * index..<3 * index + 3]) } == [5, 0, 35])
      // Another colour is added where there is room.
      let other = Self.picture(colors: colors, hasAlpha: false).adding(.init("bKGD", [0, 9, 0, 9, 0, 9]))
      let added = try await Self.reduced(other, to: .displayP3)
      #expect(added.file.data("PLTE")?.suffix(3) == (colors == 100 ? [9, 9, 9] : [255, 0, 249]))
      #expect(added.file.data("bKGD") == (colors == 100 ? [100] : nil))
    }
  }

  @Test(
    .enabled(if: SharedFolder.isAvailable, "\(SharedFolder.skipReason)"),
    arguments: [OutputDepth.auto, .sixteen])
  func everyImageOfTheSuiteDecodesTheSame(depth: OutputDepth) async throws {
    var types: Set<PNGColorType> = []
    for path in try SharedFolder.files(under: "corpus/pngsuite", suffix: ".png") {
      let image = try await Self.reduced(PNGFile(FileBytes.read(path)), depth: depth)
      types.insert(image.result.header.colorType)
    }
    #expect(types.contains(.rgb) && types.contains(.palette) == (depth == .auto))
  }
}
