import Analysis
package import ColorManagement
package import Conversion
package import ImageFiles
import PNGCodec
import Pixels

/// An image beside the results of each gamut mapping for a target, with the colour differences, for choosing one. All
/// pictures are in the image's own space, so that the original keeps its colours; Display P3 for profiles of tables and
/// for grey.
package struct MappingPictures: Sendable {
  /// One of the pictures.
  package struct Picture: Sendable {
    /// Encoded samples with alpha, in the pictures' space.
    let samples: [UInt16]
    /// The picture's name: `Original`, or the mapping.
    package let name: String
    /// How far colours out of gamut move; for the original its space.
    package let figures: String
  }

  /// The original first, then in the order of `GamutMapping.allCases`.
  package let pictures: [Picture]
  /// Width of all pictures in pixels.
  package let width: Int
  /// Height of all pictures in pixels.
  package let height: Int
  /// The mapping that moves colours least, if one does clearly; nil if none is out of gamut.
  package let nearest: GamutMapping?
  /// The target's name.
  package let target: String
  let profile: ICCProfile

  /// The most pixels of a picture's longer side.
  static let longestSide = 800

  /// Reads the image at `source` and makes the pictures of a conversion by `request`.
  ///
  /// - Throws: `ImageError` if it is damaged, or has no gamut that could be mapped.
  package static func of(
    _ source: ImageSource, _ request: ConversionRequest
  ) throws(ImageError) -> MappingPictures {
    var reader = try source.openReader(limits: request.limits.covering(.conversion))
    let (header, format) = (reader.header, reader.pixelFormat)
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: format.isGray, override: request.sourceOverride,
      assumed: request.assumedProfile, path: source.name)
    let target = request.target.profile
    let (plan, gamut) = try ImageError.at(source.name) { () throws(ColorError) in
      let plan = try CheckedGamuts.plan(color.profile, target, isGray: format.isGray)
      return (plan, try TargetGamut(plan))
    }
    var preview = PreviewBuilder(header: header, format: format, side: longestSide)
    var sample = OutOfGamutSample()
    try ImageError.at(source.name) { () throws(PNGError) in
      var scanner = GamutScanner(gamut, target: "", countsColors: false, findsRegions: true)
      while reader.remainingRows > 0 {
        let strip = try reader.readRows(StripPipeline.stripHeight(width: header.width, format))
        preview.add(strip)
        if format.isGray { continue }
        scanner.add(
          strip, onRows: { _, _, _ in },
          onColors: { _, samples, colors in sample.add(samples, channels: format.channelCount, colors) })
      }
      try reader.finish()
    }
    return try MappingPictures(
      preview.finishImage(), color.profile, request,
      MappingComparison(sample, plan, gamut, knee: request.knee))
  }

  private init(
    _ image: consuming PixelBuffer, _ source: ICCProfile, _ request: ConversionRequest,
    _ comparison: MappingComparison?
  ) throws(ImageError) {
    let target = request.target.profile
    var isMatrix = false
    if case .matrix = source.model { isMatrix = !image.format.isGray }
    profile = isMatrix ? source : RGBColorSpace.displayP3.profile
    (width, height) = (image.width, image.height)
    self.target = target.reportName
    nearest = comparison.flatMap { comparison in
      let nearest = comparison.nearest
      return comparison.changes.contains { $0.mean < nearest.mean } ? nil : nearest.mapping
    }
    var pictures = [
      Picture(
        samples: try PreviewBuilder.converted(image, through: [source], to: profile).samples,
        name: "Original", figures: source.reportName)
    ]
    for mapping in GamutMapping.allCases {
      let mapped = try PreviewBuilder.converted(
        image, through: [source, target], to: profile, mapping: mapping, knee: request.knee)
      let change = comparison?.changes.first { $0.mapping == mapping }
      pictures.append(
        Picture(
          samples: mapped.samples, name: mapping.rawValue,
          figures: change.map(\.sentence) ?? "nothing out of gamut"))
    }
    self.pictures = pictures
  }

  /// The PNG of one picture at its size, for pages.
  package func png(_ picture: Picture) throws(ImageError) -> [UInt8] {
    let isGray = picture.samples.count == 2 * width * height
    var pixels = PixelBuffer(
      width: width, height: height, format: isGray ? .grayAlpha16 : .rgba16, samples: picture.samples)
    return try MemoryPNG.encode(&pixels, chunks: chunks(isGray: isGray))
  }

  func chunks(isGray: Bool = false) -> [PNGChunk] {
    let profile = isGray ? RGBColorSpace.displayP3.grayProfile : profile
    return [.embeddedProfile(name: profile.reportName, profile: profile.bytes)]
  }
}

extension MappingComparison.Change {
  /// `ΔE 2.6 mean, 6.2 for 99 %`.
  fileprivate var sentence: String {
    "ΔE \(Numbers.oneDecimal(mean)) mean, \(Numbers.oneDecimal(most)) for 99 %"
  }
}
