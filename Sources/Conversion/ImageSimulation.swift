public import Analysis
public import ColorManagement
public import Colors
public import ImageFiles
public import PNGCodec
import PixelConversion
package import Pixels

/// Shows images as people with a colour vision deficiency see them, in the image's own colour space: everything `p3tool
/// simulate` does except printing.
public struct ImageSimulation: Sendable {
  /// The simulated vision.
  public var vision: ColorVision

  /// The severity: 0 is ordinary vision, 1 a complete lack of the cones.
  public var severity: Double

  /// The profile of untagged images.
  public var assumedProfile = RGBColorSpace.sRGB.profile

  /// Bits per sample of the output.
  public var depth = OutputDepth.keep

  /// How samples lose bits if the output has fewer than the input; nil is blue noise.
  public var dither: Dither?

  /// The metadata of the output.
  public var metadata = MetadataSelection.all

  /// The compression of the output.
  public var compression = PNGWriteOptions.Compression.balanced

  /// Limits that are checked before memory is allocated.
  public var limits = PNGLimits()

  /// A simulation of `vision`.
  ///
  /// - Parameters:
  ///   - vision: the vision to simulate.
  ///   - severity: 0 (ordinary vision) to 1 (none of these cones).
  public init(_ vision: ColorVision, severity: Double = 1) {
    precondition((0...1).contains(severity), "a severity lies between 0 and 1")
    self.vision = vision
    self.severity = severity
  }

  /// Writes the simulated image at `source` to `destination`; on any error nothing is left there.
  ///
  /// Profile, tags, alpha and metadata stay; at 8 bits a palette stays a palette.
  ///
  /// - Throws: `ImageError` if the image is damaged, its colours cannot be read or have no linear light (profiles with
  ///   tables), or the output cannot be written.
  public func simulate(
    _ source: ImageSource, to destination: ImageDestination, settings: OutputSettings = OutputSettings()
  ) async throws(ImageError) -> SimulationReport {
    let input = try ReplayableInput(source, isReadTwice: depth != .sixteen, limits: limits)
    var reader = try input.openReader(limits: limits.covering(.conversion))
    let header = reader.header
    let isGray = header.colorType.isGray
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: isGray, assumed: assumedProfile, path: source.name)
    let executor = isGray ? .identity : try executor(color.profile, path: source.name)
    let output = output(for: header, format: reader.pixelFormat, profile: color.profile)
    let sink = try settings.openSink(from: source, to: destination)
    let work = try await StripWork(executor: executor, dither: output.dither).sparingFlatAreas(
      of: input, depth: output.depth, limits: limits.covering(.conversion), budget: settings.budget)
    if output.dither == .blueNoise { reader = try input.openReader(limits: limits.covering(.conversion)) }
    let writer = ConversionWriter(
      output: output, work: work,
      colorChunks: reader.colorInfo.chunks,
      metadata: MetadataFilter(selection: metadata, exifColorSpace: nil), compression: compression,
      limits: limits, budget: settings.budget)
    let bytesOut = try await writer.write(
      input, &reader, into: sink.descriptor, named: destination.name)
    let state = settings.dryRun ? sink.comparison(with: destination) : nil
    try await sink.commitAside()
    return SimulationReport(
      path: source.name, output: destination.name, width: header.width, height: header.height, vision: vision,
      severity: severity, source: .init(color.profile, tag: color.tag.rawValue, header),
      destination: .init(color.profile, tag: color.tag.rawValue, output.header),
      bytesIn: reader.byteCount, bytesOut: bytesOut,
      notes: color.notes + reader.problems.map { "\($0)" }
        + (isGray ? ["a grey image: everybody sees it alike, its samples stay"] : []),
      state: state, kernel: executor.kernel)
  }

  private func output(
    for header: PNGHeader, format: PixelFormat, profile: ICCProfile
  ) -> ConversionOutput {
    ConversionOutput(
      for: header, format: format,
      bits: depth.bits(
        inputDepth: header.bitDepth, valueBits: header.bitDepth, toWideGamut: profile.isWideGamut ?? true),
      valueBits: header.bitDepth, dither: dither)
  }

  /// Replaces `pixels`, RGB in the colours of `profile`, by what is seen.
  ///
  /// - Returns: false, and changes nothing, if the profile has tables.
  /// - Throws: `ColorError` for a grey profile, and for curves or colorants without an inverse.
  package func simulate(_ pixels: inout PixelBuffer, profile: ICCProfile) throws(ColorError) -> Bool {
    guard let simulation = try ColorVisionSimulation(vision, severity: severity, profile: profile) else {
      return false
    }
    PixelExecutor(simulation).convert(&pixels)
    return true
  }

  private func executor(_ profile: ICCProfile, path: String) throws(ImageError) -> PixelExecutor {
    let simulation = try ImageError.at(path) { () throws(ColorError) in
      try ColorVisionSimulation(vision, severity: severity, profile: profile)
    }
    guard let simulation else { throw .cannotSimulate(path: path, profile: profile.reportName) }
    return PixelExecutor(simulation)
  }
}

/// The report on one simulation, in the JSON of `simulate`, one per input.
public struct SimulationReport: Sendable, Codable {
  /// The input as the user named it.
  public let path: String
  /// The output's path, `-` for standard output.
  public let output: String
  /// Pixels per row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The simulated vision.
  public let vision: ColorVision
  /// The severity, 0 to 1.
  public let severity: Double
  /// The input's colours.
  public let source: ConversionReport.Side
  /// The output's colours: the same profile and tag.
  public let destination: ConversionReport.Side
  /// Size of the input in bytes.
  public let bytesIn: Int
  /// Size of the output in bytes, also in a dry run.
  public let bytesOut: Int
  /// Remarks for careful users, each a sentence.
  public let notes: [String]
  /// In a dry run: the output compared with the existing file.
  public let state: OutputComparison?
  /// The kernel that ran, where one did. Not in the JSON: it differs between machines.
  public internal(set) var kernel: String?

  private enum CodingKeys: String, CodingKey {
    case path, output, width, height, vision, severity, source, destination, bytesIn, bytesOut, notes, state
  }
}
