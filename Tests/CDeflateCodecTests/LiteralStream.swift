/// A zlib stream of dynamic blocks that are nearly all literals, as of noisy photographs, with a match now and then;
/// and what it decodes to.
struct LiteralStream {
  let bytes: [UInt8]
  let raw: [UInt8]

  /// - Parameters:
  ///   - blocks: the symbols of each block.
  ///   - matchEvery: a match follows so many literals on average.
  init(seed: UInt64, blocks: [Int], matchEvery: Int) {
    var writer = Writer(random: Sample.Random(seed: seed), matchEvery: matchEvery)
    for (index, symbols) in blocks.enumerated() {
      writer.block(symbols: symbols, isLast: index == blocks.count - 1)
    }
    raw = writer.raw
    bytes = writer.bits.ended(raw)
  }

  private struct Writer {
    var random: Sample.Random
    let matchEvery: Int
    var bits = DeflateBits()
    var raw: [UInt8] = []

    init(random: Sample.Random, matchEvery: Int) {
      (self.random, self.matchEvery) = (random, matchEvery)
    }

    mutating func block(symbols: Int, isLast: Bool) {
      let literals = code(of: 265, longestLast: true)
      let distances = code(of: 30, longestLast: false)
      bits.dynamic(literals: literals.lengths, distances: distances.lengths, isLast: isLast)
      for _ in 0..<symbols {
        let length = 3 + random.next(8)
        if raw.count > 40_000 && random.next(matchEvery) == 0 {
          match(length: length, literals, distances)
        } else {
          let value = random.next(256)
          literals.put(value, &bits)
          raw.append(UInt8(value))
        }
      }
      literals.put(256, &bits)
    }

    private mutating func match(length: Int, _ literals: Code, _ distances: Code) {
      let symbol = random.next(30)
      let extra = symbol < 2 ? 0 : symbol / 2 - 1
      let more = random.next(1 << extra)
      let distance = (symbol < 2 ? symbol : (2 + symbol % 2) << extra) + 1 + more
      literals.put(257 + length - 3, &bits)
      distances.put(symbol, &bits)
      bits.put(more, extra)
      for _ in 0..<length { raw.append(raw[raw.count - distance]) }
    }

    /// A complete code made by splitting leaves at random; the longest codes for what is not a literal.
    private mutating func code(of count: Int, longestLast: Bool) -> Code {
      var depths = [0]
      while depths.count < count {
        let leaf = random.next(depths.count)
        guard depths[leaf] < min(15, 1 + (depths.count.bitWidth - depths.count.leadingZeroBitCount)) else {
          continue
        }
        depths[leaf] += 1
        depths.append(depths[leaf])
      }
      return Code(lengths: longestLast ? depths.sorted() : depths)
    }
  }

  /// A canonical Huffman code (RFC 1951, 3.2.2).
  private struct Code {
    let lengths: [Int]
    private let codes: [Int]

    init(lengths: [Int]) {
      var codes = lengths
      var next = 0
      for length in 1...15 {
        next <<= 1
        for symbol in lengths.indices where lengths[symbol] == length {
          codes[symbol] = next
          next += 1
        }
      }
      (self.lengths, self.codes) = (lengths, codes)
    }

    func put(_ symbol: Int, _ bits: inout DeflateBits) { bits.code(codes[symbol], lengths[symbol]) }
  }
}
