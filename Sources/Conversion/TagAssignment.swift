import ColorManagement
public import ImageFiles
public import PNGCodec

/// Changes what PNGs say about their colours, and no sample: the whole of `p3tool assign` but its words.
public struct TagAssignment: Sendable {
  private let changes: PNGChunkRewriter.Changes
  private let limits: PNGLimits
  private let profileNames: (color: String, gray: String)
  private let tag: String

  /// An assignment of `target`. A greyscale image gets the grey profile of its curve; where it has none (tables,
  /// or curves that differ), its own profile.
  public init(target: ConversionTarget, tagging: ColorTagging = .auto, limits: PNGLimits = PNGLimits()) {
    var request = ConversionRequest(target: target)
    request.tagging = tagging
    let color = request.colorChunks(for: target.profile)
    let gray = try? target.profile.grayCounterpart()
    changes = PNGChunkRewriter.Changes(
      adding: color.chunks, addingToGray: gray.map { request.colorChunks(for: $0).chunks },
      exifColorSpace: request.metadataFilter.exifColorSpace)
    profileNames = (target.profile.reportName, gray?.reportName ?? target.profile.reportName)
    tag = color.tag
    self.limits = limits
  }

  /// The removal of every colour chunk.
  public init(strippingWithin limits: PNGLimits) {
    changes = PNGChunkRewriter.Changes(adding: [], exifColorSpace: .uncalibrated)
    profileNames = ("none", "none")
    tag = SourceTag.none.rawValue
    self.limits = limits
  }

  /// Rewrites the colour chunks of the image at `source` into `destination`; compressed pixels, palette, depth
  /// and interlacing stay byte for byte.
  public func assign(
    _ source: ImageSource, to destination: ImageDestination, settings: OutputSettings = OutputSettings()
  ) throws(ImageError) -> AssignmentReport {
    let sink = try settings.openSink(from: source, to: destination)
    let rewritten = try Self.rewrite(source, to: sink.descriptor, changes: changes, limits: limits)
    let state = settings.dryRun ? sink.comparison(with: destination) : nil
    try sink.commit()
    return AssignmentReport(
      path: source.name, output: destination.name,
      profile: rewritten.header.colorType.isGray ? profileNames.gray : profileNames.color, tag: tag,
      notes: rewritten.problems.map { "\($0)" }, state: state)
  }

  private static func rewrite(
    _ source: ImageSource, to output: Int32, changes: PNGChunkRewriter.Changes, limits: PNGLimits
  ) throws(ImageError) -> PNGChunkRewriter.Rewritten {
    try ReplayableInput(source, isReadTwice: false, limits: limits).reading { (input) throws(ImageError) in
      try ImageError.at(source.name) { () throws(PNGError) in
        try PNGChunkRewriter.rewrite(
          fileDescriptor: input, name: source.name, to: output, changes: changes, limits: limits)
      }
    }
  }
}

/// What one assignment did: the JSON of `assign`, one per input.
public struct AssignmentReport: Sendable, Codable {
  /// The input as the user named it.
  public let path: String
  /// The output's path, `-` for standard output.
  public let output: String
  /// The new profile's name, or `none`.
  public let profile: String
  /// The chunks that say so: `iCCP`, `iCCP+cICP`, `cICP`, `sRGB`, or `none`.
  public let tag: String
  /// Remarks a careful user wants to read.
  public let notes: [String]
  /// In a dry run: how the output compares with the file that exists.
  public let state: OutputComparison?
}
