// swift-tools-version: 6.2
import PackageDescription

// Pixels of a program that has its own files: nothing for PNG is linked. `make examples` runs it.
let package = Package(
  name: "PixelsAlone",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "p3tool", path: "../../..")],
  targets: [
    .testTarget(name: "PixelsAloneTests", dependencies: [.product(name: "P3Pixels", package: "p3tool")])
  ]
)
