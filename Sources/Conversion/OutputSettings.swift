public import ImageFiles
import PNGCodec
import Pixels

/// How an output is written.
public struct OutputSettings: Sendable {
  /// Whether an existing output may be replaced.
  public var overwrite: Bool
  /// If it may not: whether an existing output with exactly the bytes to be written counts as success.
  package var keepsSame = false
  /// Whether to convert without writing: the report compares the result with the existing output.
  public var dryRun: Bool
  /// Limits the strips in work, shared by all images of a run; by default one for each processor.
  public var budget: StripPermits

  /// The settings of one image.
  public init(overwrite: Bool = false, dryRun: Bool = false, budget: StripPermits = StripPermits()) {
    self.overwrite = overwrite
    self.dryRun = dryRun
    self.budget = budget
  }
}

extension OutputSettings {
  /// The sink for an image made from `source`, with the permissions of that file.
  package func openSink(
    from source: ImageSource, to destination: ImageDestination
  ) throws(ImageError) -> OutputSink {
    var permissions: UInt32?
    // The permissions of a pipe concern who may write to it, not the image.
    if case .file(let path) = source, let status = FileStatus(path: path), status.kind == .regular {
      permissions = status.permissions
    }
    return try OutputSink(
      destination, overwrite: overwrite, keepsSame: keepsSame, permissions: permissions, dryRun: dryRun)
  }
}
