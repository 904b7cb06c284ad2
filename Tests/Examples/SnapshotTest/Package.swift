// swift-tools-version: 6.2
import PackageDescription

// A snapshot test in Swift Testing that compares pictures by their colours: `make examples` runs it.
let package = Package(
  name: "SnapshotTest",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "p3tool", path: "../../..")],
  targets: [
    // What is drawn.
    .target(name: "Badge", dependencies: [.product(name: "P3Kit", package: "p3tool")]),
    .testTarget(
      name: "BadgeTests",
      dependencies: [
        "Badge", .product(name: "P3Kit", package: "p3tool"), .product(name: "P3Snapshots", package: "p3tool"),
      ],
      exclude: ["__Snapshots__"]),
  ]
)
