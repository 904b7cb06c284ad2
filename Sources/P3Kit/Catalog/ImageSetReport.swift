/// What building an image set did: the JSON of `catalog build`, one per set.
public struct ImageSetReport: Sendable, Encodable {
  /// One image file of the set.
  public struct Image: Sendable, Encodable {
    /// Inside the set.
    public let file: String
    /// `universal 2x display-P3 dark`: the first of its slots.
    public let slot: String
    /// Pixels per row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Bytes.
    public let bytes: Int
  }

  /// The master.
  public let path: String
  /// The set's folder.
  public let output: String
  /// Whether any variant needs Display P3; without it only sRGB was written.
  public let needsWideGamut: Bool
  /// What was written, in the order of the slots.
  public let images: [Image]
  /// Remarks a careful user wants to read.
  public let notes: [String]
}

// A set in words.

extension ImageSetReport {
  /// `icon.png → Assets.xcassets/Icon.imageset  5 images, sRGB and Display P3`.
  public var text: String {
    let count = images.count == 1 ? "1 image" : "\(images.count) images"
    return "\(path) → \(output)  \(count), \(needsWideGamut ? "sRGB and Display P3" : "sRGB alone")"
  }
}
