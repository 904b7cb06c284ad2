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

/// The same holds for Swift that computes pixels: of the time of tests it took more than half.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Modules of the program, where no pixel passes: small rather than fast. The program is 0.3 MB smaller for it.
let smallSettings: [SwiftSetting] =
  librarySettings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// The Swift modules of the library, lowest first. Each may import those before it: the compiler holds the order.
let layers = [
  "Pixels",  // buffers, curves, matrices, and the Swift faces of the kernels
  "PNGCodec",  // PNG files as strips of samples and as chunks
  "ColorManagement",  // profiles, conversion plans, colour differences
  "Basics",  // files, numbers and texts, how much runs at once
  "ImageFiles",  // sources and destinations of images, and what their tags mean
  "Colors",  // colours that people write, contrast, palettes
  "Analysis",  // measures of images: depth, gamut, bands, legibility
  "DarkMode",  // white backgrounds lowered
  "PixelConversion",  // pixels in memory converted, measured and softened
  "Conversion",  // images converted, softened, simulated, tagged
  "Checking",  // rules and findings, inspection, difference
  "Palettes",  // palettes read, written, drawn and judged
]

/// Those that know no files of images, so that the product P3Pixels needs no libpng: none imports one of the others.
let pixelLayers: Set = [
  "Pixels", "ColorManagement", "Basics", "Colors", "Analysis", "DarkMode", "PixelConversion",
]

/// The modules that `module` may import.
func below(_ module: String) -> [Target.Dependency] {
  layers.prefix { $0 != module }.filter { !pixelLayers.contains(module) || pixelLayers.contains($0) }
    .map { .byName(name: $0) }
}

/// All modules of the library.
let library: [Target.Dependency] = layers.map { .byName(name: $0) }

/// A module of the library; `C` modules and resources are its own.
func layer(_ name: String, c modules: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
  .target(
    name: name, dependencies: below(name) + modules, resources: resources,
    swiftSettings: librarySettings + (pixelLayers.contains(name) ? optimized : []))
}

/// The tests of `module`, which may also need modules above it.
func tests(of module: String, and more: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(module)Tests",
    dependencies: layers.prefix { $0 != module }.map { .byName(name: $0) }
      + [.byName(name: module), "Oracles", "TestSupport"] + more,
    swiftSettings: commonSettings)
}

