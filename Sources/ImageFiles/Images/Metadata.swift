import ColorManagement
package import PNGCodec

/// Which metadata an output keeps: the value of `--metadata`.
public struct MetadataSelection: Sendable, Hashable, Codable {
  /// The kinds that are kept.
  package let categories: Set<PNGMetadata.Category>

  /// Everything that a conversion keeps.
  public static let all = MetadataSelection(categories: Set(PNGMetadata.Category.allCases))

  /// Only pixels and colours.
  public static let none = MetadataSelection(categories: [])

  /// The given kinds.
  package init(categories: Set<PNGMetadata.Category>) { self.categories = categories }

  /// `all`, `none`, or kinds separated by commas: `exif,xmp,text,resolution,time,other`. Nil for other texts.
  public init?(_ text: String) {
    switch text {
    case "all": self = .all
    case "none": self = .none
    default:
      let words = text.split(separator: ",").map { PNGMetadata.Category(rawValue: String($0)) }
      guard !words.isEmpty, !words.contains(nil) else { return nil }
      self.init(categories: Set(words.compactMap { $0 }))
    }
  }
}

/// Copies an input's metadata to its output.
package struct MetadataFilter: Sendable {
  /// The kinds that are kept.
  package let selection: MetadataSelection

  /// Exif's ColorSpace for the new samples; nil if their colours did not change.
  package let exifColorSpace: PNGMetadata.ExifColorSpace?

  package init(selection: MetadataSelection, exifColorSpace: PNGMetadata.ExifColorSpace?) {
    self.selection = selection
    self.exifColorSpace = exifColorSpace
  }

  /// Whether bKGD is converted and kept.
  package var keepsBackground: Bool { selection.categories.contains(.other) }

  /// The kept part of `metadata`, with Exif's ColorSpace entry updated.
  package func kept(_ metadata: PNGMetadata) -> PNGMetadata {
    let kept = metadata.filtered(by: selection.categories)
    return exifColorSpace.map { kept.settingExifColorSpace($0) } ?? kept
  }
}
