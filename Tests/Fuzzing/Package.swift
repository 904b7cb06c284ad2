// swift-tools-version: 6.2
import PackageDescription

// libFuzzer targets, run by `make fuzz`, which builds everything with the fuzzer's and the address sanitizer.
// A package of its own: users of the library never build it.
func fuzzTarget(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: [.product(name: "P3Kit", package: "p3tool")],
    // libFuzzer brings its own main.
    swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "p3tool", path: "../..")],
  targets: [fuzzTarget("fuzz-reader"), fuzzTarget("fuzz-profile"), fuzzTarget("fuzz-chunks")]
)
