// The kinds of metadata that a user can keep.

extension PNGMetadata {
  /// Kinds of metadata, by users' names.
  package enum Category: String, Sendable, Hashable, Codable, CaseIterable {
    /// eXIf, and Exif in ImageMagick's "Raw profile type" texts.
    case exif
    /// iTXt with XMP's keyword.
    case xmp
    /// All other tEXt, zTXt and iTXt.
    case text
    /// pHYs, sCAL, oFFs, sTER.
    case resolution
    /// tIME.
    case time
    /// Unknown chunks that are safe to copy.
    case other

    /// The category of `chunk`.
    package init(of chunk: PNGChunk) {
      switch chunk.type {
      case "eXIf": self = .exif
      case "pHYs", "sCAL", "oFFs", "sTER": self = .resolution
      case "tIME": self = .time
      case "tEXt", "zTXt", "iTXt": self = Self.ofText(keyword: chunk.textKeyword)
      default: self = .other
      }
    }

    private static func ofText(keyword: String) -> Category {
      switch keyword {
      case "XML:com.adobe.xmp", "Raw profile type xmp": .xmp
      case "Raw profile type exif", "Raw profile type APP1": .exif
      default: .text
      }
    }
  }
}

extension PNGChunk {
  /// The keyword of a tEXt, zTXt or iTXt chunk.
  var textKeyword: String { latin1(data.prefix(80).prefix { $0 != 0 }) }
}
