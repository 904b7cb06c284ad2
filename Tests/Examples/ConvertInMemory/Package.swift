// swift-tools-version: 6.2
import PackageDescription

// Bytes in, bytes out, no files: `make examples` runs it.
let package = Package(
  name: "ConvertInMemory",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "p3tool", path: "../../..")],
  targets: [
    .target(name: "WebImages", dependencies: [.product(name: "P3Kit", package: "p3tool")]),
    .testTarget(
      name: "WebImagesTests", dependencies: ["WebImages", .product(name: "P3Kit", package: "p3tool")]),
  ]
)
