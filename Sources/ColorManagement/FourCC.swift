/// A four-character signature of ICC: a tag, a type, a class, a colour space.
struct FourCC: Sendable, Hashable, ExpressibleByStringLiteral {
  let value: UInt32

  init(_ value: UInt32) { self.value = value }

  /// A signature of four ASCII characters, written in code.
  init(stringLiteral literal: StaticString) {
    precondition(literal.utf8CodeUnitCount == 4, "a signature has four characters")
    value = literal.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The four bytes, most significant first.
  var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
}

extension FourCC: CustomStringConvertible {
  /// The characters, `?` where a byte is not printable ASCII.
  var description: String {
    String(decoding: bytes.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
