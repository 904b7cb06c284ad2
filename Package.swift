// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: the Swift 6 language mode comes with the tools version, the rest keeps
/// imports honest (`import` is internal unless it says `public`) and existentials visible.
let commonSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Library targets spell out each unsafe step. Test targets do not: Swift Testing's macros trip the check.
let librarySettings: [SwiftSetting] = commonSettings + [.strictMemorySafety()]

/// Kernels that nothing optimises take ten times as long, in tests and in a debug build of an app that uses P3Kit. Since
/// SwiftPM 6.2 packages may depend on one that says so.
let kernelSettings: [CSetting] = [
  .headerSearchPath("."), .unsafeFlags(["-O2"], .when(configuration: .debug)),
]

let package = Package(
  name: "p3tool",
  platforms: [.macOS(.v15)],
  products: [
    // P3Kit re-exports nothing: who names a colour space or a limit of the codec imports its module.
    .library(name: "P3Kit", targets: ["P3Kit", "ColorManagement", "PNGCodec", "Pixels"]),
    .executable(name: "p3tool", targets: ["p3tool"]),
    // For Tests/Fuzzing/, which is a package of its own: not a public interface.
    .library(name: "_DeflateOracle", targets: ["CDeflateCodec", "CZlibReference"]),
    // For Benchmarks/, which is a package of its own and times the oracles, too: not a public interface.
    .library(
      name: "_PixelKernels",
      targets: [
        "CPixelKernels", "CDeflateCodec", "CPNGShims", "Pixels", "PNGCodec", "ColorManagement", "P3Kit",
        "Oracles",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // MARK: C libraries, one home each
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CLittleCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CAllocator"),

    // MARK: C of our own
    .target(
      name: "CDeflateCodec", dependencies: ["CDeflate", "CPixelKernels"],
      cSettings: kernelSettings),
    .target(
      name: "CPNGShims", dependencies: ["CPNG", "CDeflate", "CDeflateCodec", "CPixelKernels"],
      cSettings: kernelSettings),
    .target(name: "CPixelKernels", cSettings: kernelSettings),
    .target(name: "CSHA256", cSettings: kernelSettings),
    .target(name: "CMemoryFile"),

    // MARK: Swift modules; imports go down only
    .target(name: "Pixels", dependencies: ["CPixelKernels"], swiftSettings: librarySettings),
    .target(
      name: "PNGCodec", dependencies: ["Pixels", "CPNGShims", "CPixelKernels"],
      swiftSettings: librarySettings),
    .target(
      name: "ColorManagement", dependencies: ["Pixels", "CLittleCMS"], swiftSettings: librarySettings),
    .target(
      name: "P3Kit",
      dependencies: [
        "Pixels", "PNGCodec", "ColorManagement", "CSHA256", "CMemoryFile", "CYAML",
      ],
      // In the program itself: it stays one file that runs anywhere.
      resources: [.embedInCode("Color/Palettes")],
      swiftSettings: librarySettings),
    .executableTarget(
      name: "p3tool",
      dependencies: [
        "P3Kit", "ColorManagement", "PNGCodec", "Pixels", "CAllocator",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: librarySettings),

    // MARK: What tests compare with and build on
    // Reference implementations that only tests, tools and benchmarks run: each the plain form of one routine.
    .target(
      name: "Oracles", dependencies: ["CPixelKernels", "Pixels", "ColorManagement", "P3Kit"],
      path: "Tests/Oracles", exclude: ["CPNGReference", "CZlibReference"],
      swiftSettings: librarySettings),
    // Made images, files, folders and programs under test.
    .target(
      name: "TestSupport", dependencies: ["Pixels", "PNGCodec", "ColorManagement", "P3Kit", "Oracles"],
      path: "Tests/TestSupport",
      swiftSettings: commonSettings),

    // MARK: Tools for the project itself
    .executableTarget(
      name: "generate-test-images",
      dependencies: ["P3Kit", "PNGCodec", "ColorManagement", "Pixels", "TestSupport"],
      path: "Tests/Tools/generate-test-images",
      swiftSettings: librarySettings),
    // Prints the tables of `make quality`, over the same generated cases as the tests.
    .executableTarget(
      name: "quality",
      dependencies: ["P3Kit", "PNGCodec", "ColorManagement", "Pixels", "Oracles", "TestSupport"],
      path: "Tests/Tools/quality",
      swiftSettings: commonSettings),
    // `make quality-real`: what check says of pictures of Debian packages.
    .executableTarget(
      name: "quality-real", dependencies: ["P3Kit", "PNGCodec", "ColorManagement", "Pixels", "TestSupport"],
      path: "Tests/Tools/quality-real", swiftSettings: commonSettings),
    // `make verify-exact`: the long comparison of the kernels with the definition.
    .executableTarget(
      name: "verify-exact", dependencies: ["Pixels", "Oracles"], path: "Tests/Tools/verify-exact",
      swiftSettings: librarySettings),

    // `make faults`: kills, full disks, failing calls.
    .executableTarget(
      name: "faults", dependencies: ["P3Kit", "TestSupport"], path: "Tests/Tools/faults",
      exclude: ["failing_calls.c"], swiftSettings: commonSettings),

    // MARK: Tests, one folder per module
    .testTarget(
      name: "PixelsTests", dependencies: ["Pixels", "Oracles", "TestSupport"], swiftSettings: commonSettings),
    // libpng and zlib alone, the plainest way: what the codec is compared with.
    .target(name: "CPNGReference", dependencies: ["CPNG"], path: "Tests/Oracles/CPNGReference"),
    .target(
      name: "CZlibReference", path: "Tests/Oracles/CZlibReference", linkerSettings: [.linkedLibrary("z")]),
    .testTarget(
      name: "CDeflateCodecTests",
      dependencies: ["CDeflateCodec", "CodecTargets", "Oracles", "CZlibReference"],
      swiftSettings: commonSettings),
    .testTarget(
      name: "PNGCodecTests", dependencies: ["PNGCodec", "Pixels", "TestSupport", "Oracles", "CPNGReference"],
      swiftSettings: commonSettings),
    .testTarget(
      name: "ColorManagementTests", dependencies: ["ColorManagement", "Pixels", "TestSupport"],
      swiftSettings: commonSettings),
    .testTarget(
      name: "P3KitTests",
      dependencies: ["P3Kit", "Pixels", "PNGCodec", "ColorManagement", "Oracles", "TestSupport"],
      swiftSettings: commonSettings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "p3tool", "generate-test-images", "P3Kit", "PNGCodec", "ColorManagement", "Pixels", "Oracles",
        "TestSupport",
      ],
      exclude: ["Golden"], swiftSettings: commonSettings),
    // What `make fuzz` calls, the corpus it starts from, and the tests that read it. The targets of the parsers belong
    // to the tests, which may look into P3Kit.
    .target(
      name: "CodecTargets", dependencies: ["CDeflateCodec", "CZlibReference"],
      path: "Tests/Fuzzing/Sources/CodecTargets"),
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "CodecTargets", "P3Kit", "PNGCodec", "ColorManagement", "Pixels", "TestSupport", "Oracles",
        "CDeflateCodec",
      ],
      path: "Tests/Fuzzing/Sources", exclude: ["CodecTargets", "fuzz", "fuzz-codec"],
      sources: ["FuzzTargets", "FuzzingTests"],
      swiftSettings: commonSettings),
    .testTarget(
      name: "Regressions", dependencies: ["p3tool", "P3Kit", "TestSupport"], swiftSettings: commonSettings),
  ]
)

/// `P3_LIBRARIES_ALONE=1` leaves out the programs and their tests, which are a third of a build that is optimised and
/// watches memory: `make sanitize` does not run them.
if Context.environment["P3_LIBRARIES_ALONE"] == "1" {
  let programs = package.targets.filter { $0.type == .executable }.map(\.name)
  package.targets.removeAll { target in
    programs.contains(target.name)
      || target.dependencies.contains {
        guard case .byNameItem(let name, _) = $0 else { return false }
        return programs.contains(name)
      }
  }
  package.products.removeAll { programs.contains($0.name) }
}
