public import ImageFiles
import PNGCodec
import Pixels

/// How an output is written.
public struct OutputSettings: Sendable {
  /// Whether an existing output may be replaced.
  public var overwrite: Bool
  /// Where it may not: whether one that holds the very bytes that would be written is no error.
  package var keepsSame = false
  /// Convert, but write nothing: the report compares with what is there.
  public var dryRun: Bool
  /// Strips in work at once, shared by all images of a run; by default as many as there are processors.
  public var budget: StripPermits

  /// The settings of one image.
  public init(overwrite: Bool = false, dryRun: Bool = false, budget: StripPermits = StripPermits()) {
    self.overwrite = overwrite
    self.dryRun = dryRun
    self.budget = budget
  }
}

extension OutputSettings {
  /// The sink for an image made from `source`, with that file's permissions.
  package func openSink(
    from source: ImageSource, to destination: ImageDestination
  ) throws(ImageError) -> OutputSink {
    var permissions: UInt32?
    // A pipe's permissions say who may write to it, nothing of the image.
    if case .file(let path) = source, let status = FileStatus(path: path), status.kind == .regular {
      permissions = status.permissions
    }
    return try OutputSink(
      destination, overwrite: overwrite, keepsSame: keepsSame, permissions: permissions, dryRun: dryRun)
  }
}
