import ColorManagement
public import ImageFiles
public import PNGCodec

/// Changes the colour tags of PNGs, but no samples: everything `p3tool assign` does except printing.
public struct TagAssignment: Sendable {
  private let changes: PNGChunkRewriter.Changes
  private let limits: PNGLimits
  /// Whether image data are copied without being read. By default a damaged image is refused.
  package var trustsImageData = false
  /// Why the tagging cannot describe the target's colours; nil if it can.
  private let conflict: TaggingConflict?
  private let profileNames: (color: String, gray: String)
  private let tag: String

  /// An assignment of `target`. A greyscale image gets the grey profile of its curve, or, if there is none (tables, or
  /// unequal curves), the target's own profile.
  public init(target: ConversionTarget, tagging: ColorTagging = .auto, limits: PNGLimits = PNGLimits()) {
    var request = ConversionRequest(target: target)
    request.tagging = tagging
    do throws(TaggingConflict) {
      try request.validate()
      conflict = nil
    } catch {
      conflict = error
    }
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
    conflict = nil
    profileNames = ("none", "none")
    tag = SourceTag.none.rawValue
    self.limits = limits
  }

  /// Rewrites the colour chunks of the image at `source` into `destination`. Compressed pixels, palette, depth and
  /// interlacing stay byte for byte.
  ///
  /// - Throws: `ImageError` if the tagging cannot describe the target's colours, the image is damaged, or the output
  ///   cannot be written; `cancelled` if the task is cancelled.
  public func assign(
    _ source: ImageSource, to destination: ImageDestination, settings: OutputSettings = OutputSettings()
  ) async throws(ImageError) -> AssignmentReport {
    if let conflict { throw .cannotTag(path: source.name, fact: conflict.description) }
    let input = try ReplayableInput(source, isReadTwice: !trustsImageData, limits: limits)
    if !trustsImageData { try await look(at: input, settings.budget) }
    let sink = try settings.openSink(from: source, to: destination)
    let rewritten = try rewrite(input, to: sink.descriptor)
    let state = settings.dryRun ? sink.comparison(with: destination) : nil
    try sink.commit()
    return AssignmentReport(
      path: source.name, output: destination.name,
      profile: rewritten.header.colorType.isGray ? profileNames.gray : profileNames.color, tag: tag,
      notes: rewritten.problems.map { "\($0)" }, state: state)
  }

  /// Reads all rows, so that an image that viewers cannot read is refused.
  private func look(at input: borrowing ReplayableInput, _ budget: StripPermits) async throws(ImageError) {
    var reader = try input.openReader(limits: limits.covering(.inspection))
    let memory = await budget.memory.take(reader.memory)
    defer { budget.memory.giveBack(memory) }
    do throws(PNGError) {
      try await StripPipeline.scan(&reader, StripReader(of: reader), budget, scans: [{ _ in }])
      try reader.finish()
    } catch {
      throw error.imageError(at: input.name)
    }
  }

  private func rewrite(
    _ input: borrowing ReplayableInput, to output: Int32
  ) throws(ImageError) -> PNGChunkRewriter.Rewritten {
    let (name, changes, limits) = (input.name, changes, limits)
    return try input.reading { (bytes) throws(ImageError) in
      try ImageError.at(name) { () throws(PNGError) in
        try PNGChunkRewriter.rewrite(
          fileDescriptor: bytes, name: name, to: output, changes: changes, limits: limits)
      }
    }
  }
}

/// The report on one assignment, in the JSON of `assign`, one per input.
public struct AssignmentReport: Sendable, Codable {
  /// The input as the user named it.
  public let path: String
  /// The output's path, `-` for standard output.
  public let output: String
  /// The new profile's name, or `none`.
  public let profile: String
  /// The chunks with the tag: `iCCP`, `iCCP+cICP`, `cICP`, `sRGB`, or `none`.
  public let tag: String
  /// Remarks for careful users, each a sentence.
  public let notes: [String]
  /// In a dry run: the output compared with the existing file.
  public let state: OutputComparison?
}
