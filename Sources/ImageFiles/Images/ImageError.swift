public import ColorManagement
public import PNGCodec
public import Pixels

/// Why one image, one folder of images, or one set of an asset catalog could not be processed. The others of the same
/// run are not affected.
///
/// Every case names the path as the user wrote it, or as it was found below a folder that they named.
public enum ImageError: Error, Sendable, Hashable {
  // What a layer below refused.

  /// The PNG itself: its own message names file, chunk and byte offset.
  case png(PNGError)

  /// Its colours: the path, followed by `: ` and the chunk where one holds them, and what is wrong with the profile.
  case color(String, ColorError)

  /// The file system: its own message names the path.
  case file(FileError)

  /// The task was cancelled before the image at `path` was done; nothing was written.
  case cancelled(path: String)

  // Inputs.

  /// Nothing is there.
  case notFound(path: String)

  // What cannot be done with an image.

  /// The chunks of the request cannot describe the target's colours; `fact` is the reason.
  case cannotTag(path: String, fact: String)

  /// The image cannot lie in memory, or leave it, in the layout that was asked for.
  case layout(path: String, PixelLayoutError)

  /// Softening computes with light, which cannot be told from samples where `profile`, by its name, has tables.
  case cannotSoften(path: String, profile: String)

  /// What is seen is computed from light, which cannot be told from samples where `profile`, by its name, has tables.
  case cannotSimulate(path: String, profile: String)

  /// A heat map is asked for where gamut counts are not exact; `notes` have the reason.
  case noHeatmap(path: String, notes: [String])

  /// What the program p3tool, not the library, refuses.
  case program(ProgramRefusal)

  /// Whether the reader of our standard output has closed it: the program then ends silently.
  package var isBrokenPipe: Bool {
    switch self {
    case .png(let error): error.isBrokenPipe
    case .file(let error): error.isBrokenPipe
    default: false
    }
  }
}

extension ImageError {
  /// Whether the image is sound, of a kind that is not worked on: an animation, high dynamic range, an Xcode-optimised PNG,
  /// a Git LFS pointer.
  package var isOfUnsupportedKind: Bool {
    switch self {
    case .png(let error): error.isOfUnsupportedKind
    case .color(_, .highDynamicRange): true
    default: false
    }
  }
}

// The sentences that users read.

extension ImageError: CustomStringConvertible {
  /// `file: place: fact (remedy)`, one line.
  public var description: String {
    switch self {
    case .png(let error):
      // The codec names the file as it is.
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

// From the errors of the layers below.

/// An error of a layer below that ends the work on one image.
package protocol ImageErrorCause: Error {
  /// The error of the image at `path`. An error that names its file itself keeps that name.
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
  /// What `body` returns; its error becomes that of the image at `path`.
  ///
  /// The closure spells its error type, `{ () throws(PNGError) in … }`: Swift 6.3 infers `any Error` otherwise. There is no
  /// form for work that waits, which catches its error itself: Swift 6.3.1 frees in the wrong order what such a closure
  /// allocates, and ends a library user's debug build.
  package static func at<Value: ~Copyable, Cause: ImageErrorCause>(
    _ path: String, _ body: () throws(Cause) -> Value
  ) throws(ImageError) -> Value {
    do throws(Cause) { return try body() } catch { throw error.imageError(at: path) }
  }
}
