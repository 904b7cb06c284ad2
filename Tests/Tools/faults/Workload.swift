import TestSupport

/// Something that p3tool does in a folder, and what the folder is to hold afterwards.
struct Workload {
  let name: String
  /// The files before the run.
  let files: [String: [UInt8]]
  /// What the run does.
  let arguments: [String]
  /// What the run after a disturbed one does; it may replace what that one has made.
  let next: [String]

  private init(_ name: String, _ files: [String: [UInt8]], _ arguments: String, next: String? = nil) {
    let words = arguments.split(separator: " ").map(String.init)
    (self.name, self.files, self.arguments) = (name, files, words)
    self.next = next.map { $0.split(separator: " ").map(String.init) } ?? words
  }

  /// Everything that writes files, each with new and with existing outputs.
  static func all() throws -> [Workload] {
    let patches = try TestImages.bytes("patches-p3-16.png"), icon = try TestImages.bytes("icon-p3-16.png")
    let sources = [
      "art/a.png": patches, "art/b.png": icon, "art/c.png": try TestImages.bytes("card-srgb-8.png"),
    ]
    let pipeline = """
      sources: art/*.png
      output: {folder: build}
      steps: [{convert: {to: srgb}}, {soften: {}}, {catalog: {into: App.xcassets, scales: single}}]

      """
    func with(_ more: [String: [UInt8]]) -> [String: [UInt8]] { sources.merging(more) { $1 } }
    return [
      Workload(
        "convert", sources, "convert art/a.png art/b.png art/c.png --to srgb -o out/",
        next: "convert art/a.png art/b.png art/c.png --to srgb -o out/ --force"),
      Workload(
        "convert --force", with(["out/a.png": patches, "out/b.png": [1, 2, 3]]),
        "convert art/a.png art/b.png art/c.png --to srgb -o out/ --force"),
      Workload("convert --in-place", sources, "convert art -r --to srgb --in-place"),
      Workload("soften", sources, "soften art -r --force"),
      Workload("assign --in-place", sources, "assign art -r --profile display-p3 --in-place"),
      Workload("batch", with(["p3tool.yml": Array(pipeline.utf8)]), "batch"),
      Workload(
        "catalog build", sources,
        "catalog build art/b.png --name Icon --into Assets.xcassets --dark soften --force"),
    ]
  }

  /// A fresh folder with the files.
  func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, bytes) in files { try folder.write(bytes, to: name) }
    return folder
  }
}
