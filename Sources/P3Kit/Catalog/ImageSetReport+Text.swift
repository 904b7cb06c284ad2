// A set in words.

extension ImageSetReport {
  /// `icon.png → Assets.xcassets/Icon.imageset  5 images, sRGB and Display P3`.
  public var text: String {
    let count = images.count == 1 ? "1 image" : "\(images.count) images"
    return "\(path) → \(output)  \(count), \(needsWideGamut ? "sRGB and Display P3" : "sRGB alone")"
  }
}
