import Foundation

/// Draws the pictures of TestImages, builds the catalog and writes the README: `swift run -c release generate-test-images TestImages`.
///
/// Everything is computed from constants and a seeded generator, so each run gives the same files.
@main
enum GenerateTestImages {
  static func main() async throws {
    guard CommandLine.arguments.count == 2, let folder = CommandLine.arguments.last else {
      print("usage: generate-test-images FOLDER    draws every test image into FOLDER, which must exist")
      exit(64)
    }
    let root = URL(filePath: folder, directoryHint: .isDirectory)
    for image in TestImage.all { try image.write(into: root) }
    try await ExampleCatalog.write(into: root)
    try Data(Readme.text(of: TestImage.all).utf8).write(
      to: root.appending(path: "README.md"), options: .atomic)
  }
}
