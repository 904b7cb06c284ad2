import ColorManagement
import PNGCodec

/// Carries an input's metadata over to its output.
struct MetadataFilter: Sendable {
  /// The kinds that are kept.
  let selection: MetadataSelection

  /// What Exif must say of the new samples; nil where they have their old colours.
  let exifColorSpace: PNGMetadata.ExifColorSpace?

  /// The kept part of `metadata`, with Exif's ColorSpace entry brought up to date.
  func kept(_ metadata: PNGMetadata) -> PNGMetadata {
    let kept = metadata.filtered(by: selection.categories)
    return exifColorSpace.map { kept.settingExifColorSpace($0) } ?? kept
  }
}

extension ConversionRequest {
  /// What becomes of the input's other chunks.
  var metadataFilter: MetadataFilter {
    MetadataFilter(selection: metadata, exifColorSpace: targetSpace == .sRGB ? .sRGB : .uncalibrated)
  }
}
