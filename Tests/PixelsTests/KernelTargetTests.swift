import Testing

@testable import Pixels

@Suite("KernelTarget")
struct KernelTargetTests {
  @Test("scalar runs everywhere and the best target comes last")
  func available() {
    #expect(KernelTarget.available.first == .scalar)
    #expect(KernelTarget.available.last == KernelTarget.best)
  }

  @Test("a name of an available target is obeyed, an empty one is none")
  func named() throws {
    #expect(try KernelTarget.target(named: "scalar") == .scalar)
    #expect(try KernelTarget.target(named: "") == nil)
  }

  @Test("an unknown name is an error that lists the choices")
  func unknown() {
    #expect(throws: KernelTargetError.unknown("sse9")) { try KernelTarget.target(named: "sse9") }
    let text = KernelTargetError.unknown("sse9").description
    #expect(text.contains("'sse9'") && text.contains("scalar"))
  }

  @Test("a target of another machine is an error")
  func unavailable() throws {
    let missing = try #require(KernelTarget.allCases.first { !KernelTarget.available.contains($0) })
    #expect(throws: KernelTargetError.unavailable(missing)) {
      try KernelTarget.target(named: missing.rawValue)
    }
  }
}
