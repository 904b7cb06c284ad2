import PNGCodec
import Pixels

/// How an output is written.
public struct OutputSettings: Sendable {
  /// Whether an existing output may be replaced.
  public var overwrite: Bool
  /// Convert, but write nothing: the report compares with what is there.
  public var dryRun: Bool
  /// Strips in work at once, shared by all images of a run.
  public var budget: StripPermits

  /// The settings of one image.
  public init(overwrite: Bool = false, dryRun: Bool = false, budget: StripPermits = StripPermits(jobs: 1)) {
    self.overwrite = overwrite
    self.dryRun = dryRun
    self.budget = budget
  }
}

extension OutputSettings {
  /// The sink for an image made from `source`, with that file's permissions.
  func openSink(
    from source: ImageSource, to destination: ImageDestination
  ) throws(ImageError) -> OutputSink {
    var permissions: UInt32?
    if case .file(let path) = source { permissions = FileStatus(path: path)?.permissions }
    return try OutputSink(destination, overwrite: overwrite, permissions: permissions, dryRun: dryRun)
  }
}

extension OutputDepth {
  /// The header of the output for an image with `header`, which is read in pixels of `format`.
  func outputHeader(for header: PNGHeader, format: PixelFormat) -> PNGHeader {
    PNGHeader(
      width: header.width, height: header.height, bitDepth: bits(inputDepth: header.bitDepth), format: format)
  }
}
