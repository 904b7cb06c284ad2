/// Finds keys that are aliases or collections in YAML with aliases, before the YAML library sees them.
///
/// The library compares keys by what they unfold to, and ten lines of nested aliases unfold to billions of values. No
/// pipeline needs such keys. The scan knows quotes and comments, and errs on the side of refusing.
struct CollectionKeyScan {
  private var line = 1
  private var column = 0
  private var previous = UInt8(ascii: "\n")
  /// The quotation mark that is open.
  private var quote: UInt8?
  /// Whether a backslash stands before this byte, in double quotes.
  private var isEscaped = false
  private var isComment = false
  /// Whether the last token was an alias or closed a collection, so that a colon makes it a key.
  private var endsCollection = false

  /// Where the first such key ends, or its `?` stands; nil without one, and for text without aliases.
  static func firstKey(in text: String) -> ConfigurationPlace? {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "&")), bytes.contains(UInt8(ascii: "*")) else { return nil }
    var scan = CollectionKeyScan()
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: "\n")
      if scan.take(byte, next: next) { return ConfigurationPlace(line: scan.line, column: scan.column) }
    }
    return nil
  }

  /// Takes one byte; true where it makes what stands before or behind it a key.
  private mutating func take(_ byte: UInt8, next: UInt8) -> Bool {
    defer { previous = byte }
    column += 1
    if byte == UInt8(ascii: "\n") {
      (line, column, isComment) = (line + 1, 0, false)
      return false
    }
    if isComment { return false }
    if let open = quote {
      let closes = byte == open && !isEscaped
      isEscaped = open == UInt8(ascii: "\"") && byte == UInt8(ascii: "\\") && !isEscaped
      if closes { quote = nil }
      return false
    }
    return takeToken(byte, next: next)
  }

  private mutating func takeToken(_ byte: UInt8, next: UInt8) -> Bool {
    let startsToken = Self.isBlank(previous) || ",[{".utf8.contains(previous)
    let endsToken = Self.isBlank(next) || ",]}".utf8.contains(next)
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      // Two single quotes within single quotes are one that is meant.
      if startsToken || previous == byte { quote = byte }
      endsCollection = false
    case UInt8(ascii: "#") where Self.isBlank(previous): isComment = true
    case UInt8(ascii: "?") where startsToken && endsToken: return true
    case UInt8(ascii: ":") where endsCollection && endsToken: return true
    case UInt8(ascii: "]"), UInt8(ascii: "}"): endsCollection = true
    case UInt8(ascii: "*") where startsToken: endsCollection = true
    case _ where Self.isBlank(byte): break
    // Another token begins; letters behind letters go on with an alias's name.
    case _ where startsToken || "]}".utf8.contains(previous) || ",[{".utf8.contains(byte):
      endsCollection = false
    default: break
    }
    return false
  }

  private static func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
}
