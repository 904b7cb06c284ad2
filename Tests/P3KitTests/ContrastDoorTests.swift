import P3Kit
import Testing

@Suite struct ContrastDoorTests {
  @Test func contrastNeedsOneImport() throws {
    #expect(try abs(Contrast(of: "black", on: "#FFF").ratio - 21) < 1e-12)
    #expect(try abs(Contrast(of: "#0008", on: "#0000", over: "white").ratio - 4.478) < 0.001)
    // As sRGB clips it, not as it is.
    #expect(try Contrast(of: "color(display-p3 1 0.1 0.1)", on: "white").ratio < 3.7)
    let error = #expect(throws: (any Error).self) { try Contrast(of: "blak", on: "white") }
    #expect(error.map { String(describing: $0).contains("black") } == true)
    #expect(throws: (any Error).self) { try Contrast(of: "black", on: "#0000") }
  }
}