/// The modules whose tests run under the address sanitizer in `.ci/run`: they call our C.
let callersOfC = below("ImageFiles") + ["ImageFiles"]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "p3tool",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "P3Kit", targets: ["P3Kit"]),
    // Pixels in memory alone, without libpng.
    .library(name: "P3Pixels", targets: ["P3Pixels"]),
    .executable(name: "p3tool", targets: ["p3tool"]),
    .library(name: "P3Snapshots", targets: ["P3Snapshots"]),
    // The C interface, for Python, C, C++ and Rust: Sources/CP3Kit/p3kit.h.
    .library(name: "p3kit-c", type: .dynamic, targets: ["CInterface"]),
    // For Tests/Fuzzing/, which is a package of its own: not a public interface.
    .library(name: "_DeflateOracle", targets: ["CDeflateCodec", "CZlibReference"]),
    .library(name: "_FuzzedModules", targets: ["P3Kit", "Catalogs", "Batch"]),
    // For Benchmarks/, which is a package of its own and times the oracles, too: not a public interface.
    .library(
      name: "_PixelKernels",
      targets: ["CPixelKernels", "CDeflateCodec", "CPNGShims", "P3Kit", "Oracles", "ImageCases"]),
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
    .target(name: "CProgram"),

    // MARK: The library
    layer("Pixels", c: ["CPixelKernels"]),
    layer("PNGCodec", c: ["CPNGShims", "CPixelKernels"]),
    layer("ColorManagement", c: ["CLittleCMS"]),
    layer("Basics", c: ["CSHA256", "CMemoryFile", "CProgram"]),
    layer("ImageFiles"),
    // In the program itself: it stays one file that runs anywhere.
    layer("Colors", resources: [.embedInCode("Palettes")]),
    layer("Analysis", c: ["CPixelKernels"]),
    layer("DarkMode"),
    layer("PixelConversion"),
    layer("Conversion"),
    layer("Checking"),
    layer("Palettes"),
    // The doors: all that the modules above make public, by one import.
    .target(name: "P3Kit", dependencies: library, swiftSettings: librarySettings),
    .target(
      name: "P3Pixels", dependencies: layers.filter(pixelLayers.contains).map { .byName(name: $0) },
      swiftSettings: librarySettings),

    // Snapshot tests, in Swift Testing and XCTest.
    .target(name: "P3Snapshots", dependencies: ["P3Kit"], swiftSettings: librarySettings),
    // What other languages call: the functions of CP3Kit/p3kit.h.
    .systemLibrary(name: "CP3Kit"),
    .target(name: "CInterface", dependencies: ["P3Kit", "Pixels", "CP3Kit"], swiftSettings: librarySettings),

    // MARK: The program
    // Xcode's asset catalogs.
    .target(name: "Catalogs", dependencies: library, swiftSettings: smallSettings),
    // Described pipelines.
    .target(
      name: "Batch", dependencies: library + ["Catalogs", "CYAML"],
      swiftSettings: smallSettings),
    // How results look: text, JSON, SARIF, JUnit, GitHub's annotations, Markdown, HTML.
    .target(
      name: "Reports",
      dependencies: library + ["Batch", argumentParser],
      swiftSettings: smallSettings),
    // What commands share: groups of options, and runs over many images.
    .target(
      name: "CommandParts", dependencies: library + ["Reports", "Batch", "Catalogs", argumentParser],
      swiftSettings: smallSettings),
    .executableTarget(
      name: "p3tool",
      dependencies: library + ["CommandParts", "Reports", "Batch", "Catalogs", "CAllocator", argumentParser],
      swiftSettings: smallSettings),

    // MARK: What tests compare with and build on
    // Reference implementations that only tests, tools and benchmarks run: each the plain form of one routine.
    .target(
      name: "Oracles", dependencies: callersOfC + ["CConversionReference"], path: "Tests/Oracles",
      exclude: ["CConversionReference", "CPNGReference", "CZlibReference"],
      swiftSettings: librarySettings + optimized),
    .target(name: "CConversionReference", path: "Tests/Oracles/CConversionReference"),
    // libpng and zlib alone, the plainest way: what the codec is compared with.
    .target(name: "CPNGReference", dependencies: ["CPNG"], path: "Tests/Oracles/CPNGReference"),
    .target(
      name: "CZlibReference", path: "Tests/Oracles/CZlibReference", linkerSettings: [.linkedLibrary("z")]),
    // Made images, files, folders and programs under test.
    .target(
      name: "TestSupport", dependencies: callersOfC + ["Oracles"], path: "Tests/TestSupport",
      swiftSettings: commonSettings + optimized),
    // Drawn images with labels, and the plain forms of analyses: for tests of the modules above those that call C.
    .target(
      name: "ImageCases", dependencies: library + ["Oracles", "TestSupport"], path: "Tests/ImageCases",
      swiftSettings: commonSettings + optimized),
    // The images of TestImages, which a test draws again.
    .executableTarget(
      name: "generate-test-images", dependencies: library + ["Catalogs", "TestSupport"],
      path: "Tests/Tools/generate-test-images", swiftSettings: librarySettings),
    // The memory that a program takes, for tests of commands.
    .executableTarget(name: "peak-memory", path: "Tests/Tools/peak-memory"),
    // What `make fuzz` calls, the corpus it starts from, and the tests that read it. The targets of the parsers belong
    // to the tests, which may look into the library.
    .target(
      name: "CodecTargets", dependencies: ["CDeflateCodec", "CZlibReference"],
      path: "Tests/Fuzzing/Sources/CodecTargets"),

    // MARK: Tests, one folder per module
    tests(of: "Pixels"),
    .testTarget(
      name: "CDeflateCodecTests", dependencies: ["CDeflateCodec", "Oracles", "CZlibReference"],
      swiftSettings: commonSettings),
    tests(of: "PNGCodec", and: ["CPNGReference"]),
    tests(of: "ColorManagement"),
    tests(of: "Basics"),
    tests(of: "ImageFiles"),
    tests(of: "Colors", and: ["PixelConversion", "ImageCases"]),
    tests(of: "Analysis", and: ["ImageCases"]),
    tests(of: "DarkMode", and: ["ImageCases"]),
    tests(of: "Conversion", and: ["ImageCases"]),
    tests(of: "Checking", and: ["ImageCases"]),
    tests(of: "Palettes", and: ["Batch", "ImageCases"]),
    .testTarget(
      name: "P3KitTests", dependencies: ["P3Kit", "Catalogs", "TestSupport"], swiftSettings: commonSettings),
    .testTarget(
      name: "P3SnapshotsTests", dependencies: ["P3Snapshots", "TestSupport"],
      swiftSettings: commonSettings),
    .testTarget(
      name: "CatalogsTests", dependencies: library + ["Catalogs", "TestSupport"],
      swiftSettings: commonSettings),
    .testTarget(
      name: "BatchTests",
      dependencies: library + ["p3tool", "Batch", "Catalogs", "TestSupport", "ImageCases"],
      swiftSettings: commonSettings),
    .testTarget(
      name: "CommandTests",
      dependencies: library + [
        "p3tool", "Reports", "Batch", "Catalogs", "generate-test-images", "peak-memory", "Oracles",
        "TestSupport", "ImageCases", argumentParser,
      ],
      exclude: ["Golden", "Schemas"], swiftSettings: commonSettings),
    .testTarget(
      name: "FuzzingTests",
      dependencies: library + [
        "CodecTargets", "Batch", "Catalogs", "TestSupport", "Oracles", "CDeflateCodec",
      ],
      path: "Tests/Fuzzing/Sources", exclude: ["CodecTargets", "fuzz", "fuzz-codec"],
      sources: ["FuzzTargets", "FuzzingTests"],
      swiftSettings: commonSettings),
    .testTarget(
      name: "Regressions", dependencies: ["p3tool", "TestSupport"], swiftSettings: commonSettings),
  ]
)

