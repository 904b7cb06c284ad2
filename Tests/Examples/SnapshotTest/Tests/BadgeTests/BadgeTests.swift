import Badge
import P3Snapshots
import Testing

@Suite struct BadgeTests {
  /// Static, so that no test method keeps it across its `await`: for such a value of 32 bytes Swift 6.3.1 takes 16 bytes of
  /// memory too few in a debug build, and the process ends with "freed pointer was not the last allocation".
  private static let green = Badge(color: SIMD3(0.298, 0.686, 0.314))
  private static let greenInP3 = Badge(color: SIMD3(0.4038, 0.6777, 0.3580))

  @Test func theBadgeIsGreen() async throws {
    await expectSnapshot(of: .bytes(try Self.green.png(), name: "badge"), named: "badge")
  }

  /// The same colour, written with the numbers of another space and at another depth: still the same picture.
  @Test func theBadgeIsTheSameInAnotherEncoding() async throws {
    let png = try Self.greenInP3.png(in: .displayP3, component: .uint16)
    await expectSnapshot(of: .bytes(png, name: "badge"), named: "badge")
  }

  /// A test that cannot fail proves nothing: the same numbers in another space are another colour.
  @Test func anotherColorIsNoticed() async throws {
    let png = try Self.green.png(in: .displayP3)
    await withKnownIssue { await expectSnapshot(of: .bytes(png, name: "badge"), named: "badge") }
  }
}
