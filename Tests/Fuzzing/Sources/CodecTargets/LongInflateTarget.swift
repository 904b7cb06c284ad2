import CDeflateCodec
import CZlibReference

/// The decoder against zlib's on long streams: blocks that are decoded at two positions, and windows that fill up, which
/// streams of a fuzzer's size do not reach.
///
/// The first bytes are the sizes of input and output as of `InflateTarget`, zlib's level and strategy, and how many bits of
/// the stream are changed; every three after that stand for up to 16 KB of data: noise, a run, or a repetition.
enum LongInflateTarget {
  private static let mostData = 600_000

  @Sendable static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Three changed bits are told by the bytes from 4 to 8.
    guard bytes.count >= 9 else { return }
    let (level, strategy) = (Int32(bytes[2] % 10), Int32(bytes[2] / 10 % 5))
    let data = data(UnsafeBufferPointer(rebasing: bytes[4...]))
    var stream = deflated(data, level, strategy)
    damage(&stream, count: Int(bytes[3] % 4), by: bytes)
    stream.withUnsafeBufferPointer { stream in
      let zlib = StreamOutcome.ofZlib(stream, capacity: 1 << 20)
      guard zlib.verdict != .long else { return }
      let ours = StreamOutcome.ofDecoder(stream, inputSize: Int(bytes[0]), outputSize: Int(bytes[1]))
      ours.requireAgreement(with: zlib)
    }
  }

  /// What the triples of `program` stand for, again from the first until there is enough.
  private static func data(_ program: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var data: [UInt8] = []
    var state: UInt32 = 1
    let wanted = min(mostData, (program.count / 3) * 40_000)
    data.reserveCapacity(wanted)
    while data.count < wanted {
      for place in stride(from: 0, to: program.count - 2, by: 3) where data.count < wanted {
        let (kind, size, value) = (program[place] & 3, program[place + 1], program[place + 2])
        let length = 1 + Int(size) << Int(program[place] >> 2 & 7) / 2
        switch kind {
        case 0: data += [UInt8](repeating: value, count: length)
        case 1 where !data.isEmpty:
          let distance = min(1 + Int(value) << Int(program[place] >> 5), data.count)
          for _ in 0..<length { data.append(data[data.count - distance]) }
        default:
          // Numerical Recipes' generator, so many of whose upper bits that there is something for Huffman codes.
          for _ in 0..<length {
            state = state &* 1_664_525 &+ 1_013_904_223
            data.append(UInt8(state >> 24) & (value | 7))
          }
        }
      }
    }
    return data
  }

  private static func deflated(_ data: [UInt8], _ level: Int32, _ strategy: Int32) -> [UInt8] {
    let capacity = data.count + data.count / 8 + 1024
    return [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
      count = zlib_reference_deflate(data, data.count, level, strategy, 15, out.baseAddress, capacity)
    }
  }

  /// Turns bits at places that the input says; none where `count` is 0.
  private static func damage(_ stream: inout [UInt8], count: Int, by bytes: UnsafeBufferPointer<UInt8>) {
    for turn in 0..<count where stream.count > 2 {
      let (high, low) = (Int(bytes[4 + turn]), Int(bytes[5 + turn]))
      stream[2 + (high << 8 | low) * (stream.count - 2) / 65536] ^= 1 << (bytes[6 + turn] & 7)
    }
  }
}
