import ColorManagement
import PNGCodec

/// The first reading of an image that is softened: finds its white background.
struct SofteningPass {
  let options: SofteningOptions
  let request: ConversionRequest

  /// What is to be done with the image, which is read to its end.
  ///
  /// - Returns: an `ImageError` also where the profile has tables: light cannot be told from codes then.
  func analyze(
    _ input: borrowing ReplayableInput, budget: StripPermits
  ) async -> Result<Softening, ImageError> {
    do throws(ImageError) {
      let reader = try input.openReader(limits: request.limits.covering(.softening))
      let memory = await budget.memory.take(reader.memory)
      defer { budget.memory.giveBack(memory) }
      return .success(try analyze(reader, path: input.name))
    } catch {
      return .failure(error)
    }
  }

  private func analyze(_ opened: consuming PNGReader, path: String) throws(ImageError) -> Softening {
    var reader = opened
    let isGray = reader.header.colorType.isGray
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: isGray, override: request.sourceOverride,
      assumed: request.assumedProfile, path: path)
    guard let space = SofteningColorSpace(profile: color.profile, isGray: isGray) else {
      throw .cannotSoften(path: path, profile: color.profile.reportName)
    }
    return try ImageError.at(path) { () throws(PNGError) in try analyze(&reader, space) }
  }

  /// Takes memory by the image's width only once rows have been decoded.
  private func analyze(_ reader: inout PNGReader, _ space: SofteningColorSpace) throws(PNGError) -> Softening
  {
    let height = StripPipeline.stripHeight(width: reader.header.width, reader.pixelFormat)
    let first = try reader.readRows(height)
    var analyzer = SofteningAnalyzer(
      options: options, colorSpace: space, format: reader.pixelFormat, width: reader.header.width,
      height: reader.header.height)
    var depth = EffectiveDepth()
    depth.scan(first)
    analyzer.add(first)
    while reader.remainingRows > 0 {
      let strip = try reader.readRows(height)
      depth.scan(strip)
      analyzer.add(strip)
      let total = reader.header.height
      WorkProgress.tell(.reading, rows: total - reader.remainingRows, of: total)
    }
    try reader.finish()
    var softening = analyzer.finish()
    softening.sampleBits = depth.bits
    return softening
  }
}
