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
    // MARK: C libraries
    .systemLibrary(
      name: "CBenchmarkLCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(
      name: "CBenchmarkPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CBenchmarkDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    // What the codec is compared with, in C: zlib comes with libpng, ISA-L is loaded where there is one.
    .target(
      name: "CBenchmarkCodecs",
      dependencies: [
        "CBenchmarkPNG", "CBenchmarkDeflate", .product(name: "_PixelKernels", package: "p3tool"),
      ],
      linkerSettings: [.linkedLibrary("z")]),

    // How many cycles a second has.
    .target(name: "CBenchmarkClock"),

    // MARK: What every benchmark runs: pictures and contenders
    .target(
      name: "Contenders",
      dependencies: [
        "CBenchmarkLCMS", "CBenchmarkCodecs", .product(name: "_PixelKernels", package: "p3tool"),
      ]),

    // MARK: `make bench`: tables with ratios, all contenders of a table in one run
    .executableTarget(name: "bench", dependencies: ["Contenders", "CBenchmarkCodecs", "CBenchmarkClock"]),
    // Programs that `bench` starts.
    .executableTarget(name: "measured-run"),
    .executableTarget(name: "libpng-lcms-loop", dependencies: ["CBenchmarkPNG", "CBenchmarkLCMS"]),

    // MARK: `swift package benchmark`: the same contenders with thresholds and statistics
    .executableTarget(
      name: "KernelBenchmarks",
      dependencies: ["Contenders", .product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/KernelBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ]
)
