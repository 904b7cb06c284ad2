import Analysis
import Foundation
import ImageFiles
import Oracles
import PNGCodec
import Pixels
import Synchronization
import TestSupport
import Testing

@testable import ColorManagement
@testable import Conversion
@testable import PixelConversion

/// Pixels in memory become what `convert` makes of a file.
@Suite struct ColorConverterTests {
  /// The pixels of a picture of TestImages, and its profile.
  private static func image(_ name: String) throws -> (png: DecodedPNG, profile: ICCProfile) {
    let png = try DecodedPNG(path: TestImages.path(name))
    let color = try SourceColor(
      resolving: png.color, isGray: png.format.isGray, assumed: RGBColorSpace.sRGB.profile, path: name)
    return (png, color.profile)
  }

  /// Samples as bytes of a layout: written by the definition.
  private static func bytes(_ samples: [UInt16], _ format: PixelFormat, _ layout: PixelLayout) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: layout.byteCount)
    let (oracle, channels) = (ReferencePixelLayout(layout), format.channelCount)
    for index in 0..<layout.width * layout.height {
      var pixel = (0..<channels).map { Double(samples[index * channels + $0]) / 65535 }
      if !format.hasAlpha { pixel.append(1) }
      oracle.write(pixel, index % layout.width, index / layout.width, to: &bytes)
    }
    return bytes
  }

  private static func layout(
    _ png: DecodedPNG, _ channels: PixelLayout.Channels, _ component: PixelLayout.Component,
    alpha: PixelLayout.Alpha = .straight, order: PixelLayout.ByteOrder = .native,
    transfer: PixelLayout.Transfer = .encoded
  ) throws -> PixelLayout {
    try PixelLayout(
      width: png.header.width, height: png.header.height, channels: channels, component: component,
      alpha: alpha, byteOrder: order, transfer: transfer)
  }

  private static func converted(
    _ converter: ColorConverter, _ bytes: [UInt8], _ from: PixelLayout, to: PixelLayout, jobs: Int = 1
  ) throws -> [UInt8] {
    var result = [UInt8](repeating: 0, count: to.byteCount)
    var span = result.mutableSpan
    var memory = span.mutableBytes
    try converter.convert(bytes.span.bytes, layout: from, into: &memory, layout: to, jobs: jobs)
    return result
  }

  // MARK: As ImageConversion

  private static let targets: [RGBColorSpace] = [.sRGB, .displayP3, .adobeRGB]

  private func file(_ name: String, _ target: RGBColorSpace, _ mapping: GamutMapping, _ depth: OutputDepth)
    async throws -> DecodedPNG
  {
    var request = ConversionRequest(target: .space(target))
    request.gamutMapping = mapping
    request.depth = depth
    request.dither = Dither.none
    request.metadata = .none
    let bytes = try await ImageConversion(request).convert(TestImages.bytes(name), name: name).bytes
    return try DecodedPNG(bytes)
  }

  /// An image of each kind of pixels: 16 bits with and without alpha, a palette, grey, without a tag.
  @Test(arguments: [
    "icon-p3-16.png", "patches-p3-16.png", "palette-srgb-8.png", "gray-ramp-16.png", "untagged-8.png",
  ])
  func codesAreThoseOfAFile(name: String) async throws {
    for target in Self.targets { try await expectCodesOfAFile(name, target, .clip) }
  }

  @Test(arguments: ["icon-p3-16.png", "ramps-p3-8.png", "gray-ramp-16.png"], [GamutMapping.chroma, .soft])
  func mappedCodesAreThoseOfAFile(name: String, mapping: GamutMapping) async throws {
    try await expectCodesOfAFile(name, .sRGB, mapping)
  }

  private func expectCodesOfAFile(
    _ name: String, _ target: RGBColorSpace, _ mapping: GamutMapping
  ) async throws {
    let (png, profile) = try Self.image(name)
    let converter = try ColorConverter(
      from: profile, to: target.profile, mapping: mapping, isGray: png.format.isGray)
    let from = try Self.layout(png, png.format.isGray ? .grayAlpha : .bgra, .uint16, order: .big)
    let bytes = Self.bytes(png.samples, png.format, from)
    for (depth, component) in [(OutputDepth.sixteen, PixelLayout.Component.uint16), (.eight, .uint8)] {
      let expected = try await file(name, target, mapping, depth)
      let to = try Self.layout(png, png.format.isGray ? .grayAlpha : .argb, component)
      let result = try Self.converted(converter, bytes, from, to: to)
      #expect(result == Self.bytes(expected.samples, expected.format, to), "\(target) \(component)")
    }
  }

  @Test(arguments: ["photo-p3-16.png", "icon-p3-16.png", "gray-ramp-16.png"])
  func codesInPlaceAreTheSame(name: String) async throws {
    let (png, profile) = try Self.image(name)
    let expected = try await file(name, .sRGB, .clip, .sixteen)
    let converter = try ColorConverter(from: profile, to: RGBColorSpace.sRGB.profile)
    let channels: PixelLayout.Channels =
      png.format.isGray ? (png.format.hasAlpha ? .grayAlpha : .gray) : png.format.hasAlpha ? .rgba : .rgb
    let layout = try Self.layout(png, channels, .uint16)
    for jobs in [1, 3, 1000] {
      var bytes = Self.bytes(png.samples, png.format, layout)
      try converter.convert(&bytes, layout: layout, jobs: jobs)
      #expect(bytes == Self.bytes(expected.samples, expected.format, layout))
    }
  }

  @Test func tablesAreConvertedByLittleCMS() async throws {
    let profile = try ICCProfile(bytes: TableProfile.bytes)
    let png = try DecodedPNG(path: TestImages.path("icon-p3-16.png"))
    var request = ConversionRequest(target: .space(.sRGB))
    request.sourceOverride = profile
    request.depth = .sixteen
    let bytes = try await ImageConversion(request).convert(TestImages.bytes("icon-p3-16.png")).bytes
    let expected = try DecodedPNG(bytes)
    let converter = try ColorConverter(from: profile, to: RGBColorSpace.sRGB.profile)
    #expect(converter.executorName == "lcms")
    let layout = try Self.layout(png, .abgr, .uint16)
    var pixels = Self.bytes(png.samples, png.format, layout)
    try converter.convert(&pixels, layout: layout)
    #expect(pixels == Self.bytes(expected.samples, expected.format, layout))
    // The same by floats, which are rounded to codes at the end.
    let floats = try Self.layout(png, .rgba, .float32)
    let result = try Self.converted(
      converter, Self.bytes(png.samples, png.format, floats), floats, to: layout)
    #expect(result == pixels)
    #expect(throws: PixelLayoutError.notLinear(profile: profile.name)) {
      let linear = try Self.layout(png, .rgba, .float32, transfer: .linear)
      _ = try Self.converted(converter, Self.bytes(png.samples, png.format, linear), linear, to: layout)
    }
  }

  @Test func premultipliedBytesAreConvertedStraight() throws {
    let layout = try PixelLayout(width: 3, height: 1, channels: .bgra, alpha: .premultiplied)
    let converter = try ColorConverter(from: .displayP3, to: .sRGB)
    var bytes: [UInt8] = [10, 60, 90, 128, 200, 100, 50, 255, 0, 0, 0, 0]
    try converter.convert(&bytes, layout: layout)
    let straight = ReferenceConverter(try converter.plan.gamutConversion())
    for (first, color) in [(0, [90, 60, 10, 128]), (4, [50, 100, 200, 255])] {
      let codes = color.prefix(3).map { UInt16((2 * $0 * 65535 + color[3]) / (2 * color[3])) }
      let converted = straight.convert(codes[0], codes[1], codes[2])
      for channel in 0..<3 {
        let product = (Double(converted[channel]) * Double(color[3]) / 65535 + 0.5).rounded(.down)
        #expect(Double(bytes[first + 2 - channel]) == product)
      }
      #expect(Int(bytes[first + 3]) == color[3])
    }
    #expect(Array(bytes.suffix(4)) == [0, 0, 0, 0])
  }

  @Test func nothingChangesBetweenEqualProfiles() throws {
    let converter = try ColorConverter(from: .sRGB, to: .sRGB)
    var random = SplitMix64(seed: 5)
    for component in PixelLayout.Component.allCases {
      let layout = try PixelLayout(
        width: 9, height: 4, channels: .bgra, component: component, bytesPerRow: 161, alpha: .premultiplied)
      let before = (0..<layout.byteCount).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      var bytes = before
      try converter.convert(&bytes, layout: layout)
      #expect(bytes == before)
      // Into other memory, without what is between rows.
      let tight = try PixelLayout(
        width: 9, height: 4, channels: .bgra, component: component, alpha: .premultiplied)
      let copy = try Self.converted(converter, before, layout, to: tight)
      for y in 0..<4 {
        let row = 9 * layout.bytesPerPixel
        #expect(copy[y * row..<(y + 1) * row] == before[y * 161..<y * 161 + row])
      }
    }
  }

  @Test func paddingStays() throws {
    let converter = try ColorConverter(from: .displayP3, to: .sRGB)
    for channels in [PixelLayout.Channels.rgb, .bgr] {
      let layout = try PixelLayout(
        width: 2, height: 3, channels: channels, component: .uint16, bytesPerRow: 17)
      let before = (0..<59).map { UInt8(4 * $0) }
      var bytes = before
      try converter.convert(&bytes, layout: layout)
      for y in 0..<3 {
        let row = 17 * y
        #expect(Array(bytes[row..<row + 12]) != Array(before[row..<row + 12]))
        let padding = row + 12..<min(row + 17, bytes.count)
        #expect(Array(bytes[padding]) == Array(before[padding]))
      }
      #expect(Array(bytes.suffix(13)) == Array(before.suffix(13)))
    }
  }

  // MARK: Floats

  /// The definition, in Double.
  private static func reference(
    _ color: [Double], from source: TransferFunction?, _ matrix: Matrix3x3, to destination: TransferFunction?
  ) -> [Double] {
    func odd(_ x: Double, _ body: (Double) -> Double) -> Double { x < 0 ? -body(-x) : body(x) }
    let linear = color.map { value in
      source.map { f in odd(value) { $0 >= f.d ? pow(f.a * $0 + f.b, f.g) + f.e : f.c * $0 + f.f } } ?? value
    }
    return (0..<3).map { row in
      let light = (0..<3).reduce(0) { $0 + matrix.rows[row][$1] * linear[$1] }
      return destination.map { f in
        odd(light) { $0 < f.c * f.d + f.f ? $0 / f.c : (pow($0 - f.e, 1 / f.g) - f.b) / f.a }
      } ?? light
    }
  }

  @Test(arguments: [RGBColorSpace.displayP3, .adobeRGB, .rec2020, .proPhoto])
  func floatsAreNotClamped(source: RGBColorSpace) throws {
    let target: RGBColorSpace = source == .displayP3 ? .sRGB : .displayP3
    let converter = try ColorConverter(from: source, to: target)
    let matrix = try converter.plan.gamutConversion().matrix
    var random = SplitMix64(seed: 3)
    let count = 2000
    let colors = (0..<count).map { _ in (0..<3).map { _ in Float(random.next() % 40000) / 20000 - 0.5 } }
    for (from, to) in [
      (PixelLayout.Transfer.encoded, PixelLayout.Transfer.encoded), (.encoded, .linear), (.linear, .encoded),
      (.linear, .linear),
    ] {
      let sourceLayout = try PixelLayout(
        width: count, height: 1, channels: .rgb, component: .float32, transfer: from)
      let layout = try PixelLayout(
        width: count, height: 1, channels: .bgra, component: .float32, transfer: to)
      let bytes = colors.flatMap { $0.flatMap { value in withUnsafeBytes(of: value) { Array($0) } } }
      let result = try Self.converted(converter, bytes, sourceLayout, to: layout)
      let oracle = ReferencePixelLayout(layout)
      var (beyond, wrong) = (0, 0)
      for (index, color) in colors.enumerated() {
        let expected = Self.reference(
          color.map { Double($0) }, from: from == .encoded ? source.transfer : nil, matrix,
          to: to == .encoded ? target.transfer : nil)
        let pixel = oracle.pixel(index, 0, of: result)
        if pixel[3] != 1 { wrong += 1 }
        for channel in 0..<3 {
          // A millionth of the largest linear colour, through the steepest part of a curve that has a straight one.
          let error = abs(pixel[channel] - expected[channel])
          if error > 1e-6 * (to == .encoded ? 16 : 1) * max(expected.map(abs).max() ?? 1, 1) { wrong += 1 }
          if expected[channel] < -0.01 || expected[channel] > 1.01 { beyond += 1 }
        }
      }
      #expect(beyond > 100 && wrong == 0, "\(from) \(to)")
    }
  }

  @Test func floatsOfCodesBecomeTheirCodes() throws {
    let converter = try ColorConverter(from: .displayP3, to: .sRGB)
    let (png, _) = try Self.image("photo-p3-16.png")
    let from = try Self.layout(png, .rgb, .float32)
    let to = try Self.layout(png, .rgb, .uint16)
    let floats = try Self.converted(converter, Self.bytes(png.samples, png.format, from), from, to: to)
    var codes = Self.bytes(png.samples, png.format, to)
    try converter.convert(&codes, layout: to)
    // A float of 24 bits may stand on the other side of the middle between two codes, very rarely.
    let differences = zip(floats, codes).count { $0 != $1 }
    #expect(differences * 500 < codes.count)
    func samples(_ bytes: [UInt8]) -> [Int] {
      stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
    }
    #expect(zip(samples(floats), samples(codes)).allSatisfy { abs($0 - $1) <= 1 })
  }

  @Test(arguments: [GamutMapping.chroma, .soft])
  func mappedFloatsAreWithinTheGamutAndNearTheirCodes(mapping: GamutMapping) throws {
    let converter = try ColorConverter(from: .displayP3, to: .sRGB, mapping: mapping)
    let (png, _) = try Self.image("icon-p3-16.png")
    let from = try Self.layout(png, .rgba, .float32)
    let to = try Self.layout(png, .rgba, .uint16)
    let floats = try Self.converted(converter, Self.bytes(png.samples, png.format, from), from, to: from)
    var codes = Self.bytes(png.samples, png.format, to)
    try converter.convert(&codes, layout: to)
    var wrong = 0
    for y in 0..<to.height {
      for x in 0..<to.width {
        let float = ReferencePixelLayout(from).pixel(x, y, of: floats)
        let code = ReferencePixelLayout(to).pixel(x, y, of: codes)
        for (a, b) in zip(float, code) where !(abs(a - b) < 3.0 / 65535 && a >= -1e-6 && a <= 1 + 1e-6) {
          wrong += 1
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test func grayFloatsHaveOneCurve() throws {
    let gray = RGBColorSpace.adobeRGB.grayProfile
    let converter = try ColorConverter(from: gray, to: RGBColorSpace.sRGB.profile)
    #expect(converter.destination == RGBColorSpace.sRGB.grayProfile)
    let from = try PixelLayout(width: 4, height: 1, channels: .gray, component: .float32)
    let to = try PixelLayout(width: 4, height: 1, channels: .rgba, component: .float32)
    let values: [Float] = [-0.5, 0, 0.5, 1.5]
    let bytes = values.flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
    let result = try Self.converted(converter, bytes, from, to: to)
    for (x, value) in values.enumerated() {
      let light = pow(abs(Double(value)), 563.0 / 256)
      let encoded = light < 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
      let pixel = ReferencePixelLayout(to).pixel(x, 0, of: result)
      for channel in 0..<3 { #expect(abs(pixel[channel] - (value < 0 ? -encoded : encoded)) < 2e-5) }
      #expect(pixel[3] == 1)
    }
  }

  // MARK: What does not fit

  @Test func whatDoesNotFitIsRefusedBeforeAnythingIsWritten() throws {
    let converter = try ColorConverter(from: .displayP3, to: .sRGB)
    let rgba = try PixelLayout(width: 2, height: 2, channels: .rgba)
    let bytes = [UInt8](repeating: 1, count: 16)
    func expect(_ error: PixelLayoutError, from: PixelLayout, to: PixelLayout, _ bytes: [UInt8]) {
      #expect(throws: error) { try Self.converted(converter, bytes, from, to: to) }
    }
    let rgb = try PixelLayout(width: 2, height: 2, channels: .rgb)
    let gray = try PixelLayout(width: 2, height: 2, channels: .gray)
    let wide = try PixelLayout(width: 3, height: 2, channels: .rgba)
    expect(.losesAlpha, from: rgba, to: rgb, bytes)
    expect(.unequalSizes(source: [2, 2], destination: [3, 2]), from: rgba, to: wide, bytes)
    expect(.shortMemory(byteCount: 15, needed: 16), from: rgba, to: rgba, Array(bytes.dropLast()))
    expect(
      .otherColors(fact: "the conversion is one of colours, the pixels are grey (make it with isGray: true)"),
      from: gray, to: rgba, bytes)
    expect(
      .otherColors(fact: "colours become no grey pixels (give the destination three colours)"), from: rgb,
      to: gray, bytes)
    var short = [UInt8](repeating: 1, count: 15)
    #expect(throws: PixelLayoutError.shortMemory(byteCount: 15, needed: 16)) {
      try converter.convert(&short, layout: rgba)
    }
    #expect(short == [UInt8](repeating: 1, count: 15))
    // Alpha that is ignored is no loss.
    let padded = try PixelLayout(width: 2, height: 2, channels: .rgba, alpha: .ignored)
    _ = try Self.converted(converter, bytes, padded, to: rgb)
    #expect(throws: ColorError.self) {
      try ColorConverter(
        from: ICCProfile(bytes: TableProfile.bytes), to: RGBColorSpace.sRGB.profile, mapping: .soft)
    }
  }

  @Test func imagesWithoutPixelsAreNothing() throws {
    let converter = try ColorConverter(from: .displayP3, to: .sRGB, mapping: .soft)
    for (width, height) in [(0, 0), (0, 4), (4, 0)] {
      for component in PixelLayout.Component.allCases {
        var none: [UInt8] = []
        let layout = try PixelLayout(width: width, height: height, channels: .rgba, component: component)
        try converter.convert(&none, layout: layout, jobs: 2)
      }
    }
  }

  @Test(arguments: [1, 3]) func rowsAreTold(jobs: Int) throws {
    let layout = try PixelLayout(width: 8, height: 300, channels: .rgb)
    let pixels = [UInt8](repeating: 200, count: layout.byteCount)
    let converter = try ColorConverter(from: .displayP3, to: .sRGB)
    let told = Mutex<[Double]>([])
    let progress = WorkProgress { phase, share in
      #expect(phase == .writing)
      told.withLock { $0.append(share) }
    }
    let converted = try WorkProgress.$current.withValue(progress) {
      try Self.converted(converter, pixels, layout, to: layout, jobs: jobs)
    }
    let shares = told.withLock(\.self)
    #expect(shares.count > 3 && shares == shares.sorted() && shares.last == 1)
    #expect(try converted == Self.converted(converter, pixels, layout, to: layout))
  }
}
