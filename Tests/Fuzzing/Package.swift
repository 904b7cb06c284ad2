// swift-tools-version: 6.2
import PackageDescription

// libFuzzer targets, run by `make fuzz`, which builds everything with the fuzzer's and the address sanitizer.
// A package of its own: users of the library never build it.
func fuzzTarget(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["FuzzTargets"],
    // libFuzzer brings its own main.
    swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "p3tool", path: "../..")],
  targets: [
    // The tests of the main package build these sources too, as its target FuzzTargets.
    .target(
      name: "FuzzTargets",
      dependencies: [
        .product(name: "P3Kit", package: "p3tool"), .product(name: "_DeflateOracle", package: "p3tool"),
      ]),
    fuzzTarget("fuzz-reader"), fuzzTarget("fuzz-profile"), fuzzTarget("fuzz-chunks"),
    fuzzTarget("fuzz-inflate"), fuzzTarget("fuzz-deflate"),
  ]
)
