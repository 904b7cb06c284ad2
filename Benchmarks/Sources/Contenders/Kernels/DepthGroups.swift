import CPixelKernels
import Pixels

/// The tables of the section `depth`: 8 bits to 16, 16 to 8, and PNG's byte order, in RGBA.
enum DepthGroups {
  static var all: [() -> ContenderGroup] { [widening, narrowing, swapping] }

  private static let samples = ConversionGroups.l2Pixels * 4
  private static let yardsticks = ["scalar"]

  private static func group(
    _ title: String, library: Contender, _ kernel: @escaping (p3_png_kernels) -> Void
  ) -> ContenderGroup {
    let kernels = RowKernelTable.available.map { table in
      Contender(table.name, yardsticks: yardsticks) { kernel(table.kernels) }
    }
    return ContenderGroup(
      title, pixels: samples / 4, bytes: samples * 2, ratios: ["× scalar"],
      contenders: kernels + [library, .memcpy(byteCount: samples * 2, yardsticks: yardsticks)])
  }

  private static func widening() -> ContenderGroup {
    let source = SampleBuffer(byteCount: samples)
    let destination = SampleBuffer(byteCount: samples * 2)
    let library = Contender("SampleDepth.widen", yardsticks: yardsticks) {
      var output = MutableSpan<UInt16>(_unsafeElements: destination.samples)
      SampleDepth.widen(Span(_unsafeBytes: UnsafeRawBufferPointer(source.bytes)), into: &output)
    }
    return group("8 bits to 16", library: library) {
      $0.widen(source.bytes.bindMemory(to: UInt8.self).baseAddress, destination.samples.baseAddress, samples)
    }
  }

  private static func narrowing() -> ContenderGroup {
    let source = SampleBuffer(SplitMix64.samples(samples).map { $0 / 257 * 257 })
    let destination = SampleBuffer(byteCount: samples)
    let library = Contender("SampleDepth.narrow, which rounds", yardsticks: yardsticks) {
      var output = MutableSpan<UInt8>(_unsafeElements: destination.bytes.bindMemory(to: UInt8.self))
      SampleDepth.narrow(Span(_unsafeElements: source.constants), into: &output)
    }
    return group("16 bits to 8", library: library) {
      $0.narrow(source.samples.baseAddress, destination.bytes.bindMemory(to: UInt8.self).baseAddress, samples)
    }
  }

  private static func swapping() -> ContenderGroup {
    let source = SampleBuffer(SplitMix64.samples(samples))
    let destination = SampleBuffer(byteCount: samples * 2)
    let library = Contender("SampleDepth.swapBytes, in place", yardsticks: yardsticks) {
      var output = MutableSpan<UInt16>(_unsafeElements: destination.samples)
      SampleDepth.swapBytes(&output)
    }
    return group("big-endian to native", library: library) {
      $0.load(source.bytes.bindMemory(to: UInt8.self).baseAddress, destination.samples.baseAddress, samples)
    }
  }
}
