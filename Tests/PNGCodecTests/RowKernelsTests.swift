import PNGCodec
import Pixels
import Testing

/// Every target against the plain C after the standard's text, which the naive decoder of these tests confirms.
@Suite struct RowKernelsTests {
  static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      // Many ends of the range: Paeth's ties and wraps.
      return state >> 60 < 4 ? (state >> 59 & 1 == 0 ? 0 : 255) : UInt8(truncatingIfNeeded: state >> 32)
    }
  }

  @Test(arguments: KernelTarget.available, [1, 2, 3, 4, 6, 8])
  func filtersEqualThePlainOnesInBothDirections(target: KernelTarget, step: Int) {
    let kernels = RowKernels(target: target)
    let plain = RowKernels(target: .scalar)
    for pixels in Array(1...40) + [255] {
      let row = Self.bytes(pixels * step, seed: UInt64(pixels))
      let above = Self.bytes(pixels * step, seed: UInt64(pixels + 1000))
      for type in 0...4 {
        let filtered = kernels.filtered(type: type, step: step, row: row, above: above)
        #expect(filtered == plain.filtered(type: type, step: step, row: row, above: above))
        #expect(kernels.unfiltered(type: type, step: step, filtered: filtered, above: above) == row)
        #expect(plain.unfiltered(type: type, step: step, filtered: filtered, above: above) == row)
      }
    }
  }

  /// All triples of a coarse grid meet the predictor, ties included.
  @Test(arguments: KernelTarget.available)
  func thePaethPredictorIsTheStandards(target: KernelTarget) {
    let kernels = RowKernels(target: target)
    let values: [UInt8] = [0, 1, 2, 63, 64, 127, 128, 129, 191, 254, 255]
    for a in values {
      for b in values {
        for c in values {
          let p = Int(a) + Int(b) - Int(c)
          let (pa, pb, pc) = (abs(p - Int(a)), abs(p - Int(b)), abs(p - Int(c)))
          let expected = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
          // The left pixel is a, the upper left c, the upper b; filtered value 0 leaves the prediction.
          let row = kernels.unfiltered(type: 4, step: 1, filtered: [a &- c, 0], above: [c, b])
          #expect(row == [a, expected])
        }
      }
    }
  }

  @Test(arguments: KernelTarget.available)
  func samplesTravelBothWays(target: KernelTarget) {
    let kernels = RowKernels(target: target)
    let all = (0...65535).map { UInt16($0) }
    #expect(kernels.stored(all) == all.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    #expect(kernels.loaded(kernels.stored(all)) == all)
    #expect(kernels.narrowed(all) == all.map { UInt8($0 >> 8) })
    let bytes = (0...255).map { UInt8($0) }
    #expect(kernels.widened(bytes) == bytes.map { UInt16($0) * 257 })
    for count in 0...70 {
      let some = Self.bytes(count * 2, seed: UInt64(count + 7))
      #expect(kernels.stored(kernels.loaded(some)) == some)
      #expect(kernels.widened(some) == some.map { UInt16($0) * 257 })
    }
  }

  @Test(arguments: KernelTarget.available)
  func magnitudesAreSummedWithTheirSigns(target: KernelTarget) {
    let kernels = RowKernels(target: target)
    for count in Array(0...70) + [4096, 4097, 9000] {
      let bytes = Self.bytes(count & ~1, seed: UInt64(count + 3))
      for step in [1, 2] {
        let expected = Swift.stride(from: 0, to: bytes.count, by: step).reduce(UInt64(0)) {
          $0 + UInt64(abs(Int(Int8(bitPattern: bytes[$1]))))
        }
        #expect(kernels.magnitude(bytes, stride: step) == expected)
      }
    }
  }
}
