// The contenders under package-benchmark: statistics, instructions, comparison between commits.

import Benchmark
import Contenders
import Pixels

nonisolated(unsafe) let benchmarks: () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput], scalingFactor: .one, maxDuration: .seconds(1))
  for format in [PixelFormat.rgba16, .rgb16] {
    for contender in Contender.all(format) {
      Benchmark("\(contender.name), \(format.rawValue), 32768 px") { benchmark in
        let source = Workload.randomPixels(32_768, format)
        var destination = [UInt16](repeating: 0, count: source.count)
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
          source.withUnsafeBytes { source in
            destination.withUnsafeMutableBytes { contender.run(source, $0) }
          }
        }
        benchmark.stopMeasurement()
        blackHole(destination)
      }
    }
  }
}
