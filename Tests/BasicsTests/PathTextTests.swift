import Foundation
import TestSupport
import Testing

@testable import Basics

/// Paths that are any bytes: as text and back, and as people see them.
@Suite struct PathTextTests {
  @Test(
    arguments: [
      [0xFF], [0x61, 0xFF, 0x62], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xF0, 0x9F, 0x8E], [0xED, 0xA0, 0x80],
      [0xC0, 0xAF],
      [0xF4, 0x8F, 0xBA, 0x80], [0xF4, 0x8F, 0xBB, 0xBF, 0xFF], [0xF4, 0x90, 0x80, 0x80], [0xF4], [],
    ] as [[UInt8]])
  func whatIsNoTextComesBackByteForByte(bytes: [UInt8]) {
    #expect(PathText.bytes(PathText.text(bytes)) == bytes)
  }

  @Test func anyBytesComeBack() {
    var random = SplitMix64(seed: 7)
    var texts: Set<String> = []
    var inputs: Set<[UInt8]> = []
    for _ in 0..<20000 {
      // Mostly bytes that scalars for raw bytes are made of.
      let bytes: [UInt8] = (0..<Int(random.next() % 9)).map { _ in
        let choice = [0xF4, 0x8F, 0xBA, 0xBB, 0x80, 0xBF, 0x61, 0xFF].randomElement(using: &random) ?? 0
        return random.next() % 4 == 0 ? UInt8(random.next() % 255 + 1) : UInt8(choice)
      }
      let text = PathText.text(bytes)
      #expect(PathText.bytes(text) == bytes)
      texts.insert(text)
      inputs.insert(bytes)
    }
    #expect(texts.count == inputs.count, "two paths never have one text")
  }

  @Test func textStaysText() {
    for text in ["a.png", "é.png", "🎨", "\u{10FFFF}", ""] {
      #expect(PathText.text(Array(text.utf8)) == text)
      #expect(PathText.bytes(text) == Array(text.utf8))
    }
  }

  @Test func aFolderTellsNamesThatAreNoText() throws {
    let folder = try TemporaryFolder()
    let name: [UInt8] = [0x62, 0xFF, 0x2E, 0x70, 0x6E, 0x67]
    try folder.write([1, 2, 3], toBytes: name)
    let names = try SystemCall.names(in: folder.path)
    #expect(names.map(PathText.bytes) == [name])
    let path = FilePath.join(folder.path, names[0])
    #expect(FileStatus(path: path)?.size == 3)
    #expect(SystemCall.realPath(path) == path)
    #expect(try WholeFile.read(path, limit: 10) == [1, 2, 3])
    #expect(TemporaryName.parts(of: TemporaryName.new(for: names[0]))?.stem == names[0])
  }

  // MARK: Printable

  @Test(arguments: [
    ("plain é 🎨 日本.png", "plain é 🎨 日本.png"), ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\u{1B}[2J", "\\u{1B}[2J"),
    ("\u{9B}31m", "\\u{9B}31m"), ("\u{7F}", "\\u{7F}"), ("\u{202E}gnp", "\\u{202E}gnp"),
    ("\u{2028}", "\\u{2028}"),
    ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("\u{FEFF}", "\\u{FEFF}"), ("👩\u{200D}🎨", "👩\u{200D}🎨"),
    ("##vso[x]", "#\\u{23}vso[x]"), ("می\u{200C}شود", "می\u{200C}شود"), ("back\\slash", "back\\slash"),
  ])
  func nothingInvisibleStaysInALine(text: String, printable: String) {
    #expect(text.printable == printable)
    #expect(printable.printable == printable, "printable text stays as it is")
  }

  @Test func bytesThatAreNoTextAreShownAsBytes() {
    #expect(PathText.text([0x61, 0xFF, 0x80, 0x2E]).printable == "a\\xFF\\x80.")
  }

  @Test(arguments: [
    ("::error::x.png", "./::error::x.png"), ("a::b.png", "a::b.png"),
    (" \u{A0}::x", "./ \u{A0}::x"), ("##[error]x", "#\\u{23}[error]x"),
    ("\n::error::", "\\n::error::"),
  ])
  func noNameIsACommandToACISystem(name: String, printable: String) {
    #expect(name.printableName == printable)
  }

  @Test func visibleJSONHasTheSameValues() throws {
    let value = "##[a]a\u{9B}b\u{202E}c\u{2028}d" + PathText.text([0xFF]) + "é\u{7F}"
    let encoded = String(decoding: try JSONEncoder().encode([value]), as: UTF8.self)
    let visible = encoded.visibleJSON
    #expect(visible.unicodeScalars.filter { !$0.isPrintable }.isEmpty)
    #expect(visible.contains("#\\u0023[a]a\\u009bb\\u202ec\\u2028d\\udbff\\udeff"))
    #expect(try JSONDecoder().decode([String].self, from: Data(visible.utf8)) == [value])
  }

  // MARK: Parts of a path

  /// A combining mark behind a slash or dot makes one character with it to Swift, not to the file system.
  @Test func marksBehindSlashesAndDotsHideNothing() throws {
    let path = "art/\u{301}a.\u{301}png"
    #expect(FilePath(path).folder == "art/")
    #expect(FilePath(path).stem.utf8.elementsEqual("\u{301}a".utf8))
    #expect(FilePath.normalized("a/../\u{301}b").utf8.elementsEqual("\u{301}b".utf8))
    #expect(FilePath.normalizedBelow("../\u{301}b") == nil)
    #expect(!FilePath.isPlainName("a/\u{301}"))
    #expect(try GlobPattern("art/*").matches(path))
  }
}
