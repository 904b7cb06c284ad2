// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the library never resolve package-benchmark.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "p3tool", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .systemLibrary(
      name: "CBenchmarkLCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    // What every benchmark runs: the pictures and the contenders.
    .target(
      name: "Contenders",
      dependencies: ["CBenchmarkLCMS", .product(name: "_PixelKernels", package: "p3tool")]),
    // `make bench`: one table with ratios, all contenders in one run.
    .executableTarget(name: "kernel-table", dependencies: ["Contenders"]),
    // `swift package benchmark`: the same contenders with thresholds and statistics.
    .executableTarget(
      name: "KernelBenchmarks",
      dependencies: ["Contenders", .product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/KernelBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ]
)
