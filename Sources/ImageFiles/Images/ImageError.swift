public import ColorManagement
public import PNGCodec
public import Pixels

/// Why one image, one folder of images, or one set of an asset catalog could not be processed. Other images of the same
/// run are not affected.
///
/// Every case names the path as the user gave it, or as it was found below a folder that the user named.
public enum ImageError: Error, Sendable, Hashable {
  // Errors of lower layers.

  /// A problem with the PNG: the inner error names file, chunk and byte offset.
  case png(PNGError)

  /// A problem with its colours: the path (followed by `: ` and the chunk, if one is concerned), and what is wrong.
  case color(String, ColorError)

  /// A problem with the file system: the inner error names the path.
  case file(FileError)

  /// The task was cancelled before the image at `path` was complete; nothing was written.
  case cancelled(path: String)

  // Inputs.

  /// Nothing exists at `path`.
  case notFound(path: String)

  // Operations that an image does not allow.

  /// The requested chunks cannot describe the target's colours; `fact` is the reason.
  case cannotTag(path: String, fact: String)

  /// The image cannot be stored in memory in the requested layout, or read from it.
  case layout(path: String, PixelLayoutError)

  /// Softening computes with linear light, for which a profile with tables has no formula. `profile` is its name.
  case cannotSoften(path: String, profile: String)

  /// The simulation computes with linear light, for which a profile with tables has no formula. `profile` is its name.
  case cannotSimulate(path: String, profile: String)

  /// A heat map is requested where gamut counts are not exact; `notes` explain why.
  case noHeatmap(path: String, notes: [String])

  /// Refused by the program p3tool, not the library.
  case program(ProgramRefusal)

  /// Whether the reader of our standard output closed it: the program then ends silently.
  package var isBrokenPipe: Bool {
    switch self {
    case .png(let error): error.isBrokenPipe
    case .file(let error): error.isBrokenPipe
    default: false
    }
  }
}

extension ImageError {
  /// Whether the image is sound but of an unsupported kind: an animation, high dynamic range, an Xcode-optimised PNG, a
  /// Git LFS pointer.
  package var isOfUnsupportedKind: Bool {
    switch self {
    case .png(let error): error.isOfUnsupportedKind
    case .color(_, .highDynamicRange): true
    default: false
    }
  }
}

// The error messages that users read.

extension ImageError: CustomStringConvertible {
  /// `file: place: fact (remedy)`, one line.
  public var description: String {
    switch self {
    case .png(let error):
      // The codec's error has the name as it is, not made printable.
      PNGError(
        file: error.file.printableName, kind: error.kind, chunk: error.chunk, byteOffset: error.byteOffset
      ).description.printable
    case .file(let error): error.description
    case .cancelled(let path): "\(path.printableName): the task was cancelled before the image was done"
    case .color(let path, let error): "\(path.printableName): \(error)".printable
    case .notFound(let path): "\(path.printableName): no such file or folder (is the path spelled right?)"
    case .cannotTag(let path, let fact): "\(path.printableName): \(fact)"
    case .program(let refusal): refusal.description
    case .layout(let path, let error): "\(path.printableName): \(error)".printable
    case .cannotSoften(let path, let profile):
      "\(path.printableName): cannot be softened in \(profile), which has tables (convert it to srgb first)"
        .printable
    case .cannotSimulate(let path, let profile):
      "\(path.printableName): colour vision cannot be simulated in \(profile), which has tables (convert it to srgb first)"
        .printable
    case .noHeatmap(let path, let notes):
      "\(path.printableName): a heat map needs exact gamut counts: \(notes.joined(separator: "; "))".printable
    }
  }
}

// Errors of lower layers become image errors.

/// An error of a lower layer that ends the work on one image.
package protocol ImageErrorCause: Error {
  /// The error about the image at `path`. An error that names its own file keeps that name.
  func imageError(at path: String) -> ImageError
}

extension FileError: ImageErrorCause {
  package func imageError(at path: String) -> ImageError { .file(self) }
}

extension PNGError: ImageErrorCause {
  package func imageError(at path: String) -> ImageError {
    kind == .cancelled ? .cancelled(path: file) : .png(self)
  }
}

extension ColorError: ImageErrorCause {
  package func imageError(at path: String) -> ImageError { .color(path, self) }
}

extension JSONError: ImageErrorCause {
  package func imageError(at path: String) -> ImageError { .refused(.notJSON(path: path, self)) }
}

extension ImageError {
  /// Runs `body`; its error becomes that of the image at `path`.
  ///
  /// The closure states its error type, `{ () throws(PNGError) in … }`, as Swift 6.3 infers `any Error` otherwise.
  /// There is no asynchronous form: Swift 6.3.1 frees allocations of such a closure in the wrong order, which ends a
  /// library user's debug build. Asynchronous work catches its error itself.
  package static func at<Value: ~Copyable, Cause: ImageErrorCause>(
    _ path: String, _ body: () throws(Cause) -> Value
  ) throws(ImageError) -> Value {
    do throws(Cause) { return try body() } catch { throw error.imageError(at: path) }
  }
}
