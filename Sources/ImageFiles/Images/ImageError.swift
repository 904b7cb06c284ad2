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

  /// A folder where images are wanted, without `--recursive`.
  case isFolder(path: String)

  /// A folder that was searched for `*.png` files and holds none.
  case noPNGInFolder(path: String)

  /// A folder whose names cannot be read.
  case cannotList(path: String)

  /// The file at `path` is not the one that was reviewed.
  case changedSinceReview(path: String)

  /// A name in a searched folder that leads to no file, or an image that leads to no reference; `fact` is the reason.
  case unreachable(path: String, fact: String)

  /// A pipe or device where a file is wanted that can be read again.
  case notRegularFile(path: String)

  // What cannot be done with an image.

  /// The place of the output is taken by a file that no run of the pipeline made.
  case foreignOutput(source: String, output: String)

  /// The output at `path` was there and is gone before its run ended.
  case outputVanished(path: String)

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

  /// The mask of a comparison has not the size of the images.
  case maskOfOtherSize(path: String, mask: Size, image: Size)

  /// An image at `masterScale` would have to be enlarged for `scale`, both in pixels per point.
  case wouldEnlarge(path: String, masterScale: Int, scale: Int)
  /// The master of an app icon has sides of two lengths.
  case iconNotSquare(path: String, width: Int, height: Int)
  /// The master of an app icon is smaller than one that has to be made of it.
  case iconTooSmall(path: String, side: Int, needed: Int)
  /// The master of an app icon that has to be opaque is transparent in this share of its pixels.
  case iconTransparent(path: String, share: Double)

  // Palettes and asset catalogs.

  /// A file that is read as a palette and is none, or has an entry that is none.
  case notAPalette(path: String, fact: String)

  /// No asset catalog is there.
  case catalogNotFound(path: String)

  /// A file, or something else that is no folder, where an asset catalog is wanted.
  case catalogIsNoFolder(path: String)

  /// A folder without any set in it or below.
  case noSetInCatalog(path: String)

  /// A Contents.json that is no JSON.
  case notJSON(path: String, JSONError)

  /// A Contents.json whose value is no object.
  case notJSONObject(path: String)

  /// Whether the reader of our standard output has closed it: the program then ends silently.
  public var isBrokenPipe: Bool {
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

  /// Pixels across and down.
  public struct Size: Sendable, Hashable {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int

    /// The size of an image with `header`.
    package init(_ header: PNGHeader) {
      width = header.width
      height = header.height
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
    case .isFolder(let path):
      "\(path.printableName): is a folder (add --recursive to take every PNG file in it)"
    case .noPNGInFolder(let path): "\(path.printableName): holds no *.png file"
    case .cannotList(let path): "\(path.printableName): cannot list this folder (check its permissions)"
    case .changedSinceReview(let path):
      "\(path.printableName): is not the file that was reviewed, and nothing was copied (compare and review again)"
    case .cannotTag(let path, let fact), .unreachable(let path, let fact): "\(path.printableName): \(fact)"
    case .layout(let path, let error): "\(path.printableName): \(error)".printable
    case .cannotSoften(let path, let profile):
      "\(path.printableName): cannot be softened in \(profile), which has tables (convert it to srgb first)"
        .printable
    case .cannotSimulate(let path, let profile):
      "\(path.printableName): colour vision cannot be simulated in \(profile), which has tables (convert it to srgb first)"
        .printable
    case .noHeatmap(let path, let notes):
      "\(path.printableName): a heat map needs exact gamut counts: \(notes.joined(separator: "; "))".printable
    case .notRegularFile(let path):
      "\(path.printableName): is no regular file, and has to be read more than once (copy it to a file first)"
    case .foreignOutput(let source, let output):
      "\(source.printableName): \(output.printableName) exists, and no run of this pipeline made it (move it away, or "
        + "replace it with batch --force)"
    case .outputVanished(let path):
      "\(path.printableName): was written and is gone: another program removes files there (run again)"
    case .maskOfOtherSize(let path, let mask, let image):
      "\(path.printableName): is a mask of \(mask.width)×\(mask.height) pixels for an image of "
        + "\(image.width)×\(image.height) (make both of one size)"
    case .wouldEnlarge(let path, let masterScale, let scale):
      "\(path.printableName): is a \(masterScale)x image: a \(scale)x one would have to be enlarged"
    case .iconNotSquare(let path, let width, let height):
      "\(path.printableName): is \(width)×\(height): an app icon is square"
    case .iconTooSmall(let path, let side, let needed):
      "\(path.printableName): is \(side)×\(side), and would have to be enlarged to \(needed)×\(needed) (give a larger master)"
    case .iconTransparent(let path, let share):
      "\(path.printableName): is transparent in \(Percentage.text(share)) of its pixels, which App Store Connect refuses "
        + "(put it on a background that fills its square)"
    case .notAPalette(let path, let fact): "\(path.printableName): \(fact)".printable
    case .catalogNotFound(let path): "\(path.printableName): no such folder (is the path spelled right?)"
    case .catalogIsNoFolder(let path): "\(path.printableName): is no folder (give a .xcassets folder)"
    case .noSetInCatalog(let path): "\(path.printableName): holds no set (give a .xcassets folder)"
    case .notJSON(let path, let error): "\(path.printableName): not JSON: \(error)".printable
    case .notJSONObject(let path): "\(path.printableName): its JSON is no object"
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
  package func imageError(at path: String) -> ImageError { .notJSON(path: path, self) }
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
