import Testing

@testable import P3Kit

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
  }

  @Test func columns() {
    #expect("ab".padded(to: 4) == "ab  ")
    #expect("ab".padded(onLeftTo: 4) == "  ab")
    #expect("1E".padded(onLeftTo: 6, with: "0") == "00001E")
    #expect("abc".padded(to: 2) == "abc")
  }
}
