/// Reads the text types of ICC: `textDescriptionType` of version 2, `multiLocalizedUnicodeType` of version 4, and
/// `textType`. No result depends on these texts: an unreadable one becomes empty, never an error.
enum ICCTextParser {
  /// The most characters of a name.
  private static let maximumLength = 256

  /// The text in tag data, type signature first.
  static func text(_ data: ArraySlice<UInt8>) -> String {
    guard data.count >= 12 else { return "" }
    switch FourCC(ICCTagTable.unsigned32(data, at: 0)) {
    case "desc": return ascii(data.dropFirst(12), count: Int(ICCTagTable.unsigned32(data, at: 8)))
    case "mluc": return localized(data)
    case "text": return ascii(data.dropFirst(8), count: data.count - 8)
    default: return ""
    }
  }

  private static func ascii(_ bytes: ArraySlice<UInt8>, count: Int) -> String {
    cleaned(String(decoding: bytes.prefix(count).prefix { $0 != 0 }, as: UTF8.self))
  }

  /// The English text if there is one, else the first.
  private static func localized(_ data: ArraySlice<UInt8>) -> String {
    let count = Int(ICCTagTable.unsigned32(data, at: 8))
    guard data.count >= 16, ICCTagTable.unsigned32(data, at: 12) == 12 else { return "" }
    let records = stride(from: 16, to: 16 + 12 * min(count, 256), by: 12).filter { $0 + 12 <= data.count }
    let english = records.first { ICCTagTable.unsigned16(data, at: $0) == 0x656E }
    guard let record = english ?? records.first else { return "" }
    let length = Int(ICCTagTable.unsigned32(data, at: record + 4))
    let offset = Int(ICCTagTable.unsigned32(data, at: record + 8))
    guard offset + length <= data.count else { return "" }
    let units = stride(from: 0, to: min(length, 2 * maximumLength) & ~1, by: 2).map {
      ICCTagTable.unsigned16(data, at: offset + $0)
    }
    return cleaned(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
  }

  /// Removes control characters, which must not reach a terminal, and limits the length.
  private static func cleaned(_ text: String) -> String {
    let printable = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
    return String(String.UnicodeScalarView(printable).prefix(maximumLength))
  }
}
