@testable import Pixels

/// What one writes first: a table per side, a 3×3 in float, one pixel at a time. Off by up to 7 codes.
struct TableLoop {
  private let decode: [Float]
  private let encode: [UInt16]
  private let m: [Float]

  /// For conversions whose channels share one curve a side.
  init(_ reference: ReferenceConverter) {
    decode = reference.decodingTables[0].map { Float($0) }
    let levels = reference.decisionLevels[0]
    encode = (0...65535).map { levels.code(Double($0) / 65535) }
    m = (0..<9).map { Float(reference.conversion.matrix[$0 / 3, $0 % 3]) }
  }

  func run(
    _ input: UnsafeMutableBufferPointer<UInt16>, _ output: UnsafeMutableBufferPointer<UInt16>, channels: Int
  ) {
    decode.withUnsafeBufferPointer { decode in
      encode.withUnsafeBufferPointer { encode in
        m.withUnsafeBufferPointer { m in
          for first in stride(from: 0, to: input.count, by: channels) {
            let red = decode[Int(input[first])]
            let green = decode[Int(input[first + 1])]
            let blue = decode[Int(input[first + 2])]
            for row in 0..<3 {
              let y = m[3 * row] * red + m[3 * row + 1] * green + m[3 * row + 2] * blue
              output[first + row] = encode[Int(min(max(y, 0), 1) * 65535 + 0.5)]
            }
            if channels == 4 { output[first + 3] = input[first + 3] }
          }
        }
      }
    }
  }
}
