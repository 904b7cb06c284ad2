import ImageFiles

/// The report on building one image set, in the JSON of `catalog build`.
package struct ImageSetReport: Sendable, Encodable {
  /// One image file of the set.
  package struct Image: Sendable, Encodable {
    /// Its name in the set.
    package let file: String
    /// `universal 2x display-P3 dark`: the first of its slots.
    package let slot: String
    /// Pixels per row.
    package let width: Int
    /// Rows.
    package let height: Int
    /// Size in bytes.
    package let bytes: Int
  }

  /// The master.
  package let path: String
  /// The set's folder.
  package let output: String
  /// Whether any variant needs Display P3; otherwise only sRGB was written.
  package let needsWideGamut: Bool
  /// The images written, in the order of the slots.
  package let images: [Image]
  /// Remarks for careful users, each a sentence.
  package let notes: [String]
}

// The report as text.

extension ImageSetReport {
  /// `icon.png → Assets.xcassets/Icon.imageset  5 images, sRGB and Display P3`.
  package var text: String {
    let count = images.count == 1 ? "1 image" : "\(images.count) images"
    // An icon has one image for both gamuts.
    let isIcon = output.hasSuffix(".\(ImageSetRequest.Kind.appIcon.rawValue)")
    let spaces = needsWideGamut ? (isIcon ? "Display P3" : "sRGB and Display P3") : "sRGB alone"
    return "\(path.printableName) → \(output.printableName)  \(count), \(spaces)"
  }
}
