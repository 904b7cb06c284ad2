import Badge
import P3Kit
import Testing

@Suite struct BadgeTests {
  /// Static, so that no test method keeps it across its `await`: for such a value of 32 bytes Swift 6.3.1 takes 16 bytes of
  /// memory too few in a debug build, and the process ends with "freed pointer was not the last allocation".
  private static let green = SIMD3(0.298, 0.686, 0.314)

  @Test func theBadgeIsGreen() async throws {
    try await expectSnapshot("badge") { try Badge(color: Self.green).draw(to: $0) }
  }

  /// The same colour, written with the numbers of another space and at another depth: still the same picture.
  @Test func theBadgeIsTheSameInAnotherEncoding() async throws {
    try await expectSnapshot("badge") {
      try Badge(color: SIMD3(0.4038, 0.6777, 0.3580)).draw(to: $0, in: .displayP3, bitDepth: 16)
    }
  }

  /// A test that cannot fail proves nothing: the same numbers in another space are another colour.
  @Test func anotherColorIsNoticed() async throws {
    await withKnownIssue {
      try await expectSnapshot("badge") { try Badge(color: Self.green).draw(to: $0, in: .displayP3) }
    }
  }
}
