// swift-tools-version: 6.2
import PackageDescription

// What a server does with images that strangers send: `make examples` runs it.
let package = Package(
  name: "UploadCheck",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "p3tool", path: "../../..")],
  targets: [
    .target(name: "Uploads", dependencies: [.product(name: "P3Kit", package: "p3tool")]),
    .testTarget(name: "UploadsTests", dependencies: ["Uploads", .product(name: "P3Kit", package: "p3tool")]),
  ]
)
