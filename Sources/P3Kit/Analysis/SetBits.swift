/// The columns of the set bits of a block of 64 pixels.
struct SetBits: Sequence, IteratorProtocol {
  private var bits: UInt64
  private let first: Int

  init(_ bits: UInt64, block: Int) {
    self.bits = bits
    first = 64 * block
  }

  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    defer { bits &= bits - 1 }
    return first + bits.trailingZeroBitCount
  }
}
