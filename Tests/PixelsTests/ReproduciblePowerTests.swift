import Testing

@testable import Pixels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("ReproduciblePower")
struct ReproduciblePowerTests {
  @Test("is within one unit in the last place of the C library's pow on every 16-bit code")
  func agreesWithLibrary() {
    for gamma in [2.4, 1 / 2.4, 1.8, 2.19921875, 0.45455, 2.6, 3.0, 0.5] {
      var worst = 0.0
      for code in 1...65535 {
        let x = (Double(code) / 65535 + 0.055) / 1.055
        let library = pow(x, gamma)
        worst = max(worst, abs(ReproduciblePower.power(x, gamma) - library) / library.ulp)
      }
      #expect(worst <= 1, "gamma \(gamma)")
    }
  }

  @Test("is exact where powers are exact")
  func exactCases() {
    #expect(ReproduciblePower.power(0.3, 1) == 0.3)
    #expect(ReproduciblePower.power(0.3, 0) == 1)
    #expect(ReproduciblePower.power(0, 2.4) == 0)
    #expect(ReproduciblePower.power(1, 2.4) == 1)
    #expect(ReproduciblePower.power(0.5, 2) == 0.25)
    #expect(ReproduciblePower.power(4, 0.5) == 2)
  }
}
