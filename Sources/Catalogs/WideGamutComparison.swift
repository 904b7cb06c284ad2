import Analysis
import ColorManagement
import Conversion
import ImageFiles
import PNGCodec
import Pixels

/// Compares the pixels of a Display P3 image and of its sRGB sibling.
enum WideGamutComparison {
  /// The largest difference of samples that count as equal numbers: one 8-bit code, and rounding.
  private static let sameNumbers = 300
  /// The least change by a right conversion of some sample, so that equal numbers prove a mistake: three 8-bit codes.
  /// (Greys have the same numbers in both spaces.)
  private static let clearlyMoved = 771

  /// Whether every visible colour of the image at `path` fits sRGB.
  static func fitsStandardGamut(_ path: String, profile: ICCProfile) throws(ImageError) -> Bool {
    var reader = try ImageSource.file(path).openReader(limits: PNGLimits().covering(.inspection))
    let rows = StripPipeline.stripHeight(width: reader.header.width, reader.pixelFormat)
    var scanner = try ImageError.at(path) { () throws(ColorError) in
      let plan = try ConversionPlan(
        source: profile, destination: RGBColorSpace.sRGB.profile, sourceIsGrayImage: false)
      return try GamutScanner(plan, target: "srgb", countsColors: false, findsRegions: false)
    }
    var depth = EffectiveDepth()
    try ImageError.at(path) { () throws(PNGError) in
      while true {
        let strip = try reader.readRows(rows)
        if strip.height == 0 { break }
        depth.scan(strip)
        scanner.add(strip)
      }
      try reader.finish()
    }
    let bits = min(reader.header.bitDepth, depth.bits)
    return !scanner.finish(sampleDepth: bits).needsWiderGamut
  }

  /// Whether the Display P3 image at `wide` has the numbers of the sRGB image at `standard`, although converting
  /// would have changed them.
  static func hasStandardNumbers(wide: String, standard: String) throws(ImageError) -> Bool {
    let limits = PNGLimits().covering(.inspection)
    var first = try ImageSource.file(wide).openReader(limits: limits)
    var second = try ImageSource.file(standard).openReader(limits: limits)
    guard first.header.width == second.header.width, first.header.height == second.header.height,
      first.pixelFormat == second.pixelFormat, !first.pixelFormat.isGray
    else { return false }
    let converter = try ImageError.at(wide) { () throws(ColorError) in
      let plan = try ConversionPlan(
        source: RGBColorSpace.sRGB.profile, destination: RGBColorSpace.displayP3.profile,
        sourceIsGrayImage: false)
      return PixelConverter(try plan.gamutConversion())
    }
    return try ImageError.at(wide) { () throws(PNGError) in
      let rows = StripPipeline.stripHeight(width: first.header.width, first.pixelFormat)
      var moved = 0
      while true {
        let wide = try first.readRows(rows)
        let standard = try second.readRows(rows)
        if wide.height == 0 { break }
        var converted = standard.clone()
        converter.convert(&converted)
        guard largestDifference(wide, standard) <= sameNumbers else { return false }
        moved = max(moved, largestDifference(converted, standard))
      }
      return moved >= clearlyMoved
    }
  }

  /// The largest difference over the visible pixels.
  private static func largestDifference(_ a: borrowing PixelBuffer, _ b: borrowing PixelBuffer) -> Int {
    var largest = 0
    let channels = a.format.channelCount
    for place in stride(from: 0, to: a.samples.count, by: channels) {
      if a.format.hasAlpha, a.samples[place + channels - 1] == 0 { continue }
      for channel in place..<place + channels {
        largest = max(largest, abs(Int(a.samples[channel]) - Int(b.samples[channel])))
      }
    }
    return largest
  }
}

/// One image file of a set, as lint rules need it.
struct CatalogImage: Sendable {
  let width: Int
  let height: Int
  let profile: ICCProfile
  let tag: SourceTag
  /// Whether pixels can be transparent.
  let hasAlpha: Bool

  /// Reads the chunks before the image data of the PNG at `path`.
  init(_ path: String) throws(ImageError) {
    let reader = try ImageSource.file(path).openReader(limits: PNGLimits())
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: reader.header.colorType.isGray,
      assumed: RGBColorSpace.sRGB.profile, path: path)
    width = reader.header.width
    height = reader.header.height
    hasAlpha = reader.pixelFormat.hasAlpha
    profile = color.profile
    tag = color.tag
  }

  /// Whether the primaries are those of `space`, within the tolerance between different makers' profiles.
  func hasPrimaries(of space: RGBColorSpace) -> Bool {
    guard let own = profile.chromaticities else { return false }
    let wanted = space.chromaticities
    return [(own.red, wanted.red), (own.green, wanted.green), (own.blue, wanted.blue)].allSatisfy { a, b in
      abs(a.x - b.x) < 0.01 && abs(a.y - b.y) < 0.01
    }
  }

  /// Whether the image has one colour channel, so that it fits every gamut.
  var isGray: Bool { profile.colorSpace == .gray }
}
