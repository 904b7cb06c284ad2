import P3Kit

/// A PNG as a web page wants it.
public struct WebImage: Sendable {
  /// The PNG's bytes: sRGB, 8 bits, without metadata.
  public var bytes: [UInt8]
  /// What the conversion did to the colours, in one line.
  public var summary: String
}

/// Makes web images of whatever PNGs come, all in memory. One of these serves a whole process: it keeps what it has
/// worked out of a profile for the next image with the same one.
public struct WebImageMaker: Sendable {
  private let conversion: ImageConversion

  /// A maker whose images go to sRGB, or to another space.
  public init(target: RGBColorSpace = .sRGB) {
    var request = ConversionRequest(target: .space(target))
    request.depth = .eight
    request.metadata = .none
    request.gamutMapping = .soft
    conversion = ImageConversion(request)
  }

  /// The web image of the PNG in `bytes`.
  ///
  /// - Throws: `ImageError` when it is no PNG, is damaged, or has colours that cannot be converted.
  public func webImage(of bytes: [UInt8]) async throws(ImageError) -> WebImage {
    let (converted, report) = try await conversion.convert(bytes)
    let lost = report.gamut?.fraction ?? 0
    return WebImage(
      bytes: converted,
      summary:
        "\(report.source.profile) to \(report.destination.profile), \((lost * 100).rounded()) % out of gamut")
  }
}
