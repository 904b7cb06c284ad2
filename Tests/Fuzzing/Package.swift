// swift-tools-version: 6.2
import PackageDescription

// libFuzzer programs, built and run by `make fuzz`, which instruments everything. A package of its own: users of the
// library never build it.

/// libFuzzer brings its own main.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "p3tool", path: "../..")],
  targets: [
    // The tests of the main package build these sources too.
    .target(name: "CodecTargets", dependencies: [.product(name: "_DeflateOracle", package: "p3tool")]),
    .target(
      name: "FuzzTargets",
      dependencies: ["CodecTargets", .product(name: "_FuzzedModules", package: "p3tool")]),
    fuzzer("fuzz-codec", ["CodecTargets"]), fuzzer("fuzz", ["CodecTargets", "FuzzTargets"]),
  ]
)