/// `P3_TOOLS=1` adds the tools of the project itself, which neither the program nor a test needs.
if Context.environment["P3_TOOLS"] == "1" {
  package.targets += [
    // `make quality`: tables over the same generated cases as the tests.
    .executableTarget(
      name: "quality", dependencies: library + ["Oracles", "TestSupport", "ImageCases"],
      path: "Tests/Tools/quality",
      swiftSettings: commonSettings),
    // `make quality-real`: what check says of pictures of Debian packages.
    .executableTarget(
      name: "quality-real", dependencies: library + ["TestSupport", "ImageCases"],
      path: "Tests/Tools/quality-real",
      swiftSettings: commonSettings),
    // `make verify-exact`: the long comparison of the kernels with the definition.
    .executableTarget(
      name: "verify-exact", dependencies: ["Pixels", "Oracles"], path: "Tests/Tools/verify-exact",
      swiftSettings: librarySettings),
    // `make faults`: kills, full disks, failing calls.
    .executableTarget(
      name: "faults", dependencies: ["TestSupport"], path: "Tests/Tools/faults",
      exclude: ["failing_calls.c"], swiftSettings: commonSettings),
  ]
}

/// `P3_LIBRARIES_ALONE=1` leaves out the programs and their tests, which are a third of a build that is optimised and
/// watches memory: `make sanitize` does not run them. `P3_LIBRARIES_ALONE=c` leaves the modules that call our C.
if let wanted = Context.environment["P3_LIBRARIES_ALONE"] {
  var removed = Set(package.targets.filter { $0.type == .executable }.map(\.name))
  if wanted == "c" { removed.formUnion(layers.drop { $0 != "Colors" }) }
  // A target stands below those that it depends on.
  for target in package.targets {
    let needsRemoved = target.dependencies.contains {
      guard case .byNameItem(let name, _) = $0 else { return false }
      return removed.contains(name)
    }
    if needsRemoved { removed.insert(target.name) }
  }
  package.targets.removeAll { removed.contains($0.name) }
  package.products.removeAll { removed.contains($0.name) || wanted == "c" }
}
