import CPixelKernels
@testable import Pixels

/// The tables of the section `depth`: 8 bits to 16, 16 to 8, and PNG's byte order, in RGBA.
enum DepthGroups {
  static var all: [() -> ContenderGroup] { [widening, narrowing, loading] }

  private static let samples = ConversionGroups.l2Pixels * 4
  private static let yardsticks = ["scalar"]

  private static func group(_ title: String, _ kernel: @escaping (p3_png_kernels) -> Void) -> ContenderGroup {
    let kernels = RowKernelTable.available.map { table in
      Contender(table.name, yardsticks: yardsticks) { kernel(table.kernels) }
    }
    return ContenderGroup(
      title, pixels: samples / 4, bytes: samples * 2, ratios: ["× scalar"],
      contenders: kernels + [.memcpy(byteCount: samples * 2, yardsticks: yardsticks)])
  }

  private static func widening() -> ContenderGroup {
    let source = SampleBuffer(byteCount: samples)
    let destination = SampleBuffer(byteCount: samples * 2)
    return group("8 bits to 16") {
      $0.widen(source.bytes.bindMemory(to: UInt8.self).baseAddress, destination.samples.baseAddress, samples)
    }
  }

  private static func narrowing() -> ContenderGroup {
    let source = SampleBuffer(SplitMix64.samples(samples).map { $0 / 257 * 257 })
    let destination = SampleBuffer(byteCount: samples)
    return group("16 bits to 8") {
      $0.narrow(source.samples.baseAddress, destination.bytes.bindMemory(to: UInt8.self).baseAddress, samples)
    }
  }

  private static func loading() -> ContenderGroup {
    let source = SampleBuffer(SplitMix64.samples(samples))
    let destination = SampleBuffer(byteCount: samples * 2)
    return group("big-endian to native") {
      $0.load(source.bytes.bindMemory(to: UInt8.self).baseAddress, destination.samples.baseAddress, samples)
    }
  }
}
