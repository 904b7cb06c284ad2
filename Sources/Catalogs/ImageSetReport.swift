import ImageFiles

/// What building an image set did: the JSON of `catalog build`, one per set.
package struct ImageSetReport: Sendable, Encodable {
  /// One image file of the set.
  package struct Image: Sendable, Encodable {
    /// Inside the set.
    package let file: String
    /// `universal 2x display-P3 dark`: the first of its slots.
    package let slot: String
    /// Pixels per row.
    package let width: Int
    /// Rows.
    package let height: Int
    /// Bytes.
    package let bytes: Int
  }

  /// The master.
  package let path: String
  /// The set's folder.
  package let output: String
  /// Whether any variant needs Display P3; without it only sRGB was written.
  package let needsWideGamut: Bool
  /// What was written, in the order of the slots.
  package let images: [Image]
  /// Remarks a careful user wants to read.
  package let notes: [String]
}

// A set in words.

extension ImageSetReport {
  /// `icon.png → Assets.xcassets/Icon.imageset  5 images, sRGB and Display P3`.
  package var text: String {
    let count = images.count == 1 ? "1 image" : "\(images.count) images"
    // An icon has one image for both.
    let isIcon = output.hasSuffix(".\(ImageSetRequest.Kind.appIcon.rawValue)")
    let spaces = needsWideGamut ? (isIcon ? "Display P3" : "sRGB and Display P3") : "sRGB alone"
    return "\(path.printableName) → \(output.printableName)  \(count), \(spaces)"
  }
}
