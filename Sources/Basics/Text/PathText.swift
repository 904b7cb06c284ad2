/// Represents paths as text that preserves every byte.
///
/// A path is any bytes but zero, a string is Unicode. Bytes that are not UTF-8 become private-use scalars, U+10FE80 to
/// U+10FEFF for 0x80 to 0xFF. If a path itself contains such a scalar, each of the scalar's bytes is written this way.
/// So every path has exactly one text, which leads back to it.
package enum PathText {
  /// The text for the path `bytes`.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    // All scalars for raw bytes begin with this byte in UTF-8.
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

  /// The bytes of the path with the text `text`.
  package static func bytes(_ text: String) -> [UInt8] {
    if !text.utf8.contains(0xF4) { return Array(text.utf8) }
    return text.unicodeScalars.reduce(into: []) { bytes, scalar in
      if let byte = scalar.rawByte { bytes.append(byte) } else { bytes += Array(String(scalar).utf8) }
    }
  }
}

extension Unicode.Scalar {
  private static let firstRawByte: UInt32 = 0x10_FE80

  /// The scalar for `rawByte`, 0x80 or more, in a path's text.
  fileprivate init(rawByte: UInt8) {
    precondition(rawByte >= 0x80, "ASCII is UTF-8")
    self = Unicode.Scalar(Self.firstRawByte + UInt32(rawByte) - 0x80) ?? "\u{FFFD}"
  }

  /// The byte, 0x80 or more, that the scalar stands for; nil for other scalars.
  var rawByte: UInt8? {
    (Self.firstRawByte..<Self.firstRawByte + 0x80).contains(value)
      ? UInt8(truncatingIfNeeded: value - Self.firstRawByte + 0x80) : nil
  }
}
