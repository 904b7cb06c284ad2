// `make bench`: throughput of every contender on one core, in one run, as one table.

import Contenders
import Pixels

/// A size of picture: `rows` calls of `width` pixels each.
struct Size {
  let name: String
  let width: Int
  let rows: Int
  /// Rounds; the best call counts, so that what else the machine does disturbs least.
  let rounds: Int
  /// Calls of a contender in a row: the first ones fill the caches that the others emptied.
  let calls: Int
}

let isQuick = CommandLine.arguments.contains("--quick")
/// `--quick` leaves the 24 megapixels out.
let allSizes = [
  Size(name: "L2", width: 32_768, rows: 1, rounds: 8, calls: 8),
  Size(name: "odd", width: 1_001, rows: 33, rounds: 8, calls: 8),
  Size(name: "24 Mpx", width: 24_000_000, rows: 1, rounds: 3, calls: 1),
]
let sizes = isQuick ? Array(allSizes.prefix(2)) : allSizes

/// Mpx/s of each contender. Rounds go through all of them in turn: a slow moment hits everybody.
func measure(_ contenders: [Contender], _ size: Size, _ format: PixelFormat) -> [Double] {
  let pixels = size.width * size.rows
  let source = Workload.randomPixels(pixels, format)
  var destination = [UInt16](repeating: 0, count: source.count)
  var best = [Double](repeating: .infinity, count: contenders.count)
  let stride = size.width * format.bytesPerPixel
  let clock = ContinuousClock()
  for _ in 0..<size.rounds {
    for (index, contender) in contenders.enumerated() {
      source.withUnsafeBytes { source in
        destination.withUnsafeMutableBytes { destination in
          for _ in 0..<size.calls {
            let elapsed = clock.measure {
              for row in 0..<size.rows {
                let range = row * stride..<(row + 1) * stride
                contender.run(
                  UnsafeRawBufferPointer(rebasing: source[range]),
                  UnsafeMutableRawBufferPointer(rebasing: destination[range]))
              }
            }
            best[index] = min(best[index], elapsed / .microseconds(1))
          }
        }
      }
    }
  }
  return best.map { Double(pixels) / $0 }
}

func cell(_ value: Double) -> String {
  let tenths = Int((value * 10).rounded())
  let text = "\(tenths / 10).\(tenths % 10)"
  return String(repeating: " ", count: max(0, 8 - text.count)) + text
}

print(
  "Display P3 to sRGB, uniform random pixels, one core; Mpx/s, and times lcms default / times lcms accurate")
for format in [PixelFormat.rgba16, .rgb16] {
  let contenders = Contender.all(format)
  for size in sizes {
    let speeds = measure(contenders, size, format)
    print(
      "\n| \(format.rawValue), \(size.name) |   Mpx/s | default | accurate | exact |\n|---|---|---|---|---|")
    for (contender, speed) in zip(contenders, speeds) {
      let exact = contender.isExact ? "yes" : ""
      print(
        "| \(contender.name) |\(cell(speed)) |\(cell(speed / speeds[0])) |\(cell(speed / speeds[1])) | \(exact) |"
      )
    }
  }
}
let missing = KernelTarget.allCases.filter { !KernelTarget.available.contains($0) }.map(\.rawValue)
print("\nNot measured, this CPU lacks them: \(missing.joined(separator: ", "))")
