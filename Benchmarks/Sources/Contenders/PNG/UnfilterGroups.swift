import CPixelKernels
@testable import Pixels

/// The tables of the section `unfilter`: rows of noise, undone by each target.
enum UnfilterGroups {
  static var all: [() -> ContenderGroup] { [3, 4, 6, 8].map { step in { group(step: step) } } }

  private static let filters = ["None", "Sub", "Up", "Average", "Paeth"]
  private static let pixels = 4_096
  private static let margin = Int(P3_PNG_ROW_MARGIN)

  private static func group(step: Int) -> ContenderGroup {
    let count = pixels * step
    let noise = SplitMix64.samples(count / 2 + margin).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let filtered = SampleBuffer(noise)
    let above = SampleBuffer([UInt8](repeating: 0, count: margin) + noise)
    let row = SampleBuffer(byteCount: count + 2 * margin)
    let contenders = filters.indices.flatMap { type in
      RowKernelTable.available.map { table in
        Contender("\(filters[type]), \(table.name)", yardsticks: ["\(filters[type]), scalar"]) {
          table.kernels.unfilter(
            UInt32(type), UInt32(step), address(filtered, 0), address(above, margin), address(row, margin),
            count)
        }
      }
    }
    return ContenderGroup(
      "\(step) bytes per pixel, rows of \(pixels) pixels", pixels: pixels, bytes: count, ratios: ["× scalar"],
      contenders: contenders + [.memcpy(byteCount: count, yardsticks: ["None, scalar"])])
  }

  private static func address(_ buffer: SampleBuffer, _ offset: Int) -> UnsafeMutablePointer<UInt8>? {
    buffer.bytes.bindMemory(to: UInt8.self).baseAddress.map { $0 + offset }
  }
}
