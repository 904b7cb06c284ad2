// swift package --package-path Benchmarks -Xswiftc -enable-testing benchmark --filter "avx512.*"
//
// The contenders of `make bench` under package-benchmark: statistics, thresholds, comparison between commits.

import Benchmark
import Contenders

nonisolated(unsafe) let benchmarks: () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.cpuTotal, .wallClock, .throughput], warmupIterations: 1, maxDuration: .seconds(1),
    maxIterations: 1_000)
  for section in Section.kernels {
    for makeGroup in section.groups(isQuick: true) {
      let group = makeGroup()
      for contender in group.contenders {
        Benchmark("\(section.rawValue): \(group.title): \(contender.name)") { benchmark in
          contender.prepare()
          benchmark.startMeasurement()
          contender.run()
          benchmark.stopMeasurement()
        }
      }
    }
  }
}
