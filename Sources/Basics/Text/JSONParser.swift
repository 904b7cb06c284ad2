/// Reads JSON (RFC 8259) into `JSONValue`, strictly: no comments, no trailing commas, no names twice.
package struct JSONParser {
  /// The most nested arrays and objects: parsing is recursive, and must not overflow the stack.
  private static let depthLimit = 200

  private let bytes: [UInt8]
  private var position = 0

  /// The value that `bytes` hold.
  static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONError(line: 1, column: 1, fact: "not UTF-8")
    }
    var parser = JSONParser(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.error("text after the end of the value") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func error(_ fact: String) -> JSONError {
    let before = bytes[..<min(position, bytes.count)]
    let lineStart = (before.lastIndex(of: 0x0A) ?? -1) + 1
    return JSONError(
      line: before.count { $0 == 0x0A } + 1, column: before.count - lineStart + 1,
      fact: position >= bytes.count ? "the text ends too early" : fact)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let wanted = Array("\(text)".utf8)
    guard bytes[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < Self.depthLimit else { throw error("nested deeper than \(Self.depthLimit) levels") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte):
      return .number(try number())
    default:
      if take("true") { return .boolean(true) }
      if take("false") { return .boolean(false) }
      if take("null") { return .null }
      throw error("no JSON value starts here")
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    position += 1
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a member's name in quotes should stand here") }
      let name = try string()
      guard names.insert(name).inserted else { throw error("the name \"\(name)\" stands here twice") }
      skipSpace()
      guard take(":") else { throw error("':' should stand here") }
      members.append(.init(name: name, value: try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw error("',' or '}' should stand here") }
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    position += 1
    skipSpace()
    if take("]") { return .array(elements) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw error("',' or ']' should stand here") }
    }
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        position += 1
        text += Array(String(Character(try escape())).utf8)
      case 0..<0x20: throw error("a control character inside a text")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw error("the text ends too early")
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = next else { throw error("the text ends too early") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let first = try codeUnit()
      if let scalar = Unicode.Scalar(first) { return scalar }
      guard (0xD800..<0xDC00).contains(first), take("\\u") else { throw error("half a surrogate pair") }
      let second = try codeUnit()
      guard (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      else { throw error("half a surrogate pair") }
      return scalar
    default:
      position -= 1
      throw error("no such escape")
    }
  }

  private mutating func codeUnit() throws(JSONError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits should stand here") }
    position += 4
    return value
  }

  /// RFC 8259, section 6: `-`? int frac? exp?
  private mutating func number() throws(JSONError) -> String {
    let start = position
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    guard position > start else { throw error("a digit should stand here") }
  }
}
