import TestSupport
import Testing

@testable import Basics

/// Figures in words, at the edges of their roundings.
@Suite struct TextTests {
  /// One fact is one number: 0.1624 was `16 %` in findings, `16.2 %` in lines and `16.24 %` in tables.
  @Test(arguments: [
    (0, "0 %"), (0.00009, "under 0.01 %"), (0.0001, "0.01 %"), (0.0002, "0.02 %"), (0.0096, "0.96 %"),
    (0.018, "1.8 %"), (0.0994, "9.9 %"), (0.0995, "10 %"), (0.1624, "16 %"), (0.434, "43 %"),
    (0.9999, "99 %"), (1, "100 %"),
  ])
  func shares(share: Double, words: String) { #expect(Percentage.text(share) == words) }

  @Test(arguments: [
    (0, "0 B"), (812, "812 B"), (999, "999 B"), (1000, "1 kB"), (1234, "1.2 kB"), (9949, "9.9 kB"),
    (9950, "10 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (142_000_000, "142 MB"),
    (2_500_000_000_000, "2500 GB"),
  ])
  func bytes(count: Int, words: String) { #expect(ByteCount.text(count) == words) }

  @Test func numbers() {
    #expect([0, 999, 1000, 1_234_567].map(Numbers.count) == ["0", "999", "1,000", "1,234,567"])
    #expect((0...2).map { Numbers.counted($0, "image") } == ["0 images", "1 image", "2 images"])
    #expect(Numbers.oneDecimal(6.449) == "6.4")
    #expect(Numbers.twoDecimals(0.926) == "0.93")
    #expect(Numbers.threeDecimals(-0.01949) == "-0.019")
    #expect(
      [Numbers.oneDecimal(-0.04), Numbers.twoDecimals(-0.0), Numbers.threeDecimals(-0.0004)] == [
        "0.0", "0.0", "0.0",
      ])
  }

  @Test func namesAreWordsOfAShell() {
    for (name, word) in [
      ("a.png", "a.png"), ("-x.png", "./-x.png"), ("a b.png", "'a b.png'"), ("it's.png", "'it'\\''s.png'"),
      ("-", "-"),
      ("::error::x.png", "./::error::x.png"), ("\u{1B}[31m's.png", "$'\\033[31m\\047s.png'"),
      ("gr\u{10FEFC}n.png", "$'gr\\374n.png'"),
      ("grün.png", "'grün.png'"), ("##[x].png", "$'\\043\\043[x].png'"), ("a\nb", "$'a\\012b'"), ("", "''"),
    ] {
      #expect(ShellWord.quoted(name) == word)
    }
  }

  /// Every byte of a name comes back, and none of them reaches a terminal that could move it.
  @Test(.enabled(if: ExternalProgram.bash.isAvailable, "\(ExternalProgram.bash.skipReason)"))
  func aShellReadsEveryNameBack() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<40 {
      let bytes = (0..<12).map { _ in UInt8(1 + random.next() % 255) }
      let name = PathText.text(bytes)
      let word = ShellWord.quoted(name)
      #expect(word.unicodeScalars.allSatisfy { $0.isPrintable })
      let read = try ExternalProgram.bash.output(["--norc", "-c", "printf %s \(word) | od -An -v -tx1"])
      let expected = (bytes[0] == UInt8(ascii: "-") ? [0x2E, 0x2F] : []) + bytes
      let hexadecimal = expected.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect(read.filter { !$0.isWhitespace } == hexadecimal, "\(bytes)")
    }
  }

  @Test func columns() {
    #expect("ab".padded(to: 4) == "ab  ")
    #expect("ab".padded(onLeftTo: 4) == "  ab")
    #expect("1E".padded(onLeftTo: 6, with: "0") == "00001E")
    #expect("abc".padded(to: 2) == "abc")
  }
}
