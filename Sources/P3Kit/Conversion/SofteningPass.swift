import ColorManagement
import PNGCodec

/// The first reading of an image that is softened: finds its white background.
struct SofteningPass {
  let options: SofteningOptions
  let request: ConversionRequest

  /// What is to be done with the image, which is read to its end.
  ///
  /// - Throws: `ImageError`, also where the profile has tables: light cannot be told from codes then.
  func analyze(_ input: borrowing ReplayableInput) throws(ImageError) -> Softening {
    var depth = EffectiveDepth()
    return try analyze(input, depth: &depth)
  }

  /// The same, which also tells the bits that the image's samples need.
  func analyze(
    _ input: borrowing ReplayableInput, depth: inout EffectiveDepth
  ) throws(ImageError) -> Softening {
    var reader = try input.openReader(limits: request.limits)
    let isGray = reader.header.colorType.isGray
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: isGray, override: request.sourceOverride,
      assumed: request.assumedProfile, path: input.name)
    guard let space = SofteningColorSpace(profile: color.profile, isGray: isGray) else {
      throw .cannotSoften(path: input.name, profile: color.profile.reportName)
    }
    var analyzer = SofteningAnalyzer(
      options: options, colorSpace: space, format: reader.pixelFormat, width: reader.header.width,
      height: reader.header.height)
    let height = StripPipeline.stripHeight(width: reader.header.width, reader.pixelFormat)
    try ImageError.at(input.name) { () throws(PNGError) in
      while reader.remainingRows > 0 {
        let strip = try reader.readRows(height)
        depth.scan(strip)
        analyzer.add(strip)
      }
      try reader.finish()
    }
    return analyzer.finish()
  }
}
