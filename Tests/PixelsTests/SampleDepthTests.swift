import Testing

@testable import Pixels

@Suite("SampleDepth")
struct SampleDepthTests {
  @Test("narrowing all 65,536 values rounds v · 255 / 65535 half up")
  func narrow() {
    let source = (0...65535).map { UInt16($0) }
    var narrowed = [UInt8](repeating: 0, count: source.count)
    var span = narrowed.mutableSpan
    SampleDepth.narrow(source.span, into: &span)
    let expected = source.map { UInt8((Double($0) * 255 / 65535 + 0.5).rounded(.down)) }
    #expect(narrowed == expected)
  }

  @Test("widening multiplies by 257, and narrowing brings it back, at every length")
  func widen() {
    for count in 0...70 {
      let source = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
      var wide = [UInt16](repeating: 0, count: count)
      var span = wide.mutableSpan
      SampleDepth.widen(source.span, into: &span)
      #expect(wide == source.map { UInt16($0) * 257 })
      var back = [UInt8](repeating: 0, count: count)
      var backSpan = back.mutableSpan
      SampleDepth.narrow(wide.span, into: &backSpan)
      #expect(back == source)
    }
  }

  @Test("swapping bytes is what byteSwapped does, at every length")
  func swap() {
    for count in 0...70 {
      let source = (0..<count).map { UInt16(truncatingIfNeeded: $0 * 40503) }
      var swapped = source
      var span = swapped.mutableSpan
      SampleDepth.swapBytes(&span)
      #expect(swapped == source.map(\.byteSwapped))
    }
  }
}
