package import PNGCodec

/// What the program p3tool refuses besides images: names and folders of inputs, pipelines, palettes, asset catalogs.
public struct ProgramRefusal: Sendable, Hashable {
  package let reason: Reason

  package enum Reason: Sendable, Hashable {
    /// A folder instead of images, without `--recursive`.
    case isFolder(path: String)
    /// A searched folder without `*.png` files.
    case noPNGInFolder(path: String)
    /// A folder that cannot be listed.
    case cannotList(path: String)
    /// The file at `path` has changed since it was reviewed.
    case changedSinceReview(path: String)
    /// A name in a searched folder that leads to no file, or an image without a reference; `fact` is the reason.
    case unreachable(path: String, fact: String)
    /// A pipe or device instead of a file that can be read again.
    case notRegularFile(path: String)
    /// The output's path is occupied by a file that no run of the pipeline made.
    case foreignOutput(source: String, output: String)
    /// The output at `path` disappeared before its run ended.
    case outputVanished(path: String)
    /// The size of a comparison's mask differs from that of the images.
    case maskOfOtherSize(path: String, mask: Size, image: Size)
    /// An image at `masterScale` would have to be enlarged for `scale`, both in pixels per point.
    case wouldEnlarge(path: String, masterScale: Int, scale: Int)
    /// The master of an app icon is not square.
    case iconNotSquare(path: String, width: Int, height: Int)
    /// The master of an app icon is smaller than an icon to be made from it, in pixels.
    case iconTooSmall(path: String, side: Int, needed: Int)
    /// The master of an app icon that must be opaque; `share` (0…1) of its pixels are transparent.
    case iconTransparent(path: String, share: Double)
    /// A file that is not a palette, or a palette with an entry that is not a colour.
    case notAPalette(path: String, fact: String)
    /// No asset catalog exists at `path`.
    case catalogNotFound(path: String)
    /// Something other than a folder instead of an asset catalog.
    case catalogIsNoFolder(path: String)
    /// A folder without any set in or below it.
    case noSetInCatalog(path: String)
    /// A Contents.json that is not JSON.
    case notJSON(path: String, JSONError)
    /// A Contents.json whose value is not an object.
    case notJSONObject(path: String)
  }

  /// Pixels across and down.
  package struct Size: Sendable, Hashable {
    /// Columns.
    package let width: Int
    /// Rows.
    package let height: Int

    /// The size of an image with `header`.
    package init(_ header: PNGHeader) {
      width = header.width
      height = header.height
    }
  }
}

extension ImageError {
  /// The program's refusal for `reason`.
  package static func refused(_ reason: ProgramRefusal.Reason) -> ImageError {
    .program(ProgramRefusal(reason: reason))
  }
}

// The error messages that users read.

extension ProgramRefusal: CustomStringConvertible {
  /// The fact and its remedy in one line.
  public var description: String {
    switch reason {
    case .unreachable(let path, let fact): "\(path.printableName): \(fact)"
    case .isFolder(let path):
      "\(path.printableName): is a folder (add --recursive to take every PNG file in it)"
    case .noPNGInFolder(let path): "\(path.printableName): holds no *.png file"
    case .cannotList(let path): "\(path.printableName): cannot list this folder (check its permissions)"
    case .changedSinceReview(let path):
      "\(path.printableName): is not the file that was reviewed, and nothing was copied (compare and review again)"
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
