import Testing

@testable import P3Kit

/// Text comes back whole, from memory and from the file.
@Suite struct TextSpoolTests {
  /// Short ones, none, and some that are longer than a block that is read; characters of one to four bytes.
  private static let texts = (0..<300).map { index in
    String(repeating: ["a", "é", "→", "😀"][index % 4], count: index % 50 == 1 ? 50_000 : index * 3)
  }

  private static func all(_ spool: TextSpool) throws -> String {
    var text = ""
    try spool.forEachPiece { text += $0 }
    return text
  }

  @Test(arguments: [1, 1000, 1 << 16, 1 << 30])
  func textComesBack(bufferBytes: Int) throws {
    let spool = TextSpool(bufferBytes: bufferBytes)
    #expect(spool.isEmpty)
    for text in Self.texts { try spool.append(text) }
    #expect(!spool.isEmpty)
    #expect(try Self.all(spool) == Self.texts.joined())
  }

  @Test func anEmptySpoolHasNoText() throws { #expect(try Self.all(TextSpool()).isEmpty) }
}
