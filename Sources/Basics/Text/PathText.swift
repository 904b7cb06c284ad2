/// Paths as text that loses no byte.
///
/// A path is any bytes but zero, a string is Unicode. Bytes that are no UTF-8 stand in the text as scalars for private
/// use, U+10FE80 to U+10FEFF for 0x80 to 0xFF. A path that holds such a scalar itself has each of its bytes written so:
/// every path has one text, which leads back to it.
package enum PathText {
  /// The text of the path that `bytes` are.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    // All scalars for raw bytes begin with this byte.
    if !bytes.contains(0xF4), let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var rest = bytes[...]
    while true {
      let length: Int
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        length = encoded.count
        let scalar = UTF8.decode(encoded)
        if scalar.rawByte == nil {
          text.append(scalar)
        } else {
          text += rest.prefix(length).map { .init(rawByte: $0) }
        }
      case .error(let count):
        length = count
        text += rest.prefix(length).map { .init(rawByte: $0) }
      case .emptyInput: return String(text)
      }
      rest = rest.dropFirst(length)
    }
  }

  /// The bytes of the path that `text` is.
  package static func bytes(_ text: String) -> [UInt8] {
    if !text.utf8.contains(0xF4) { return Array(text.utf8) }
    return text.unicodeScalars.reduce(into: []) { bytes, scalar in
      if let byte = scalar.rawByte { bytes.append(byte) } else { bytes += Array(String(scalar).utf8) }
    }
  }
}

extension Unicode.Scalar {
  private static let firstRawByte: UInt32 = 0x10_FE80

  /// The scalar that stands for `rawByte`, 0x80 or more, in a path's text.
  fileprivate init(rawByte: UInt8) {
    precondition(rawByte >= 0x80, "ASCII is UTF-8")
    self = Unicode.Scalar(Self.firstRawByte + UInt32(rawByte) - 0x80) ?? "\u{FFFD}"
  }

  /// The byte that the scalar stands for in a path's text, 0x80 or more; nil for all others.
  var rawByte: UInt8? {
    (Self.firstRawByte..<Self.firstRawByte + 0x80).contains(value)
      ? UInt8(truncatingIfNeeded: value - Self.firstRawByte + 0x80) : nil
  }
}
